public import RouteDBDatabase
public import RouteDBRouting

extension RegistryEditor {
    /// Adds an app to a namespace.
    ///
    /// An app is identified by its platform and identifier; adding an equal one again does nothing.
    /// Fingerprints may be written without colons, and in small letters; they are stored in Android's
    /// form.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - namespace: The name of the namespace.
    ///   - isReplacing: Whether to replace what is said about an app that is there; otherwise a
    ///     difference is an error.
    /// - Returns: Whether the app was added, replaced or unchanged, with the app.
    /// - Throws: `invalidValue`, also for a choice that chooses no route of the namespace and its
    ///   fallbacks; `appConflict`, `namespaceNotFound`.
    @discardableResult
    public func addApp(
        _ app: LinkedApp, in namespace: String, replacing isReplacing: Bool = false
    ) throws(RouteDBError) -> EditOutcome<LinkedApp> {
        try addApp(app, in: namespace, replacing: isReplacing, requiringRoutes: true)
    }

    /// Adds an app, as ``addApp(_:in:replacing:)`` does.
    @discardableResult
    package func addApp(
        _ app: LinkedApp, in namespace: String, replacing isReplacing: Bool,
        requiringRoutes isStrict: Bool
    ) throws(RouteDBError) -> EditOutcome<LinkedApp> {
        try perform { () throws(RouteDBError) in
            let space = try live.namespace(named: namespace)
            let new = try AppRules.checked(app)
            let old = try live.apps.find(new.identifier, on: new.platform, of: space.id)
            guard old != new else { return .unchanged(new) }
            guard old == nil || isReplacing else {
                throw RouteDBError(
                    .appConflict,
                    "The namespace '\(namespace)' already has the app '\(new.identifier)', which"
                        + " differs.", hint: "Change that one: 'routedb app set'.")
            }
            if isStrict, new.hasChoices {
                let all = try live.namespacesByName().values
                try AppRules.checkChoices(
                    of: new, in: namespace,
                    among: ChosenRoutes(
                        routes: Versions(database: live.database),
                        namespaces: Set(space.withFallbacks(among: all).map(\.id))))
            }
            let revision = try makeRevision()
            if let old { try live.apps.end(old, of: space.id, in: revision) }
            try live.apps.insert(AppRecord(namespace: space.id, app: new), in: revision)
            return old == nil ? .added(new) : .replaced(new)
        }
    }

    /// Removes an app from a namespace.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier.
    ///   - platform: Its platform, or `nil` if one platform only has the identifier.
    ///   - namespace: The name of the namespace.
    /// - Returns: The removed app.
    /// - Throws: `appNotFound`, `namespaceNotFound`; `nameAmbiguous` if both platforms have it.
    @discardableResult
    public func removeApp(
        _ identifier: String, on platform: LinkedApp.Platform? = nil, in namespace: String
    ) throws(RouteDBError) -> LinkedApp {
        try perform { () throws(RouteDBError) in
            let space = try live.namespace(named: namespace)
            let one = try platform.flatMap { (platform) throws(RouteDBError) in
                try live.apps.find(identifier, on: platform, of: space.id)
            }
            let found =
                if let one { one } else {
                    try live.apps.all(of: space.id)
                        .named(identifier, on: platform, in: namespace)
                }
            try live.apps.end(found, of: space.id, in: try makeRevision())
            return found
        }
    }

    /// The apps of a namespace, by platform and identifier.
    ///
    /// - Parameter namespace: The name of the namespace.
    /// - Returns: The apps.
    /// - Throws: `namespaceNotFound`.
    public func apps(in namespace: String) throws(RouteDBError) -> [LinkedApp] {
        try perform { () throws(RouteDBError) in
            try live.apps.all(of: try live.namespace(named: namespace).id)
        }
    }
}

extension [LinkedApp] {
    /// The app with an identifier.
    package func named(
        _ identifier: String, on platform: LinkedApp.Platform?, in namespace: String
    ) throws(RouteDBError) -> LinkedApp {
        let known = filter { platform == nil || $0.platform == platform }
        let found = known.filter { $0.identifier.utf8.elementsEqual(identifier.utf8) }
        guard let first = found.first else {
            throw RouteDBError(noApp: identifier, on: platform, in: namespace, among: known)
        }
        guard found.count == 1 else {
            throw RouteDBError(
                .nameAmbiguous,
                "The namespace '\(namespace)' has an app '\(identifier)' for each platform.",
                hint: "Say which one: --platform ios, or --platform android.")
        }
        return first
    }
}
