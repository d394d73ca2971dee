import RouteDBRouting

/// A path of a route that opens an app, or does not.
struct ChosenPath {
    let path: LinkedPath
    /// True if the links of the route stay in the browser.
    let isExclude: Bool
    /// The place in the registry's order: of two that answer a link, the one with the lower place is asked
    /// first.
    let rank: Int

    var comment: String { path.route.pattern?.description ?? "" }

    /// The path in each spelling that a platform tells apart.
    func spellings(on platform: LinkedApp.Platform) -> [ChosenPath] {
        guard platform == .android else { return [self] }
        return path.spellings.map { ChosenPath(path: $0, isExclude: isExclude, rank: rank) }
    }

    /// Returns whether the path comes before another one, and may answer the same link.
    func precedes(_ other: ChosenPath) -> Bool { rank < other.rank && mayMeet(other) }

    /// Returns whether another path comes before this one, and may answer the same link.
    func follows(_ other: ChosenPath) -> Bool { other.precedes(self) }

    /// Returns whether two paths may answer the same link; `true` in doubt.
    private func mayMeet(_ other: ChosenPath) -> Bool {
        path.reading.keepsEmpty != other.path.reading.keepsEmpty
            || Self.mayMeet(path.segments, other.path.segments)
    }

    /// Returns whether two lists of segments may be those of the same link; `true` in doubt.
    static func mayMeet(
        _ own: [LinkedPath.Segment], _ others: [LinkedPath.Segment]
    ) -> Bool {
        for (one, two) in zip(own, others) {
            guard case .one(let left) = one, case .one(let right) = two else { return true }
            guard mayMeet(left, right) else { return false }
        }
        // What is left must be able to be nothing.
        let common = min(own.count, others.count)
        return (own.dropFirst(common) + others.dropFirst(common))
            .allSatisfy { $0 == .rest(isOptional: true) }
    }

    private static func mayMeet(
        _ left: [LinkedPath.Piece], _ right: [LinkedPath.Piece]
    ) -> Bool {
        guard left.count == 1, right.count == 1, case .literal(let one) = left[0],
            case .literal(let two) = right[0]
        else { return true }
        return LinkURL.decoded(one).map(\.asciiLowercased)
            == LinkURL.decoded(two).map(\.asciiLowercased)
    }
}

/// The paths of the routes that open an app, and those that must not, and come before one of them; all in
/// the registry's order.
struct ChosenPaths {
    let all: [ChosenPath]

    var includes: [ChosenPath] { all.filter { !$0.isExclude } }
    var excludes: [ChosenPath] { all.filter(\.isExclude) }

    /// Chooses among paths in the registry's order.
    init(_ paths: [LinkedPath], opens: (Route) -> Bool) {
        var opened: [RouteID: Bool] = [:]
        let chosen = paths.enumerated().map { rank, path in
            let isOpened = opened[path.route.id] ?? opens(path.route)
            opened[path.route.id] = isOpened
            return ChosenPath(path: path, isExclude: !isOpened, rank: rank)
        }
        let includes = chosen.filter { !$0.isExclude }
        all = chosen.filter { path in
            !path.isExclude || includes.contains(where: path.precedes)
        }
    }
}

/// Paths as a tree of their segments, to find those that earlier ones take whatever their values are.
struct CoverTree {
    private struct Node {
        var literals: [[UInt8]: Int] = [:]
        /// The node behind a value.
        var value: Int?
        /// True if a path ends here.
        var isEnd = false
        /// The fewest further segments that a rest takes here.
        var rest: Int?
    }

    private var nodes = [Node()]
    /// How many nodes are visited for a path; beyond, it counts as not covered.
    private static let limit = 256

    /// Adds a path, if its components take whatever stands in place of its values.
    mutating func add(_ path: LinkedPath) {
        guard path.conditions.isEmpty, path.endsInSlash == nil, !path.foldsCase else { return }
        var place = 0
        for (index, segment) in path.segments.enumerated() {
            switch segment {
            case .rest(let isOptional):
                guard index == path.segments.count - 1 else { return }
                let least = isOptional ? 0 : 1
                nodes[place].rest = min(nodes[place].rest ?? least, least)
                return
            case .one(let pieces):
                guard pieces.count == 1 else { return }
                place = child(of: place, pieces[0])
            }
        }
        nodes[place].isEnd = true
    }

    private mutating func child(of place: Int, _ piece: LinkedPath.Piece) -> Int {
        let next = nodes.count
        switch piece {
        case .literal(let text):
            if let child = nodes[place].literals[text] { return child }
            nodes[place].literals[text] = next
        case .value:
            if let child = nodes[place].value { return child }
            nodes[place].value = next
        }
        nodes.append(Node())
        return next
    }

    /// Returns whether one of the paths takes all links of another one.
    func covers(_ path: LinkedPath) -> Bool {
        var budget = Self.limit
        // Some platforms compare a slash at the end.
        let needsRest = path.endsInSlash == true
        return !path.foldsCase
            && covers(path.segments[...], from: 0, needsRest: needsRest, &budget)
    }

    /// `true` if one of the paths takes all links with at least some number of segments.
    func coversAll(from segments: Int) -> Bool {
        nodes[0].rest.map { $0 <= segments } ?? false
    }

    /// `true` if one of the paths, all of values, takes all links with a number of segments.
    func coversAll(with segments: Int) -> Bool {
        var place = 0
        for _ in 0..<segments {
            guard let next = nodes[place].value else { return false }
            place = next
        }
        return nodes[place].isEnd
    }

    private func covers(
        _ segments: ArraySlice<LinkedPath.Segment>, from place: Int, needsRest: Bool,
        _ budget: inout Int
    ) -> Bool {
        budget -= 1
        let node = nodes[place]
        let least = segments.count { $0 != .rest(isOptional: true) }
        if let rest = node.rest, rest <= least { return true }
        guard budget > 0, let first = segments.first else {
            return segments.isEmpty && node.isEnd && !needsRest
        }
        guard case .one(let pieces) = first else { return false }
        if pieces.count == 1, case .literal(let text) = pieces[0], let child = node.literals[text],
            covers(segments.dropFirst(), from: child, needsRest: needsRest, &budget)
        {
            return true
        }
        guard let child = node.value else { return false }
        return covers(segments.dropFirst(), from: child, needsRest: needsRest, &budget)
    }
}
