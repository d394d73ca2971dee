import RouteDB
import RouteDBDatabase
package import RouteDBRouting

/// The routes that the URLs of small logs may match, read in place of all, and the way to the others.
///
/// Each URL is checked before it is resolved. If the log has grown in the meantime, or writes words as escapes, all
/// routes are read after all.
final class RoutesAhead: Sendable {
    private let filter: RoutePrefilter
    private let registry: RouteRegistry
    private let all = Locked<RoutingTable?>(nil)

    /// Creates the choice by which a registry has read its routes; `nil` if it has read all.
    init?(of resolving: LogImportOptions.Resolving) {
        guard case .live(let registry) = resolving,
            case .requests(let requested)? = registry.options.sieve
        else { return nil }
        (filter, self.registry) = (requested.filter, registry)
    }

    /// The table of all routes; `nil` as long as it was not needed.
    var wholeTable: RoutingTable? { all.withLock { $0 } }

    /// Returns whether the routes that were read decide what a URL matches.
    func suffice(for url: [UInt8]) -> Bool { wholeTable != nil || filter.covers(url) }

    /// Reads all routes.
    func require() throws(RouteDBError) {
        guard wholeTable == nil else { return }
        var options = registry.options
        (options.sieve, options.recording) = (nil, nil)
        let table = try RouteRegistry(path: registry.path, options: options).table
        all.withLock { $0 = table }
    }
}

extension RoutePrefilter {
    /// Reads the words of logs; `nil` if these have more than a number of bytes, or cannot be read.
    package init?(ofLogs logs: [any LogSource], upTo limit: Int) {
        var texts: [[UInt8]] = []
        var count = 0
        for log in logs {
            guard var lines = try? LogLines(log) else { return nil }
            var isMore = true
            while isMore {
                let chunk = try? lines.readChunk { line, _ in
                    texts.append(line.array(0..<line.byteCount))
                    count += line.byteCount
                }
                guard let chunk, count <= limit else { return nil }
                isMore = chunk
            }
        }
        self.init(texts: texts)
    }
}
