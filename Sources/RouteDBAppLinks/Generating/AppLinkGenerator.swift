public import RouteDB
import RouteDBRouting

/// Makes the files that open an app for the links that routes answer.
///
/// What globs cannot say, such as that a value is an integer, is left out: then the file is wider than the
/// routes. `RegistrySnapshot.appLinkProof(of:app:namespace:host:)` says where, and with which links.
public struct AppLinkGenerator: Sendable {
    private let routes: [LinkedRoute]
    private let host: String
    private let snapshot: RegistrySnapshot
    private let namespace: RouteNamespace

    /// Reads the routes of a namespace, and of its fallbacks, that answer links of the web.
    ///
    /// Routes that answer links with a certain query only are left out.
    ///
    /// - Parameters:
    ///   - snapshot: The registry's content.
    ///   - namespace: The name of the namespace.
    ///   - host: The host that serves the file.
    /// - Throws: `namespaceNotFound`.
    public init(
        _ snapshot: RegistrySnapshot, namespace: String, host: String
    ) throws(RouteDBError) {
        let space = try snapshot.namespace(named: namespace)
        self.host = host.lowercased()
        self.snapshot = snapshot
        self.namespace = space
        routes = snapshot.linkedRoutes(of: space, host: host.lowercased()).filter { !$0.testsQuery }
    }

    /// The number of routes that the files are made of.
    public var routeCount: Int { routes.count }

    /// The apps that the registry has for the namespace, on a platform.
    public func apps(on platform: AppLinkPlatform) -> [LinkedApp] {
        (snapshot.apps[namespace.id] ?? []).filter { $0.platform == platform }
    }

    /// The routes whose links open an app, and those whose links do not.
    private struct Selection {
        var opened: [LinkedRoute]
        var others: [LinkedRoute]
    }

    private func selection(_ app: LinkedApp) -> Selection {
        let opened = routes.filter { app.opens($0.route) }
        return Selection(
            opened: opened,
            others: opened.count == routes.count ? [] : routes.filter { !app.opens($0.route) })
    }

    /// The order of a selection's paths.
    private func order(_ selection: Selection) -> LinkOrder {
        guard !selection.others.isEmpty else { return LinkOrder(selection.opened) }
        return LinkOrder(
            selection.opened, besides: selection.others,
            ranks: LinkRanks(snapshot, namespace, host: host))
    }

    /// Makes the components of a selection of routes, each pattern once.
    private func components(
        _ selection: Selection, ofValues value: String, wildcards: String,
        comments commentKey: String
    ) -> [JSONValue] {
        var seen: Set<String> = []
        var components: [JSONValue] = []
        func add(_ pattern: String, isExclude: Bool = false, _ comment: String) {
            guard seen.insert(pattern).inserted else { return }
            var object: JSONObject = ["/": .string(pattern)]
            if isExclude { object["exclude"] = true }
            object[commentKey] = .string(comment)
            components.append(.object(object))
        }
        func add(_ entry: LinkOrder.Entry, isExclude: Bool) {
            let patterns = LinkGlob.patterns(of: entry.path, value: value) {
                LinkGlob.quoted($0, wildcards: wildcards)
            }
            for pattern in patterns { add(pattern, isExclude: isExclude, entry.comment) }
        }
        for step in order(selection).steps {
            switch step {
            case .include(let entry): add(entry, isExclude: false)
            case .exclude(let entry): add(entry, isExclude: true)
            case .excludeDeeper(let count):
                add(
                    String(repeating: "/\(value)", count: count + 1), isExclude: true,
                    "more than \(NumberText.counted(count, "segment"))")
            }
        }
        // An empty list would leave all to the manifest (D9).
        if components.isEmpty { add("*", isExclude: true, "no route opens the app") }
        return components
    }

    // MARK: Apple

    /// Makes `apple-app-site-association` of apps that open the links of all routes.
    ///
    /// - Parameter apps: The apps, written as in `ABCDE12345.com.example.app`.
    /// - Returns: The file.
    public func appleAssociation(apps: [String]) -> JSONObject {
        appleAssociation(of: apps.map { LinkedApp(.ios, $0) })
    }

    /// Makes `apple-app-site-association`.
    ///
    /// - Parameter apps: The apps; those that open the links of the same routes share an entry.
    /// - Returns: The file.
    public func appleAssociation(of apps: [LinkedApp]) -> JSONObject {
        var entries: [(routes: [RouteID], selection: Selection, names: [String])] = []
        for app in apps {
            let selection = selection(app)
            let ids = selection.opened.map(\.route.id)
            if let place = entries.firstIndex(where: { $0.routes == ids }) {
                entries[place].names.append(app.identifier)
            } else {
                entries.append((ids, selection, [app.identifier]))
            }
        }
        let details = entries.map { JSONValue.object(appleEntry($0.selection, apps: $0.names)) }
        return ["applinks": ["details": .array(details)]]
    }

    private func appleEntry(_ selection: Selection, apps: [String]) -> JSONObject {
        let routes = selection.opened + selection.others
        var defaults = JSONObject()
        if routes.contains(where: \.foldsCase) { defaults["caseSensitive"] = false }
        if routes.contains(where: \.needsEncoding) { defaults["percentEncoded"] = false }
        var entry: JSONObject = ["appIDs": .array(apps.map(JSONValue.string))]
        if !defaults.members.isEmpty { entry["defaults"] = .object(defaults) }
        entry["components"] = .array(
            components(selection, ofValues: "?*", wildcards: "*$", comments: "comment"))
        return entry
    }

    // MARK: Android

    /// Makes `assetlinks.json`, with components for Android 15, of apps that open the links of all
    /// routes.
    ///
    /// The app's manifest must take all links that the components open; older devices know the manifest
    /// only.
    ///
    /// - Parameters:
    ///   - apps: The packages of the apps.
    ///   - fingerprints: The SHA-256 fingerprints of their certificates, which all apps share.
    /// - Returns: The file.
    public func assetLinks(apps: [String], fingerprints: [String]) -> JSONValue {
        assetLinks(of: apps.map { LinkedApp(.android, $0, fingerprints: fingerprints) })
    }

    /// Makes `assetlinks.json`, with components for Android 15.
    ///
    /// - Parameter apps: The apps.
    /// - Returns: The file.
    public func assetLinks(of apps: [LinkedApp]) -> JSONValue {
        let relation = "delegate_permission/common.handle_all_urls"
        return .array(
            apps.map { app in
                let components = components(
                    selection(app), ofValues: "*", wildcards: "*", comments: "comments")
                return [
                    "relation": [.string(relation)],
                    "target": [
                        "namespace": "android_app", "package_name": .string(app.identifier),
                        "sha256_cert_fingerprints": .array(
                            app.fingerprints.map(JSONValue.string)),
                    ],
                    "relation_extensions": .object(
                        JSONObject(
                            dictionaryLiteral: (
                                relation, ["dynamic_app_link_components": .array(components)]
                            ))),
                ]
            })
    }

    // MARK: Manifest

    /// Makes the intent filters for the manifest of an Android app.
    ///
    /// Some values need `pathAdvancedPattern`, which Android reads from version 12 (API level 31) on. Older
    /// devices read the other paths only; a path that no link has keeps them from taking the whole host
    /// if there are none.
    ///
    /// If the app must not open the links of some routes although a value of another route takes them, a
    /// second filter has groups, which Android reads from version 15 (API level 35) on; older devices
    /// open no link by it.
    ///
    /// - Parameter app: An app, for its choice of routes; `nil` for all routes.
    /// - Returns: The XML of the intent filter, or of an activity with both.
    public func manifest(of app: LinkedApp? = nil) -> String {
        ManifestWriter(filters(of: app)).text
    }

    /// The intent filters, each as Android pools it.
    package func filters(of app: LinkedApp? = nil) -> [IntentFilter] {
        let selection = app.map(selection) ?? Selection(opened: routes, others: [])
        let ranks =
            selection.others.isEmpty
            ? LinkRanks() : LinkRanks(snapshot, namespace, host: host)
        let ranked = RankedPaths(selection.opened, besides: selection.others, ranks)
        let guarded = ranked.all.filter { path in
            path.isExclude || ranked.excludes.contains { $0.precedes(path) }
        }
        let free = ranked.includes.filter { path in
            !ranked.excludes.contains { $0.precedes(path) }
        }
        var filters: [IntentFilter] = []
        if !free.isEmpty || guarded.isEmpty {
            filters.append(filter(paths: free.flatMap { ManifestPath.tests(of: $0.path) }))
        }
        if !guarded.isEmpty {
            let groups = guarded.flatMap { path in
                ManifestPath.tests(of: path.path).map {
                    IntentFilter.Group(allows: !path.isExclude, tests: [$0])
                }
            }
            filters.append(filter(groups: groups))
        }
        return filters
    }

    /// A filter that older devices do not take for one of the whole host.
    private func filter(
        paths: [IntentFilter.Test] = [], groups: [IntentFilter.Group] = []
    ) -> IntentFilter {
        var seen: Set<IntentFilter.Test> = []
        var paths = paths.filter { seen.insert($0).inserted }
        if !paths.contains(where: { $0.firstLevel == 1 }) {
            paths = ManifestPath.impossible + paths
        }
        return IntentFilter(schemes: ["https"], hosts: [host], paths: paths, groups: groups)
    }

    /// The routes with values of a type, which become any value.
    package func typedRoutes(of apps: [LinkedApp]) -> [Route] {
        routes.filter(\.hasTypes).map(\.route).filter { route in
            apps.isEmpty || apps.contains { $0.opens(route) }
        }
    }

    /// Whether an app opens the links of any route.
    package func opensAny(_ app: LinkedApp) -> Bool { routes.contains { app.opens($0.route) } }
}

extension LinkedRoute {
    /// Whether a literal has characters that paths contain percent-encoded only.
    fileprivate var needsEncoding: Bool {
        paths.joined().contains { segment in
            guard case .one(let pieces) = segment else { return false }
            return pieces.contains { piece in
                guard case .literal(let text) = piece else { return false }
                return PathSpelling.spelled(text) != text
            }
        }
    }
}
