import RouteDB
import RouteDBRouting

/// The routes that answer links, as sets of links: of those whose links open an app, and of the others.
///
/// Of the paths that answer a link, the first by rank decides. So a set of the links that a path answers
/// and that open the app leaves out those of earlier paths that do not open it, and the other way round.
/// Without others, the order does not matter, and each route is one set.
struct ComparedRoutes {
    /// A route, with the places of its sets.
    struct Entry {
        let route: LinkedRoute
        /// Whether the app opens the links of the route.
        let isOpened: Bool
        fileprivate(set) var places: [Int] = []
    }

    private(set) var entries: [Entry] = []
    /// The paths of routes as components: those that open the app include.
    private(set) var file = ComparedFile()
    /// The same with any value in place of one of a type, where that makes a difference.
    private(set) var loose: ComparedFile?

    /// Reads routes.
    init(
        _ routes: [LinkedRoute], ranked: () -> [LinkedRoute], of app: LinkedApp?,
        in domain: LinkDomain
    ) {
        entries = routes.map { Entry(route: $0, isOpened: app?.opens($0.route) ?? true) }
        let isWhole = entries.allSatisfy(\.isOpened)
        let places = Dictionary(
            entries.indices.map { (entries[$0].route.route.id, $0) }, uniquingKeysWith: { $1 })
        var loose = ComparedFile()
        for route in isWhole ? routes : ranked() {
            guard let place = places[route.route.id] else { continue }
            let isExclude = !entries[place].isOpened
            let item = "\(entries[place].route.route.pattern?.description ?? "")"
            let before = file.components.count
            file.add(item, isExclude: isExclude, route.expression(in: domain))
            if file.components.count > before { entries[place].places.append(before) }
            loose.add(
                item, isExclude: isExclude,
                route.expression(in: domain, ignoringTypes: !isExclude))
        }
        if entries.contains(where: { $0.isOpened && $0.route.hasTypes }) { self.loose = loose }
    }

    /// The routes that are not compared, each once.
    var skipped: [String] {
        var seen: Set<String> = []
        let compared = Set(file.components.map(\.item))
        return file.skipped.filter { !compared.contains($0) && seen.insert($0).inserted }
    }
}
