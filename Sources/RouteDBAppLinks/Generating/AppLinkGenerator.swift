public import RouteDB
import RouteDBRouting

/// Makes the files that open an app for the links that routes answer.
///
/// What globs cannot say, such as that a value is an integer, is left out: then the file is wider than the
/// routes. `RegistrySnapshot.appLinkProof(of:app:namespace:host:)` says where, and with which links.
public struct AppLinkGenerator: Sendable {
    private let routes: [LinkedRoute]
    private let host: String

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
        routes = snapshot.linkedRoutes(of: space, host: host.lowercased()).filter { !$0.testsQuery }
    }

    /// The number of routes that the files are made of.
    public var routeCount: Int { routes.count }

    /// Makes the components of all routes, each pattern once.
    ///
    /// - Parameters:
    ///   - value: The pattern of one segment with any value.
    ///   - wildcards: The characters that a platform does not take as they are.
    ///   - commentKey: The key of comments.
    /// - Returns: The components, in order.
    private func components(
        ofValues value: String, wildcards: String, comments commentKey: String
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
        for step in LinkOrder(routes).steps {
            switch step {
            case .include(let entry):
                let patterns = LinkGlob.patterns(of: entry.path, value: value) {
                    LinkGlob.quoted($0, wildcards: wildcards)
                }
                for pattern in patterns { add(pattern, entry.comment) }
            case .excludeDeeper(let count):
                add(
                    String(repeating: "/\(value)", count: count + 1), isExclude: true,
                    "more than \(count) \(count == 1 ? "segment" : "segments")")
            }
        }
        return components
    }

    // MARK: Apple

    /// Makes `apple-app-site-association`.
    ///
    /// - Parameter apps: The apps, written as in `ABCDE12345.com.example.app`.
    /// - Returns: The file.
    public func appleAssociation(apps: [String]) -> JSONObject {
        var defaults = JSONObject()
        if routes.contains(where: \.foldsCase) { defaults["caseSensitive"] = false }
        if routes.contains(where: \.needsEncoding) { defaults["percentEncoded"] = false }
        var entry: JSONObject = ["appIDs": .array(apps.map(JSONValue.string))]
        if !defaults.members.isEmpty { entry["defaults"] = .object(defaults) }
        entry["components"] = .array(
            components(ofValues: "?*", wildcards: "*$", comments: "comment"))
        return ["applinks": ["details": [.object(entry)]]]
    }

    // MARK: Android

    /// Makes `assetlinks.json`, with components for Android 15.
    ///
    /// The app's manifest must take all links that the components open; older devices know the manifest
    /// only.
    ///
    /// - Parameters:
    ///   - apps: The packages of the apps.
    ///   - fingerprints: The SHA-256 fingerprints of their certificates, which all apps share.
    /// - Returns: The file.
    public func assetLinks(apps: [String], fingerprints: [String]) -> JSONValue {
        let components = components(ofValues: "*", wildcards: "*", comments: "comments")
        let relation = "delegate_permission/common.handle_all_urls"
        return .array(
            apps.map { app in
                [
                    "relation": [.string(relation)],
                    "target": [
                        "namespace": "android_app", "package_name": .string(app),
                        "sha256_cert_fingerprints": .array(fingerprints.map(JSONValue.string)),
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

    /// Makes an intent filter for the manifest of an Android app.
    ///
    /// Values need `pathAdvancedPattern`, which Android reads from version 12 (API level 31) on. Older
    /// devices read the other paths only; a path that no link has keeps them from taking the whole host
    /// if there are none.
    ///
    /// - Returns: The XML of the intent filter.
    public func manifest() -> String {
        ManifestWriter(filter).text
    }

    /// The intent filter, as Android pools it.
    package var filter: IntentFilter {
        var tests: [IntentFilter.Test] = []
        var seen: Set<IntentFilter.Test> = []
        for route in routes {
            for path in route.paths {
                for (kind, pattern) in ManifestPath.patterns(of: path) {
                    guard let matcher = try? AndroidMatcher(kind, pattern) else { continue }
                    let test = IntentFilter.Test(.path, matcher)
                    if seen.insert(test).inserted { tests.append(test) }
                }
            }
        }
        let isKnownToAll = tests.contains { $0.firstLevel == 1 }
        if !isKnownToAll, let matcher = try? AndroidMatcher(.literal, ManifestPath.impossible) {
            tests.insert(IntentFilter.Test(.path, matcher), at: 0)
        }
        return IntentFilter(schemes: ["https"], hosts: [host], paths: tests)
    }
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
