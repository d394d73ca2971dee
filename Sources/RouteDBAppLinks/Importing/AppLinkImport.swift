public import RouteDB
import RouteDBRouting

/// The routes and the apps of a file that decides which links open an app.
///
/// A component becomes a route. One that excludes becomes a route too, which the website answers: it has
/// the label `web-only`, which the app excludes. What routes cannot say is in ``losses``.
///
/// ```swift
/// let file = AppLinkImport(AppLinkFile(bytes), target: "page", namespace: "web")
/// try await registry.apply(file.document, to: .init(namespace: "web"))
/// ```
public struct AppLinkImport: Sendable {
    /// A detail that a route does not express as the file does.
    public struct Loss: Hashable, Sendable {
        /// The place in the file, such as `applinks.details[0].components[2]`.
        public let item: String
        /// The loss, as a sentence.
        public let message: String
        /// True if no route was made of the component.
        public let isLeftOut: Bool
    }

    /// The routes, in the order of the file.
    public private(set) var routes: [RouteDraft] = []
    /// The apps.
    public private(set) var apps: [LinkedApp] = []
    /// The details that the routes and apps do not express as the file does.
    public private(set) var losses: [Loss] = []
    private let namespace: String

    /// The label of routes that no app opens.
    public static let webOnlyLabel = "web-only"

    /// Reads the routes and apps of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - target: The target of the routes.
    ///   - namespace: The name of their namespace.
    ///   - group: The group of the routes.
    /// - Complexity: Linear in the file, and quadratic in the number of entries with components.
    public init(
        _ file: AppLinkFile, target: String, namespace: String = RouteNamespace.defaultName,
        group: String? = nil
    ) {
        self.namespace = namespace
        // What is not of the type that the platform reads is not read here either.
        losses = file.findings.filter { $0.code == .wrongType }.map { finding in
            Loss(item: finding.item, message: finding.message, isLeftOut: true)
        }
        var entries: [Entry] = []
        switch file.rules {
        case .apple(let association):
            for entry in association.entries { entries.append(Entry(entry, losses: &losses)) }
        case .android(let links):
            for statement in links.statements {
                entries.append(Entry(statement, losses: &losses))
            }
        case .manifest(let manifest): entries.append(Entry(manifest, losses: &losses))
        }
        let drafts = Self.drafts(of: &entries)
        routes = drafts.map { draft in
            var route = RouteDraft(
                pattern: draft.pattern, syntax: .native, target: target, group: group,
                namespace: namespace, labels: draft.labels)
            route.note = draft.note
            return route
        }
        apps = entries.flatMap(\.apps)
    }

    /// The routes and apps as a document.
    public var document: RegistryDocument {
        RegistryDocument(routes: routes, apps: [namespace: apps])
    }
}

extension AppLinkImport {
    /// A route before its namespace and target are known.
    fileprivate struct Draft {
        let pattern: String
        var labels: [String: String] = [:]
        var note: String?
    }

    /// The components of some apps.
    fileprivate struct Entry {
        var apps: [LinkedApp]
        /// The patterns of its components, each once.
        var patterns: [(pattern: String, isExclude: Bool)] = []

        init(_ entry: AppleAssociation.Entry, losses: inout [Loss]) {
            apps = entry.apps.map { LinkedApp(.ios, $0) }
            var reader = ComponentImport(usesTrailingSlash: false)
            for component in entry.components where reader.isOpen {
                reader.read(component)
            }
            take(&reader, losses: &losses)
        }

        init(_ statement: AssetLinks.Statement, losses: inout [Loss]) {
            apps = [
                LinkedApp(.android, statement.package, fingerprints: statement.fingerprints)
            ]
            let item = statement.path.text
            guard !statement.components.isEmpty else {
                losses.append(
                    Loss(
                        item: item,
                        message: "There are no components: the manifest says which links open the"
                            + " app.", isLeftOut: true))
                return
            }
            var reader = ComponentImport(usesTrailingSlash: true)
            for component in statement.components where reader.isOpen { reader.read(component) }
            take(&reader, losses: &losses)
        }

        init(_ manifest: AndroidManifest, losses: inout [Loss]) {
            apps = []
            let package = manifest.hasPackage ? manifest.package : "PACKAGE"
            losses.append(
                Loss(
                    item: manifest.package,
                    message: "A manifest has no fingerprint of its app: add the app with"
                        + " 'routedb app add android \(package) --fingerprint HEX'.",
                    isLeftOut: false))
            var reader = ComponentImport(usesTrailingSlash: true)
            for filter in manifest.filters { reader.read(filter) }
            take(&reader, losses: &losses)
        }

        private mutating func take(_ reader: inout ComponentImport, losses: inout [Loss]) {
            var seen: Set<String> = []
            patterns = reader.patterns.filter { seen.insert($0.pattern).inserted }
            losses += reader.losses
        }
    }

    /// Makes one route of each pattern, and says for each app which of them it opens.
    fileprivate static func drafts(of entries: inout [Entry]) -> [Draft] {
        var drafts: [Draft] = []
        var places: [String: Int] = [:]
        for (pattern, _) in entries.flatMap(\.patterns) where places[pattern] == nil {
            places[pattern] = drafts.count
            drafts.append(Draft(pattern: pattern))
        }
        let withRoutes = entries.indices.filter { !entries[$0].patterns.isEmpty }
        for number in withRoutes {
            let opened = Set(entries[number].patterns.filter { !$0.isExclude }.map(\.pattern))
            guard opened.count < drafts.count else { continue }
            if withRoutes.count == 1 {
                for (pattern, isExclude) in entries[number].patterns where isExclude {
                    if let place = places[pattern] { drafts[place].labels[webOnlyLabel] = "yes" }
                }
                for app in entries[number].apps.indices {
                    entries[number].apps[app].excludes = ["label:\(webOnlyLabel)"]
                }
            } else {
                let label = "app-\(number + 1)"
                for pattern in opened {
                    if let place = places[pattern] { drafts[place].labels[label] = "yes" }
                }
                for app in entries[number].apps.indices {
                    entries[number].apps[app].includes = ["label:\(label)"]
                }
            }
        }
        return drafts
    }
}
