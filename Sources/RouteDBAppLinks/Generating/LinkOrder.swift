import RouteDB
import RouteDBRouting

/// The order in which components say which paths routes answer.
///
/// A wildcard at the end of a component crosses slashes. So components are grouped by the number of their
/// segments, the most first, and before each group everything that has more segments is excluded: then a
/// wildcard has no slash left to cross. What is said exactly anyway comes first: paths without wildcards,
/// and those with any number of segments.
///
/// A path of a route that does not open the app is excluded if a path that opens it comes after it in the
/// registry's order, and may answer the same links.
struct LinkOrder {
    /// A path, and the pattern of the route that it is from.
    struct Entry: Hashable {
        let path: [LinkedRoute.Segment]
        let comment: String
    }

    /// A step of the order.
    enum Step: Hashable {
        case include(Entry)
        /// The path belongs to a route that does not open the app.
        case exclude(Entry)
        /// Everything with more segments than this is excluded.
        case excludeDeeper(than: Int)
    }

    let steps: [Step]

    /// Orders the paths of routes.
    init(
        _ routes: [LinkedRoute], besides others: [LinkedRoute] = [], ranks: LinkRanks = LinkRanks()
    ) {
        let ranked = RankedPaths(routes, besides: others, ranks)
        let includes = ranked.includes
        var literal: [RankedPath] = []
        var open: [RankedPath] = []
        var closed: [Int: [RankedPath]] = [:]
        var seen: Set<[LinkedRoute.Segment]> = []
        for path in ranked.all where seen.insert(path.path).inserted {
            // An exclude stands where what it must keep from opening the app stands.
            let later =
                path.isExclude
                ? includes.filter(path.precedes).map(\.path)
                : [path.path]
            if LinkedRoute.isLiteral(path.path) || later.contains(where: LinkedRoute.isLiteral) {
                literal.append(path)
            } else if later.contains(where: LinkedRoute.isOpen) {
                open.append(path)
            } else {
                closed[path.path.count, default: []].append(path)
            }
        }
        var steps = (literal + open).map(\.step)
        for count in closed.keys.sorted(by: >) {
            steps.append(.excludeDeeper(than: count))
            steps += (closed[count] ?? []).map(\.step)
        }
        self.steps = steps
    }
}

/// The paths of the routes that open an app, and those that must not, and come before one of them.
struct RankedPaths {
    let includes: [RankedPath]
    let excludes: [RankedPath]

    /// Reads the paths of routes.
    init(_ routes: [LinkedRoute], besides others: [LinkedRoute], _ ranks: LinkRanks) {
        let includes = routes.flatMap { RankedPath.all($0, isExclude: false, ranks) }
        self.includes = includes
        excludes = others.flatMap { RankedPath.all($0, isExclude: true, ranks) }
            .filter { exclude in includes.contains(where: exclude.precedes) }
    }

    /// All of them by rank; without excluding ones in the order of the routes.
    var all: [RankedPath] {
        // The sort is stable.
        excludes.isEmpty ? includes : (excludes + includes).sorted { $0.rank < $1.rank }
    }
}

/// A path with its place in the registry's order.
struct RankedPath {
    let path: [LinkedRoute.Segment]
    let comment: String
    let isExclude: Bool
    let rank: Int

    fileprivate static func all(
        _ route: LinkedRoute, isExclude: Bool, _ ranks: LinkRanks
    ) -> [RankedPath] {
        let comment = route.route.pattern?.description ?? ""
        return route.paths.map { path in
            RankedPath(
                path: path, comment: comment, isExclude: isExclude,
                rank: ranks.rank(of: path, route.route.id))
        }
    }

    fileprivate var step: LinkOrder.Step {
        let entry = LinkOrder.Entry(path: path, comment: comment)
        return isExclude ? .exclude(entry) : .include(entry)
    }

    /// Whether it comes before another path, and may answer the same link.
    func precedes(_ other: RankedPath) -> Bool { rank < other.rank && mayMeet(other) }

    /// Whether two paths may answer the same link; `true` in doubt.
    private func mayMeet(_ other: RankedPath) -> Bool {
        for (one, two) in zip(path, other.path) {
            guard case .one(let left) = one, case .one(let right) = two else { return true }
            guard Self.mayMeet(left, right) else { return false }
        }
        return path.count == other.path.count || LinkedRoute.isOpen(path)
            || LinkedRoute.isOpen(other.path)
    }

    private static func mayMeet(
        _ left: [LinkedRoute.Piece], _ right: [LinkedRoute.Piece]
    ) -> Bool {
        guard left.count == 1, right.count == 1, case .literal(let one) = left[0],
            case .literal(let two) = right[0]
        else { return true }
        return one.map(\.asciiLowercased) == two.map(\.asciiLowercased)
    }
}

/// The places of the paths of routes in the registry's order: of two that answer a link, the one with the
/// lower place is asked first.
struct LinkRanks {
    private struct Key: Hashable {
        let route: RouteID
        let path: [LinkedRoute.Segment]
    }

    private var ranks: [Key: Int] = [:]

    init() {}

    /// Ranks the paths of a namespace and its fallbacks.
    ///
    /// - Complexity: That of compiling a routing table.
    init(_ snapshot: RegistrySnapshot, _ namespace: RouteNamespace, host: String) {
        let paths = snapshot.rankedPaths(of: namespace, host: host, in: RoutingTable(snapshot))
        for linked in paths {
            for path in linked.paths {
                let key = Key(route: linked.route.id, path: path)
                if ranks[key] == nil { ranks[key] = ranks.count }
            }
        }
    }

    func rank(of path: [LinkedRoute.Segment], _ route: RouteID) -> Int {
        ranks[Key(route: route, path: path)] ?? ranks.count
    }
}

/// The patterns of a path, in a language of globs.
enum LinkGlob {
    /// The patterns that together say which paths are meant.
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
