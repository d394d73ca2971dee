import RouteDB
import RouteDBRouting

/// The paths of routes as sets of links: of those whose links open an app, and of the others.
///
/// Of the paths that answer a link, the first decides. So a set of the links that a path answers and that
/// open the app leaves out those of earlier paths that do not open it, and the other way round.
///
/// Of some paths it is only known that they answer no more than some links, since code decides, or the
/// range of a number. Such a path takes nothing from later ones for certain.
struct ComparedRoutes {
    /// A route, with the places of its paths.
    struct Entry {
        let route: Route
        /// True if the app opens the links of the route.
        let isOpened: Bool
        fileprivate(set) var notes: [String] = []
        fileprivate(set) var places: [Int] = []
    }

    /// The sets of links that the paths are compared as.
    struct Sets {
        /// A set for each path of this side; others have none.
        fileprivate let byPlace: [Int: ByteLanguage?]
        let side: AppLinkProver.Side

        /// The sets of the paths of a route.
        func sets(of entry: Entry) -> [ByteLanguage?] { entry.places.compactMap { byPlace[$0] } }
    }

    /// A path, with the links that it answers at most.
    private struct Path {
        let item: String
        let isOpened: Bool
        let most: ByteExpression
        let isCertain: Bool
        /// The links with any value in place of one of a type.
        let loose: ByteExpression
    }

    private(set) var entries: [Entry] = []
    /// The routes of which links of the domain do not tell all.
    private(set) var partial: [RouteID] = []
    /// True if a route that the app leaves out is among these: then no component is known to be exact.
    private(set) var lacksExclude = false
    private var paths: [Path] = []
    private let hasTypes: Bool

    /// Reads the paths of routes, in the order in which they are asked.
    init(_ links: LinkedRoutes, of app: LinkedApp?, in domain: LinkDomain) {
        hasTypes = links.paths.contains { $0.hasTypes && links.opens($0.route, by: app) }
        var places: [RouteID: Int] = [:]
        for path in links.paths {
            let id = path.route.id
            let place = places[id] ?? entries.count
            if place == entries.count {
                places[id] = place
                entries.append(Entry(route: path.route, isOpened: links.opens(path.route, by: app)))
            }
            entries[place].notes += path.notes.filter { !entries[place].notes.contains($0) }
            add(path, of: place, in: domain)
        }
        entries.sort { $0.route.id < $1.route.id }
    }

    private mutating func add(_ path: LinkedPath, of place: Int, in domain: LinkDomain) {
        let entry = entries[place]
        guard let most = path.expression(in: domain) else {
            if partial.last != entry.route.id { partial.append(entry.route.id) }
            lacksExclude = lacksExclude || !entry.isOpened
            return
        }
        entries[place].places.append(paths.count)
        let loose = path.hasTypes ? path.expression(in: domain, ignoringTypes: true) : nil
        paths.append(
            Path(
                item: path.route.pattern?.description ?? "", isOpened: entry.isOpened, most: most,
                isCertain: path.notes.isEmpty, loose: loose ?? most))
    }

    /// All expressions.
    var expressions: [ByteExpression] { paths.flatMap { [$0.most, $0.loose] } }

    // MARK: Sides

    /// The links that must open the app, or at least may have to.
    func wanted(_ prover: AppLinkProver) -> Sets {
        sets(prover, including: \.isOpened) {
            $0.most
        } excluding: {
            $0.isCertain ? $0.most : nil
        }
    }

    /// The links that other routes answer, or may answer.
    func unwanted(_ prover: AppLinkProver) -> Sets {
        sets(prover, including: { !$0.isOpened }) {
            $0.most
        } excluding: {
            $0.isCertain ? $0.most : nil
        }
    }

    /// The links that must open the app for certain; `nil` if these are all.
    func certain(_ prover: AppLinkProver) -> AppLinkProver.Side? {
        guard !paths.allSatisfy(\.isCertain) else { return nil }
        return sets(prover, including: \.isOpened) {
            $0.isCertain ? $0.most : nil
        } excluding: {
            $0.most
        }.side
    }

    /// The links that must open the app, and those like them with values of other types; `nil` if there is no
    /// difference.
    func loose(_ prover: AppLinkProver) -> AppLinkProver.Side? {
        guard hasTypes else { return nil }
        return sets(prover, including: \.isOpened) {
            $0.loose
        } excluding: {
            $0.isCertain ? $0.most : nil
        }.side
    }

    private func sets(
        _ prover: AppLinkProver, including isIncluded: (Path) -> Bool,
        _ included: (Path) -> ByteExpression?, excluding excluded: (Path) -> ByteExpression?
    ) -> Sets {
        var exclusions = LinkExclusions()
        var byPlace: [Int: ByteLanguage?] = [:]
        var all: [ByteLanguage?] = []
        for (place, path) in paths.enumerated() {
            let isExclude = !isIncluded(path)
            guard let expression = isExclude ? excluded(path) : included(path) else { continue }
            let component = ComparedComponent(
                item: path.item, isExclude: isExclude, expression: expression)
            if isExclude {
                exclusions.add(component)
            } else {
                let set = prover.set(of: component, without: &exclusions)
                byPlace[place] = .some(set)
                all.append(set)
            }
        }
        return Sets(byPlace: byPlace, side: AppLinkProver.Side(all))
    }
}
