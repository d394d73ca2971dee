import RouteDB
import RouteDBRouting

/// RouteDB's matcher over all URLs of a workload, in the forms in which it is asked.
///
/// Every run gives a sum over what it found, which depends on each bound of each capture.
struct RouteDBEngine {
    let table: RoutingTable
    let urls: URLBytes

    init(_ table: RoutingTable, _ urls: URLBytes) {
        self.table = table
        self.urls = urls
    }

    init(_ workload: Workload) { self.init(workload.table, workload.bytes) }

    /// Whether the URLs find a route, in order; which one is the profile's choice.
    func hits() -> [Bool] {
        let span = unsafe urls.bytes.span.bytes  // bytes have no padding
        var match = RouteMatch()
        return (0..<urls.count).map { index in
            let url = span.extracting(urls.starts[index]..<urls.starts[index + 1])
            if case .matched = table.match(utf8: url, into: &match) { return true }
            return false
        }
    }

    /// Full URLs as bytes, captures as offsets.
    ///
    /// URLs are cut out of the bytes without checks, as they are for the barest matcher.
    func ranges() -> Int {
        let starts = urls.starts.span
        return unsafe urls.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var match = RouteMatch()
            var sum = 0
            for index in 0..<starts.count - 1 {
                let start = starts[index]
                let url = unsafe RawSpan(
                    _unsafeStart: base + start, byteCount: starts[index + 1] - start)
                if case .matched = table.match(utf8: url, into: &match) {
                    sum &+= Self.sum(of: match)
                }
            }
            return sum
        }
    }

    /// Full URLs as `String`, captures as offsets.
    func rangesOfStrings(_ urls: [String]) -> Int {
        var match = RouteMatch()
        var sum = 0
        for url in urls {
            if case .matched = table.match(url, into: &match) { sum &+= Self.sum(of: match) }
        }
        return sum
    }

    /// Full URLs as strings, resolved to a route with its parameters and query.
    func resolutions(_ urls: [String]) -> Int {
        var sum = 0
        for url in urls {
            let resolution = table.resolve(ResolutionRequest(url))
            guard resolution.route != nil else { continue }
            sum &+= resolution.parameters.members.count &+ resolution.query.count
        }
        return sum
    }

    /// Full URLs as bytes, every capture as a `String`.
    func strings() -> Int {
        let span = unsafe urls.bytes.span.bytes  // bytes have no padding
        let starts = urls.starts.span
        var match = RouteMatch()
        var sum = 0
        for index in 0..<urls.count {
            let url = span.extracting(starts[index]..<starts[index + 1])
            guard case .matched = table.match(utf8: url, into: &match) else { continue }
            for capture in 0..<match.captureCount {
                // The text is copied inside the closure.
                let value = unsafe url.extracting(match.range(of: capture)).withUnsafeBytes {
                    unsafe String(decoding: $0, as: UTF8.self)
                }
                sum &+= value.utf8.count
            }
        }
        return sum
    }

    @inline(__always)
    private static func sum(of match: RouteMatch) -> Int {
        var sum = 1
        for capture in 0..<match.captureCount {
            let range = match.range(of: capture)
            sum &+= range.lowerBound &+ range.upperBound
        }
        return sum
    }
}
