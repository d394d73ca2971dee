import RouteDBRouting

/// The order in which components say which paths routes answer.
///
/// A wildcard at the end of a component crosses slashes. So components are grouped by the number of their
/// segments, the most first, and before each group everything that has more segments is excluded: then a
/// wildcard has no slash left to cross. What is said exactly anyway comes first: paths without wildcards,
/// and those with any number of segments.
///
/// A path of a route that does not open the app is excluded if a path that opens it comes after it in the
/// registry's order, and may answer the same links. What earlier components take is left out.
struct LinkOrder {
    /// A step of the order.
    enum Step {
        case include(ChosenPath)
        /// The path belongs to a route that does not open the app.
        case exclude(ChosenPath)
        /// Everything with more segments than this is excluded.
        case excludeDeeper(than: Int)
    }

    /// Where a path stands in the order.
    private enum Section {
        case exact
        case open
        case closed
    }

    private(set) var steps: [Step] = []
    private let platform: LinkedApp.Platform
    private var covers = CoverTree()

    /// Orders the paths of routes.
    init(_ paths: ChosenPaths, for platform: LinkedApp.Platform) {
        self.platform = platform
        let includes = paths.includes
        var (exact, open): ([ChosenPath], [ChosenPath]) = ([], [])
        var closed: [Int: [ChosenPath]] = [:]
        var seen: Set<LinkedPath.Shape> = []
        let all = paths.all.flatMap { $0.spellings(on: platform) }
        for path in all where seen.insert(path.path.shape).inserted {
            // An exclude stands where what it must keep from opening the app stands.
            let later = path.isExclude ? includes.filter(path.precedes) : [path]
            let sections = later.map { section(of: $0.path) }
            if section(of: path.path) == .exact || sections.contains(.exact) {
                exact.append(path)
            } else if sections.contains(.open) {
                open.append(path)
            } else {
                closed[depth(of: path.path), default: []].append(path)
            }
        }
        for path in exact + open { add(path) }
        for depth in closed.keys.sorted(by: >) {
            // A path that takes all of them leaves nothing to exclude.
            if covers.coversAll(from: depth) { break }
            // What has more was decided by the group before, if one of its paths takes all of them.
            if !covers.coversAll(with: depth + 1) { steps.append(.excludeDeeper(than: depth)) }
            for path in closed[depth] ?? [] { add(path) }
        }
    }

    private mutating func add(_ path: ChosenPath) {
        guard !covers.covers(path.path) else { return }
        steps.append(path.isExclude ? .exclude(path) : .include(path))
        if !path.isExclude { covers.add(path.path) }
    }

    private func section(of path: LinkedPath) -> Section {
        if LinkedPath.isOpen(path.segments) { return .open }
        // Android compares the slash at the end, so that no wildcard crosses one.
        let isBounded = platform == .android && path.endsInSlash == true
        return isBounded || LinkedPath.isLiteral(path.segments) ? .exact : .closed
    }

    private func depth(of path: LinkedPath) -> Int { path.segments.count }
}
