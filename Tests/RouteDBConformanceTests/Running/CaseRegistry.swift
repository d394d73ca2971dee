import RouteDB
import RouteDBStorage

/// The fresh registry of a case, whose namespaces go by the names that the case gives them, and a
/// dispatcher over it.
struct CaseRegistry {
    private let registry: RouteRegistry
    let dispatcher: Dispatcher
    private let template: NamespaceDraft
    /// The namespaces beside `default`: their names in the registry, by those in the case.
    private var namespaces: [String: String] = [:]
    private var namespaceCount = 0
    /// The routes that the registry did not take.
    private(set) var refusals: [Refusal] = []

    /// Makes `default` like the template, whose name does not matter.
    init(_ registry: RouteRegistry, like template: NamespaceDraft) async throws {
        self.registry = registry
        dispatcher = Dispatcher(registry)
        self.template = template
        try await edit { editor in
            _ = try editor.updateNamespace(RouteNamespace.defaultName) {
                $0.profile = template.profile
                $0.overrides = template.overrides
            }
        }
    }

    var table: RoutingTable { registry.table }

    /// Edits the registry, and makes sure that it resolves by what was written.
    private func edit<Value: Sendable>(
        _ body: @Sendable (RegistryEditor) throws -> Value
    ) async throws -> Value {
        let value = try await registry.edit { try body($0) }.value
        if let error = registry.health.refreshError { throw error }
        return value
    }

    // MARK: Namespaces

    /// Makes a namespace unless it is there.
    ///
    /// - Returns: Its name in the registry, which takes fewer characters than a case does.
    mutating func namespace(
        _ name: String, change: (inout NamespaceDraft) -> Void = { _ in }
    ) async throws -> String {
        if let known = namespaces[name] { return known }
        namespaceCount += 1
        var draft = template
        draft.name = "n\(namespaceCount)"
        change(&draft)
        try await edit { [draft] editor in _ = try editor.addNamespace(draft) }
        namespaces[name] = draft.name
        return draft.name
    }

    /// The name in the registry of a service: its own, with other bytes than of letters and digits
    /// as numbers, behind a word that no other namespace begins with.
    func name(ofService service: String) -> String {
        service.utf8.reduce(into: "service.") { name, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || 48...57 ~= byte)
            name += isPlain ? String(scalar) : ".\(byte)."
        }
    }

    /// Makes the namespace of a service unless it is there.
    mutating func service(_ service: String) async throws -> String {
        let name = name(ofService: service)
        return try await namespace(service) { $0.name = name }
    }

    /// The namespaces that the case has named, under the names in the registry.
    var namesByNamespace: [String: String] {
        Dictionary(uniqueKeysWithValues: namespaces.map { ($0.value, $0.key) })
    }

    /// Removes a namespace with its routes, by its name in the registry.
    mutating func removeNamespace(_ namespace: String) async throws {
        namespaces = namespaces.filter { $0.value != namespace }
        try await edit { editor in
            _ = try editor.removeNamespace(namespace, removingRoutes: true)
        }
    }

    /// Defines a type of parameters in a namespace.
    func setConverter(
        _ name: String, to rule: ParameterConverter.Rule, in namespace: String
    ) async throws {
        try await edit { editor in
            _ = try editor.setConverter(name, rule: rule, in: namespace)
        }
    }

    // MARK: Routes

    /// The codes of the errors that say that a route cannot be there: its pattern or name is wrong,
    /// or another's.
    private static let refusing: [RouteDBError.Code] = [
        .invalidPattern, .invalidValue, .routeConflict,
    ]

    /// Adds routes in order; those that the registry refuses are not there.
    ///
    /// - Returns: The ids of the routes that are new.
    @discardableResult
    mutating func add(_ drafts: [RouteDraft]) async throws -> [RouteID?] {
        let (ids, refused) = try await edit { editor in
            var refused: [Refusal] = []
            let ids = try drafts.map { draft -> RouteID? in
                do {
                    guard case .added(let id) = try editor.add(draft) else { return nil }
                    return id
                } catch let error as RouteDBError where Self.refusing.contains(error.code) {
                    refused.append(
                        Refusal(
                            pattern: draft.pattern ?? "",
                            isMalformed: error.code != .routeConflict))
                    return nil
                }
            }
            return (ids, refused)
        }
        refusals += refused
        return ids
    }

    /// Notes a route whose marks nothing can be written with, so that it is not there.
    mutating func refuse(_ pattern: String) {
        refusals.append(Refusal(pattern: pattern, isMalformed: true))
    }

    func remove(_ routes: [Route]) async throws {
        let ids = Set(routes.map(\.id))
        try await edit { editor in
            for id in ids { _ = try editor.remove(RouteReference(id)) }
        }
    }

    /// The routes of a namespace in the order of match, by its name in the registry.
    func routes(in namespace: String) -> [Route] {
        var seen: Set<RouteID> = []
        return table.rankedPatterns(in: namespace).map(\.route).filter {
            seen.insert($0.id).inserted
        }
    }
}
