#if Server
import HTTPTypes
package import RouteDB

/// The items of one kind, as the API lists and changes them.
///
/// The endpoints derive from this, in `ItemCollection+Endpoints.swift`.
protocol ItemCollection: SendableMetatype {
    /// An item as answers describe it.
    associatedtype Item
    /// An item as bodies describe it.
    associatedtype Draft: Sendable

    static var outline: CollectionOutline { get }

    // MARK: Reading

    /// Returns the page of the list that a call asks for.
    static func page(_ call: Call, in state: ServiceState) async throws -> Page<Item>

    /// Returns the item that a call names.
    static func find(_ call: Call, in state: ServiceState) async throws -> Item

    /// Returns the JSON of an item.
    static func object(of item: Item) -> JSONObject

    /// Returns the namespace of an item, by which callers are limited; `nil` without one.
    static func namespace(of item: Item) -> String?

    // MARK: Editing

    /// Returns the item that a call names, as the edit finds it.
    static func find(_ call: Call, in editor: RegistryEditor) throws -> Item

    /// Returns the members of an answer that a body may set, without those that follow from others.
    static func settings(in object: JSONObject) -> JSONObject

    /// Returns the item that a draft would replace; `nil` if it would be a new one.
    static func replaced(
        by draft: Draft, for call: Call, in editor: RegistryEditor
    ) throws -> Item?

    /// Returns the values of the path's parameters for the item of a change.
    static func names(in change: JSONObject, for call: Call) -> [String]

    /// Returns the members by which a path names an item, with their values.
    static func identity(_ call: Call) throws -> [(key: String, value: String)]

    /// Returns the settings of an item after a merge patch.
    static func merged(_ patch: JSONObject, into item: Item) throws -> JSONObject

    /// Reads the item that the settings of a body describe.
    static func draft(_ settings: JSONObject) throws -> Draft

    /// Returns the namespace of an item to store, by which callers are limited; `nil` without one.
    static func namespace(
        of draft: Draft, for call: Call, in editor: RegistryEditor
    ) throws -> String?

    /// Stores an item, in place of the one that a patch is about, and returns the change.
    static func store(
        _ draft: Draft, over old: Item?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject

    /// Removes an item, and returns the change.
    static func remove(
        _ item: Item, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject
}

/// Items of which there are few beside routes, so that all are read, and remembered.
protocol SmallCollection: ItemCollection {
    /// Reads the part of the registry in which the items are found.
    static func contents(
        for call: Call, in state: ServiceState
    ) async throws(RouteDBError) -> RegistrySnapshot

    /// Returns the items of a snapshot, in the order of the list.
    static func all(_ snapshot: RegistrySnapshot) -> [Item]

    /// Returns the item that a call names.
    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> Item
}

extension SmallCollection {
    static func contents(
        for call: Call, in state: ServiceState
    ) async throws(RouteDBError) -> RegistrySnapshot { try await state.items(for: call) }

    static func page(_ call: Call, in state: ServiceState) async throws -> Page<Item> {
        let snapshot = try await contents(for: call, in: state)
        if let name = call.text("namespace") {
            try call.caller.check(mayUse: name)
            _ = try snapshot.namespace(named: name)
        }
        let wanted = call.caller.namespace ?? call.text("namespace")
        let items = all(snapshot).filter { wanted == nil || namespace(of: $0) == wanted }
        return try Page(of: items, at: snapshot.revision, for: call)
    }

    static func find(_ call: Call, in state: ServiceState) async throws -> Item {
        try find(call, in: try await contents(for: call, in: state))
    }
}

extension ItemCollection {
    static func replaced(
        by draft: Draft, for call: Call, in editor: RegistryEditor
    ) throws -> Item? {
        do {
            return try find(call, in: editor)
        } catch  where Problem(error).status == .notFound {
            return nil
        }
    }

    static func names(in change: JSONObject, for call: Call) -> [String] {
        outline.path.map { call.required($0.name) }
    }

    static func settings(in object: JSONObject) -> JSONObject {
        object.without("id", "schema", "outcome")
    }

    static func identity(_ call: Call) throws -> [(key: String, value: String)] { [] }

    static func merged(_ patch: JSONObject, into item: Item) throws -> JSONObject {
        MergePatch.apply(patch, to: settings(in: object(of: item)))
    }

    static func namespace(
        of draft: Draft, for call: Call, in editor: RegistryEditor
    ) throws -> String? { nil }

    /// Returns the JSON of a change.
    static func change(_ outcome: String, _ object: JSONObject) -> JSONObject {
        let head: JSONObject = ["outcome": .string(outcome)]
        return head.merging(object)
    }

    /// Returns the namespace that the query of a call names, or else the caller's own.
    static func namespace(_ call: Call) throws(Problem) -> String {
        let name = call.text("namespace") ?? call.caller.namespace ?? RouteNamespace.defaultName
        try call.caller.check(mayUse: name)
        return name
    }

    /// Returns the item with the id that the path of a call names.
    static func numbered<Element>(
        _ call: Call, _ find: (_ id: Int64) throws -> Element?
    ) throws -> Element {
        guard let number = Int64(call.required("id")) else {
            throw Problem(
                .notFound, "notFound", "\(call.required("id").excerpt) is not an id.",
                hint: "Give a number of the list.")
        }
        if let found = try find(number) { return found }
        let noun = outline.noun
        throw Problem(
            .notFound, outline.name.asciiLowercased + "NotFound",
            "No \(noun) has the id \(number).",
            hint: "See /api/v1/\(outline.key) for those there are.")
    }
}

/// Names and texts of a collection, and the operations that the API has for it.
struct CollectionOutline: Sendable {
    /// The key of lists and the part of the path, such as `rules`.
    let key: String
    /// The kind of item in names of operations, such as `Rule`.
    let name: String
    /// The kind of item in sentences, such as `access rule`.
    let noun: String
    /// The name of the schema of an item.
    let schema: String
    /// The parameters that name an item: those of the path, in order, and of the query.
    let parameters: [Endpoint.Parameter]
    /// The namespaces that listing and reading are about.
    var reading = Endpoint.NamespaceUse.limited
    /// The namespaces that edits are about.
    var editing = Endpoint.NamespaceUse.limited
    /// The schema of a change.
    let change: JSONSchema
    /// True if a patch may change the members by which a path names an item.
    var isRenamed = false
    let operations: [Operation]

    enum Operation: Sendable {
        /// Lists items, by the conditions of parameters; by default, that of a namespace.
        case list(_ summary: String, [Endpoint.Parameter]? = nil)
        case get
        /// Stores an item that no path names.
        case add(_ summary: String, Endpoint.Body, parameters: [Endpoint.Parameter] = [])
        /// Stores an item under the name in the path.
        case put(_ summary: String, Endpoint.Body)
        case patch(BodyObject, summary: String? = nil, note: String = "")
        case remove(_ summary: String, parameters: [Endpoint.Parameter] = [])
    }

    /// The schema of a change with an outcome and other members.
    static func change(_ members: JSONSchema.Member...) -> JSONSchema {
        .object(
            [
                .init(
                    "outcome",
                    .word(["added", "replaced", "set", "unchanged", "removed"], "What was done."))
            ] + members, "A change.")
    }

    /// The parameters of an item's path.
    var path: [Endpoint.Parameter] { parameters.filter { $0.place == .path } }

    /// The kind of item with an article.
    var one: String { ("aeiou".contains(noun.prefix(1)) ? "an " : "a ") + noun }
}

/// JSON merge patches (RFC 7396).
package enum MergePatch {
    /// Returns an object with a patch applied, in time linear in the size of both.
    package static func apply(_ patch: JSONObject, to object: JSONObject) -> JSONObject {
        var members = object.members.map(Optional.some)
        var places: [TextKey: Int] = [:]
        for (place, member) in object.members.enumerated() { places[TextKey(member.key)] = place }
        for member in patch.members {
            let place = places[TextKey(member.key)]
            let new = applied(member.value, to: place.flatMap { members[$0]?.value })
                .map { JSONObject.Member(key: member.key, value: $0) }
            if let place { members[place] = new } else { members.append(new) }
        }
        return JSONObject(distinct: members.compactMap { $0 })
    }

    /// Returns a value with a patch applied; `nil` if the patch removes it.
    private static func applied(_ patch: JSONValue, to value: JSONValue?) -> JSONValue? {
        switch (patch, value) {
        case (.null, _): nil
        case (.object(let patch), .object(let object)?): .object(apply(patch, to: object))
        case (.object(let patch), _): .object(apply(patch, to: [:]))
        default: patch
        }
    }
}

extension JSONObject {
    /// The id of the object's item, as it stands in addresses.
    var idText: String { if case .int(let id)? = self["id"] { "\(id)" } else { "" } }

    /// The id, marked so that it is not taken for a name.
    var idReference: String { "#\(idText)" }

    /// Returns the object without some of its members.
    func without(_ keys: String...) -> JSONObject {
        keys.reduce(into: self) { $0[$1] = nil }
    }
}
#endif
