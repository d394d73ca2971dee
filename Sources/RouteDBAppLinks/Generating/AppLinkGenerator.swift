public import RouteDB
import RouteDBRouting

/// Makes the files that open an app for the links that routes answer.
///
/// What globs cannot say, such as that a value is an integer, is left out: then the file is wider than the
/// routes. `RegistrySnapshot.appLinkProof(of:app:namespace:host:)` says where, and with which links. What
/// no file can say about a route is in ``losses(of:on:)``.
public struct AppLinkGenerator: Sendable {
    private let links: LinkedRoutes
    private let known: [LinkedApp]

    /// Reads the routes of a namespace, and of its fallbacks, that answer links of the web.
    ///
    /// A link that is opened is a request for `GET`: routes for other methods of HTTP do not count. What is
    /// gone, or redirects to another web site, stays in the browser.
    ///
    /// - Parameters:
    ///   - snapshot: The registry's content.
    ///   - namespace: The name of the namespace.
    ///   - host: The host that serves the file.
    /// - Throws: `namespaceNotFound`; `invalidInput` if links to the host are bound to another namespace.
    /// - Complexity: That of compiling a routing table.
    public init(
        _ snapshot: RegistrySnapshot, namespace: String, host: String
    ) throws(RouteDBError) {
        links = try LinkedRoutes(snapshot, namespace: namespace, host: host)
        known = snapshot.apps[links.namespace.id] ?? []
    }

    /// The number of routes that the files are made of.
    public var routeCount: Int { Set(links.paths.map(\.route.id)).count }

    /// The apps that the registry has for the namespace, on a platform.
    public func apps(on platform: LinkedApp.Platform) -> [LinkedApp] {
        known.filter { $0.platform == platform }
    }

    /// The paths that an app opens, and those that it must not; all of them without an app.
    private func paths(of app: LinkedApp?) -> ChosenPaths {
        ChosenPaths(links.paths) { links.opens($0, by: app) }
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
        var names: [[RouteID]: [String]] = [:]
        var order: [(ids: [RouteID], app: LinkedApp)] = []
        let routes = routes
        for app in apps {
            let ids = routes.filter { links.opens($0, by: app) }.map(\.id)
            if names[ids] == nil { order.append((ids, app)) }
            names[ids, default: []].append(app.identifier)
        }
        let details = order.map { entry in
            JSONValue.object(appleEntry(paths(of: entry.app), apps: names[entry.ids] ?? []))
        }
        return ["applinks": ["details": .array(details)]]
    }

    private func appleEntry(_ paths: ChosenPaths, apps: [String]) -> JSONObject {
        let components = GlobList(paths, of: links, for: .ios).components
        let (sensitive, encoded) = (
            components.compactMap(\.isCaseSensitive), components.compactMap(\.isPercentEncoded)
        )
        let foldsAll = !sensitive.isEmpty && !sensitive.contains(true)
        let decodesAll = !encoded.isEmpty && !encoded.contains(true)
        var defaults = JSONObject()
        if foldsAll { defaults["caseSensitive"] = false }
        if decodesAll { defaults["percentEncoded"] = false }
        var entry: JSONObject = ["appIDs": .array(apps.map(JSONValue.string))]
        if !defaults.members.isEmpty { entry["defaults"] = .object(defaults) }
        entry["components"] = .array(
            components.map { component in
                var object = component.json
                if component.isCaseSensitive == false, !foldsAll { object["caseSensitive"] = false }
                if component.isPercentEncoded == false, !decodesAll {
                    object["percentEncoded"] = false
                }
                object["comment"] = .string(component.comment)
                return .object(object)
            })
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
                let components = GlobList(paths(of: app), of: links, for: .android).components
                let objects = components.map { component -> JSONValue in
                    var object = component.json
                    object["comments"] = .string(component.comment)
                    return .object(object)
                }
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
                                relation, ["dynamic_app_link_components": .array(objects)]
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
    /// If the app must not open the links of some routes although a value of another route takes them, or if
    /// a route tests the query, a second filter has groups, which Android reads from version 15 (API level
    /// 35) on; older devices open no link by it.
    ///
    /// - Parameter app: An app, for its choice of routes; `nil` for all routes.
    /// - Returns: The XML of the intent filter, or of an activity with both.
    public func manifest(of app: LinkedApp? = nil) -> String {
        ManifestWriter(filters(of: app)).text
    }

    /// The intent filters, each as Android pools it.
    package func filters(of app: LinkedApp? = nil) -> [IntentFilter] {
        let chosen = paths(of: app)
        let excludes = chosen.excludes
        let (grouped, free) = chosen.all.reduce(into: ([ChosenPath](), [ChosenPath]())) {
            let isGrouped =
                $1.isExclude || !$1.path.conditions.isEmpty
                || excludes.contains(where: $1.follows)
            if isGrouped { $0.0.append($1) } else { $0.1.append($1) }
        }
        let groups = grouped.flatMap(ManifestPath.groups)
        var filters: [IntentFilter] = []
        if !free.isEmpty || groups.isEmpty {
            filters.append(filter(paths: free.flatMap { ManifestPath.tests(of: $0.path) }))
        }
        if !groups.isEmpty { filters.append(filter(groups: groups)) }
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
        return IntentFilter(schemes: ["https"], hosts: [links.host], paths: paths, groups: groups)
    }

    // MARK: What is lost

    /// The routes, each once, in the order of registration.
    private var routes: [Route] {
        var seen: Set<RouteID> = []
        return links.paths.map(\.route).filter { seen.insert($0.id).inserted }
            .sorted { $0.id < $1.id }
    }

    /// The routes with values of a type, which become any value.
    package func typedRoutes(of apps: [LinkedApp]) -> [Route] {
        let typed = Set(links.paths.filter(\.hasTypes).map(\.route.id))
        return routes.filter { route in
            typed.contains(route.id)
                && (apps.isEmpty || apps.contains { links.opens(route, by: $0) })
        }
    }

    /// Returns whether an app opens the links of any route.
    package func opensAny(_ app: LinkedApp) -> Bool {
        links.paths.contains { links.opens($0.route, by: app) }
    }

    /// A detail about the links of a route that a file cannot express.
    public struct Loss: Hashable, Sendable {
        /// The route.
        public let route: Route
        /// The reason, as a clause: `it is for links without the item 'q'`.
        public let reason: String
        /// True if the file says nothing about such links of the route, which stay in the browser.
        public let isLeftOut: Bool
    }

    /// Returns the details about routes' links that a platform's files cannot express, except value types.
    ///
    /// - Parameters:
    ///   - app: An app, for its choice of routes; `nil` for all routes.
    ///   - platform: The platform of the file.
    /// - Returns: The losses, by route.
    public func losses(of app: LinkedApp? = nil, on platform: LinkedApp.Platform) -> [Loss] {
        let language = GlobLanguage(platform: platform, slashes: links.slashes)
        var seen: Set<Loss> = []
        return links.paths.filter { links.opens($0.route, by: app) }.flatMap { path in
            language.losses(of: path).map {
                Loss(route: path.route, reason: $0.reason, isLeftOut: $0.isLeftOut)
            }
        }.filter { seen.insert($0).inserted }.sorted { $0.route.id < $1.route.id }
    }
}

extension GlobComponent {
    /// The component as JSON, without what only one platform reads.
    fileprivate var json: JSONObject {
        var object = JSONObject()
        if let path { object["/"] = .string(path) }
        if let wholeQuery { object["?"] = .string(wholeQuery) }
        if !query.isEmpty {
            var items = JSONObject()
            for item in query { items[item.name] = .string(item.pattern) }
            object["?"] = .object(items)
        }
        if let fragment { object["#"] = .string(fragment) }
        if isExclude { object["exclude"] = true }
        return object
    }
}
