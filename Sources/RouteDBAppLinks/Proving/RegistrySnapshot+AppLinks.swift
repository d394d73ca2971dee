public import RouteDB
package import RouteDBRouting

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
    /// - Throws: `namespaceNotFound`; `invalidInput` if the file does not name the app, the manifest is
    ///   another file or that of another app, or links to the host are bound to another namespace.
    /// - Complexity: Limited to 2 million steps for each component and each route, and to 40 million
    ///   in all; what is not decided by then is reported as undecided.
    public func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String, apiLevel: Int = 35,
        manifest: AppLinkFile? = nil
    ) throws(RouteDBError) -> AppLinkProof {
        var budget = AppLinkProver.totalBudget
        return try appLinkProof(
            of: file, app: app, with: LinkedRoutes(self, namespace: namespace, host: host),
            apiLevel: apiLevel, manifest: manifest, budget: &budget)
    }

    /// Compares a file with the routes of a namespace, and its fallbacks, for some of its apps.
    ///
    /// All apps share one budget of 40 million steps. An app that is compared after it has ended is undecided,
    /// and its proof says so.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - apps: Apps of the file.
    ///   - namespace: The name of the namespace.
    ///   - host: The host that serves the file.
    ///   - apiLevel: The level of Android's API; Apple's platforms ignore it.
    ///   - manifest: The manifest of the app, if the file is `assetlinks.json`.
    /// - Returns: How the file relates to the routes, for each app.
    /// - Throws: As ``appLinkProof(of:app:namespace:host:apiLevel:manifest:)``.
    public func appLinkProofs(
        of file: AppLinkFile, apps: [String], namespace: String, host: String, apiLevel: Int = 35,
        manifest: AppLinkFile? = nil
    ) throws(RouteDBError) -> [AppLinkProof] {
        var budget = AppLinkProver.totalBudget
        return try appLinkProofs(
            of: file, apps: apps, with: LinkedRoutes(self, namespace: namespace, host: host),
            apiLevel: apiLevel, manifest: manifest, budget: &budget)
    }

    /// Compares a file with routes, for some of its apps, within a budget of steps.
    package func appLinkProofs(
        of file: AppLinkFile, apps: [String], with links: LinkedRoutes, apiLevel: Int = 35,
        manifest: AppLinkFile? = nil, budget: inout Int
    ) throws(RouteDBError) -> [AppLinkProof] {
        var proofs: [AppLinkProof] = []
        for app in apps {
            proofs.append(
                try appLinkProof(
                    of: file, app: app, with: links, apiLevel: apiLevel, manifest: manifest,
                    budget: &budget))
        }
        return proofs
    }

    /// Compares a file with routes, within a budget of steps.
    package func appLinkProof(
        of file: AppLinkFile, app: String, with links: LinkedRoutes, apiLevel: Int = 35,
        manifest: AppLinkFile? = nil, budget: inout Int
    ) throws(RouteDBError) -> AppLinkProof {
        guard !file.namesApps || file.apps.contains(app) else {
            throw RouteDBError(
                .invalidInput, "The file does not name the app '\(app)'.",
                hint: "Its apps are: \(file.apps.prefix(8).joined(separator: ", ")).")
        }
        let limit = try manifest.map { manifest throws(RouteDBError) in
            try file.limit(by: manifest, of: app)
        }
        let reading = FileReading(
            file: file, manifest: limit, app: app, host: links.host, apiLevel: apiLevel)
        let comparison = AppLinkComparison(
            reading, with: links, of: linkedApp(app, on: file.platform, in: links.namespace.id),
            budget: budget)
        let proof = comparison.proof()
        budget = comparison.budget
        return proof
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
        _ name: String, on platform: LinkedApp.Platform, in namespace: NamespaceID
    ) -> LinkedApp? {
        apps[namespace]?.first { $0.isSame(LinkedApp(platform, name)) }
    }
}
