import RouteDBRouting

/// The order in which components say which paths routes answer.
///
/// A wildcard at the end of a component crosses slashes. So components are grouped by the number of their
/// segments, the most first, and before each group everything that has more segments is excluded: then a
/// wildcard has no slash left to cross. What is said exactly anyway comes first: paths without wildcards,
/// and those with any number of segments.
struct LinkOrder {
    /// A path, and the pattern of the route that it is from.
    struct Entry: Hashable {
        let path: [LinkedRoute.Segment]
        let comment: String
    }

    /// A step of the order.
    enum Step: Hashable {
        case include(Entry)
        /// Everything with more segments than this is excluded.
        case excludeDeeper(than: Int)
    }

    let steps: [Step]

    init(_ routes: [LinkedRoute]) {
        var literal: [Entry] = []
        var open: [Entry] = []
        var closed: [Int: [Entry]] = [:]
        var seen: Set<[LinkedRoute.Segment]> = []
        for route in routes {
            let comment = route.route.pattern?.description ?? ""
            for path in route.paths where seen.insert(path).inserted {
                let entry = Entry(path: path, comment: comment)
                if LinkedRoute.isLiteral(path) {
                    literal.append(entry)
                } else if LinkedRoute.isOpen(path) {
                    open.append(entry)
                } else {
                    closed[path.count, default: []].append(entry)
                }
            }
        }
        var steps = (literal + open).map(Step.include)
        for count in closed.keys.sorted(by: >) {
            steps.append(.excludeDeeper(than: count))
            steps += (closed[count] ?? []).map(Step.include)
        }
        self.steps = steps
    }
}

/// The patterns of a path, in a language of globs.
enum LinkGlob {
    /// The patterns that together say which paths are meant.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - value: The glob for a value.
    ///   - literal: How literal text is written.
    /// - Returns: One pattern, or two if a rest can be left out.
    static func patterns(
        of path: [LinkedRoute.Segment], value: String, literal: ([UInt8]) -> String
    ) -> [String] {
        var patterns = [""]
        for (index, segment) in path.enumerated() {
            switch segment {
            case .one(let pieces):
                let text = pieces.reduce(into: "") { text, piece in
                    switch piece {
                    case .literal(let bytes): text += literal(bytes)
                    case .value: text += value
                    }
                }
                patterns = patterns.map { "\($0)/\(text)" }
            case .rest(let isOptional):
                let isLast = index == path.count - 1
                let rest =
                    isLast ? "/\(value == "*" ? "*" : isOptional ? "*" : value)" : "/\(value)"
                patterns = patterns.map { $0 + rest } + (isOptional ? patterns : [])
            }
        }
        return patterns.map { $0.isEmpty ? "/" : $0 }
    }

    /// Literal text with `?` for what globs cannot quote.
    static func quoted(_ bytes: [UInt8], wildcards: String) -> String {
        String(
            decoding: bytes.map { wildcards.utf8.contains($0) ? UInt8(ascii: "?") : $0 },
            as: UTF8.self)
    }
}
