public import RouteDB
import RouteDBRouting

extension RegistrySnapshot {
    /// Compares a file with the routes of a namespace, and its fallbacks.
    ///
    /// The comparison is a proof over all links of its domain, see ``AppLinkProof``, and not a sample.
    /// Each witness was checked with the platform's rules and with the registry's matcher.
    ///
    /// If the namespace has the app, with a choice of routes, then links that other routes answer must
    /// stay in the browser.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - app: An app of the file. A manifest that does not name its app is that of any app.
    ///   - namespace: The name of the namespace.
    ///   - host: The host that serves the file.
    ///   - apiLevel: The level of Android's API; Apple's platforms ignore it.
    ///   - manifest: The manifest of the app, if the file is `assetlinks.json`: then a link opens the app
    ///     if both files say so.
    /// - Returns: How the file relates to the routes.
    /// - Throws: `namespaceNotFound`; `invalidInput` if the file does not name the app, or the manifest
    ///   is another file or that of another app.
    /// - Complexity: Limited to 2 million steps for each component and each route, and to 40 million
    ///   in all; what is not decided by then is reported as undecided.
    public func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String, apiLevel: Int = 35,
        manifest: AppLinkFile? = nil
    ) throws(RouteDBError) -> AppLinkProof {
        try appLinkProof(
            of: file, app: app, namespace: namespace, host: host, apiLevel: apiLevel,
            manifest: manifest, budget: AppLinkProver.totalBudget)
    }

    /// Compares a file with the routes of a namespace, within a budget of steps.
    package func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String, apiLevel: Int = 35,
        manifest: AppLinkFile? = nil, budget: Int
    ) throws(RouteDBError) -> AppLinkProof {
        let space = try self.namespace(named: namespace)
        guard !file.namesApps || file.apps.contains(app) else {
            throw RouteDBError(
                .invalidInput, "The file does not name the app '\(app)'.",
                hint: "Its apps are: \(file.apps.prefix(8).joined(separator: ", ")).")
        }
        let limit = try manifest.map { manifest throws(RouteDBError) in
            try file.limit(by: manifest, of: app)
        }
        let reading = FileReading(
            file: file, manifest: limit, app: app, host: host.lowercased(), apiLevel: apiLevel)
        return AppLinkComparison(reading, with: self, in: space, budget: budget).proof()
    }

    /// The apps of a file that are compared with the routes of a namespace: those of the manifest too, if
    /// that names its app.
    ///
    /// A manifest that names none is that of the only app of the namespace.
    package func comparedApps(
        of file: AppLinkFile, manifest: AppLinkFile?, namespace: String
    ) throws(RouteDBError) -> [String] {
        // A manifest beside another file than assetlinks.json is refused too.
        if manifest != nil, file.platform == .ios || file.isManifest { return file.apps }
        guard file.namesApps else {
            let space = try self.namespace(named: namespace)
            let known = (apps[space.id] ?? []).filter { $0.platform == .android }
            return known.count == 1 ? known.map(\.identifier) : file.apps
        }
        guard let manifest, manifest.namesApps else { return file.apps }
        let common = file.apps.filter(manifest.apps.contains)
        return common.isEmpty && !file.apps.isEmpty ? manifest.apps : common
    }

    /// The app of a namespace by its name, with its choice of routes; `nil` if the namespace does not have
    /// it.
    package func linkedApp(
        _ name: String, on platform: AppLinkPlatform, in namespace: NamespaceID
    ) -> LinkedApp? {
        apps[namespace]?.first { $0.isSame(LinkedApp(platform, name)) }
    }
}
