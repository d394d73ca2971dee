public import RouteDBRouting
public import RouteDBStorage

/// The intended contents of a registry, or of a part of it: a file of routes, or drafts in code.
///
/// A document lists things by kind. Applying it with
/// ``RouteRegistry/apply(_:to:message:author:source:expecting:dryRun:createsNamespaces:approving:)``
/// makes the registry have what it lists, and nothing else of those kinds; a kind that is `nil` is
/// left alone, while an empty list removes everything of its kind.
///
/// ```swift
/// let document = RegistryDocument(routes: [
///     RouteDraft(pattern: "/user/{id:int}", target: "user.profile", name: "user")
/// ])
/// try await registry.apply(document, author: "MyApp 2.1")
/// ```
public struct RegistryDocument: Sendable {
    /// The name of the document in error messages, such as the name of its file.
    public let name: String
    /// The format that the document was read from; `nil` if it was made in code.
    public internal(set) var format: Format?

    var namespaces: [Entry<NamespaceDraft>]?
    var converters: [Entry<ConverterDraft>]?
    var routes: [Entry<ImportedRoute>]?
    var defaults: [Entry<Defaults>]?
    var rules: [Entry<Rule>]?
    var suppressions: [Entry<Suppression>]?
    var cases: [Entry<RouteTestCase>]?
    var apps: [Entry<App>]?
    /// The part of a registry that the document was exported from.
    var selection = Part()
    /// The place of the selection.
    var selectionOrigin: Origin?
    /// The place of the list of converters.
    var convertersOrigin = Origin(label: "converters") { _ in nil }
    /// Why nothing after the entries could be read.
    var end: InputProblem?
    /// The columns or keys that are not a field.
    package internal(set) var ignored = IgnoredFields()

    /// The part that an export was limited to.
    package var part: Part { selection }

    /// The part that an export was limited to, in words; `nil` if it is of the whole registry.
    package var selectedPart: String? {
        let parts = [
            selection.group.map { "the group '\($0)'" },
            selection.namespace.map { "the namespace '\($0)'" },
        ]
        let words = parts.compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: " of ")
    }

    /// The number of routes whose target looks like a URL, although they do not redirect there.
    package var urlTargetCount: Int {
        (routes ?? []).count { entry in
            guard case .item(let route, _) = entry else { return false }
            return route.draft.redirect == nil && RouteRedirect.isURL(route.draft.target)
        }
    }

    /// True if a route redirects.
    package var hasRedirects: Bool {
        (routes ?? []).contains { entry in
            if case .item(let route, _) = entry { route.draft.redirect != nil } else { false }
        }
    }

    init(name: String) { self.name = name }

    /// Creates a document from drafts.
    ///
    /// - Parameters:
    ///   - name: The name of the document in error messages.
    ///   - namespaces: The namespaces, in any order.
    ///   - converters: The converters.
    ///   - routes: The routes, in the order in which new ones are registered.
    ///   - defaults: The default values of namespaces and groups; a route has its own in its draft.
    ///   - rules: The access rules, oldest first.
    ///   - suppressions: The suppressions of lint findings.
    ///   - cases: The route tests.
    ///   - apps: The apps of namespaces, by the names of these.
    public init(
        named name: String = "document", namespaces: [NamespaceDraft]? = nil,
        converters: [ConverterDraft]? = nil, routes: [RouteDraft]? = nil,
        defaults: [Defaults]? = nil, rules: [RuleDraft]? = nil,
        suppressions: [SuppressionDraft]? = nil, cases: [RouteTestCase]? = nil,
        apps: [String: [LinkedApp]]? = nil
    ) {
        self.init(name: name)
        self.namespaces = Self.entries("namespaces", namespaces)
        self.converters = Self.entries("converters", converters)
        self.routes = Self.entries("routes", routes?.map { ImportedRoute(draft: $0) })
        self.defaults = Self.entries("defaults", defaults)
        self.rules = Self.entries("rules", rules?.map { Rule(draft: $0) })
        self.suppressions = Self.entries(
            "suppressions", suppressions?.map { Suppression(draft: $0) })
        self.cases = Self.entries("cases", cases)
        let all = apps?.sorted { $0.key < $1.key }.flatMap { name, apps in
            apps.map { App(namespace: name, content: $0) }
        }
        self.apps = Self.entries("apps", all)
    }

    /// Creates a document from what the file of another program says.
    package init(
        named name: String, namespaces: [NamespaceDraft],
        routes: [(draft: RouteDraft, place: @Sendable () -> InputPlace?)]
    ) {
        self.init(name: name)
        self.namespaces = namespaces.isEmpty ? nil : Self.entries("namespaces", namespaces)
        self.routes = routes.map { draft, place in
            .item(ImportedRoute(draft: draft), Origin { _ in place() })
        }
    }

    private static func entries<Content>(_ key: String, _ contents: [Content]?) -> [Entry<Content>]?
    {
        contents?.enumerated().map { index, content in
            .item(content, Origin(label: "\(key)[\(index)]") { _ in nil })
        }
    }
}

extension RegistryDocument {
    /// The part of a registry that a document describes.
    public struct Part: Hashable, Sendable {
        /// The name of the namespace; `nil` for all.
        public var namespace: String?
        /// The group; `nil` for all routes, with or without a group.
        public var group: String?

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - namespace: The name of the namespace, or `nil` for all.
        ///   - group: The group, or `nil` for all routes.
        public init(namespace: String? = nil, group: String? = nil) {
            (self.namespace, self.group) = (namespace, group)
        }
    }

    /// The default values of a namespace or a group.
    public struct Defaults: Hashable, Sendable {
        /// The namespace or group.
        public var place: DefaultPlace
        /// The values, by key.
        public var values: JSONObject

        /// Creates the default values of a place.
        public init(_ values: JSONObject, in place: DefaultPlace) {
            self.values = values
            self.place = place
        }
    }

    /// A converter, which routes use as a type.
    public struct ConverterDraft: Hashable, Sendable {
        /// The name, unique in the namespace.
        public var name: String
        /// The rule that the converter applies to a text.
        public var rule: ParameterConverter.Rule
        /// The name of the namespace.
        public var namespace: String

        /// Creates a converter.
        public init(
            _ name: String, _ rule: ParameterConverter.Rule,
            in namespace: String = RouteNamespace.defaultName
        ) {
            self.name = name
            self.rule = rule
            self.namespace = namespace
        }
    }

    /// An access rule, which may be about one of the document's own routes.
    struct Rule: Sendable {
        var draft: RuleDraft
        /// The route, in place of the draft's place.
        var route: RouteMention?
        /// The namespace that it names.
        var namespace: String?

        init(draft: RuleDraft) {
            self.draft = draft
            switch draft.place {
            case .namespace(let name), .group(let name, group: _): namespace = name
            case .route(let reference):
                namespace = reference.namespace
                route = .reference(reference)
            }
        }

        init(draft: RuleDraft, route: RouteMention) {
            self.draft = draft
            self.route = route
            namespace = route.namespace
        }
    }

    /// A suppression, which may be about the document's own routes.
    struct Suppression: Sendable {
        var draft: SuppressionDraft
        /// The routes, in place of the draft's.
        var route: RouteMention?
        var other: RouteMention?

        init(draft: SuppressionDraft) {
            self.draft = draft
            route = draft.route.map { .reference($0) }
            other = draft.other.map { .reference($0) }
        }

        init(draft: SuppressionDraft, route: RouteMention?, other: RouteMention?) {
            (self.draft, self.route, self.other) = (draft, route, other)
        }
    }

    /// An app of a namespace.
    struct App: Sendable {
        let namespace: String
        let content: LinkedApp
    }

    /// An item of a document, or why it could not be read.
    enum Entry<Content: Sendable>: Sendable {
        case item(Content, Origin)
        case problem(InputProblem)
    }

    /// Where an item stands.
    struct Origin: Sendable {
        /// The place in the document's structure, if the document is not a file.
        var label: String?
        /// Returns the place of a field in the file, or of the item as a whole.
        let place: @Sendable (String?) -> InputPlace?

        /// Returns a problem with a field, or with the item as a whole.
        func problem(
            _ key: String?, _ message: String, hint: String? = nil,
            remedy: InputProblem.Remedy? = nil
        ) -> InputProblem {
            InputProblem(at: place(key), item: label, message, hint: hint, remedy: remedy)
        }
    }
}

extension JSONReader<JSONText> {
    /// The place of the object and its members.
    var origin: RegistryDocument.Origin {
        // The text alone: its parsed value would take much more memory.
        let (source, path) = (sink.source, path)
        return RegistryDocument.Origin { key in
            source?.place(of: path + (key.map { [.key($0)] } ?? []))
        }
    }
}
