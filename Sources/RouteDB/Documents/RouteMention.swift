import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// How an access rule or a suppression of a document says which route it is about.
///
/// It names the route, and never counts lines: lines move when others are inserted or merged.
enum RouteMention: Hashable, Sendable {
    /// The name, as in `shop:sale/start`; without a group, that of a route that has none.
    case name(String, group: String?, namespace: String?)
    /// The reference that code would use, as everywhere; also the pattern of a route of any kind.
    case reference(RouteReference)
    /// The pattern as the route's own line has it, with exactly this kind.
    case pattern(String, kind: String?, namespace: String)
    /// The anchor on the route's line, which tells it from routes with its pattern and kind.
    case anchor(String)

    /// The member of a route's line that holds its anchor, and of what refers to it.
    static let anchorKey = "as"

    /// The namespace that it names.
    var namespace: String? {
        switch self {
        case .name(_, group: _, let namespace): namespace
        case .reference(let reference): reference.namespace
        case .pattern(_, kind: _, let namespace): namespace
        case .anchor: nil
        }
    }

    /// A name behind its namespace and group, which is how it is written.
    static func name(_ name: String, _ group: String?, _ namespace: String?) -> String {
        (namespace.map { "\($0):" } ?? "") + (group.map { "\($0)/" } ?? "") + name
    }

    /// The mention in words.
    var text: String {
        switch self {
        case .name(let name, let group, let namespace):
            "'\(Self.name(name, group, namespace))'"
        case .reference(let reference): "'\(reference)'"
        case .pattern(let pattern, let kind, let namespace):
            "'\(namespace):\(pattern)'" + (kind.map { " of the kind '\($0)'" } ?? " without a kind")
        case .anchor(let anchor): "the anchor '\(anchor)'"
        }
    }

    /// The mention as documents write it.
    var json: JSONValue {
        switch self {
        case .name(let name, let group, let namespace):
            .string(Self.name(name, group, namespace))
        case .reference(let reference): .string(reference.description)
        case .pattern(let pattern, let kind, let namespace):
            [
                "namespace": .string(namespace), "pattern": .string(pattern),
                "kind": kind.map(JSONValue.string) ?? .null,
            ]
        case .anchor(let anchor):
            .object(JSONObject(dictionaryLiteral: (Self.anchorKey, .string(anchor))))
        }
    }
}

extension JSONReader<JSONText> {
    /// Reads the route that a key refers to.
    func routeMention(_ key: String) throws(InputProblem) -> RouteMention? {
        switch value(key) {
        case nil: return nil
        case .string(let text)?:
            let reference = RouteReference(text)
            switch reference.key {
            case .name(let name, let group):
                return .name(name, group: group, namespace: reference.namespace)
            case .pattern: return .reference(reference)
            case .id:
                throw problem(
                    key, "'\(text)' is the number of a route in one registry only.",
                    hint: Self.naming)
            }
        case .object?:
            return try reader(key)?.routeMention()
        case .int?, .double?:
            throw problem(
                key,
                "A route is not referred to by its position, which changes when a line before it is"
                    + " inserted or removed.", hint: Self.naming)
        default:
            throw problem(key, "'\(key)' does not name a route.", hint: Self.naming)
        }
    }

    private static let naming =
        "Write its name, such as \"shop:sale\" or \"shop:group/sale\", or"
        + " {\"pattern\": \"/sale\", \"kind\": \"GET\"}; a new export has it so."

    /// Reads the object as a mention: a pattern with its kind and namespace, or an anchor.
    private func routeMention() throws(InputProblem) -> RouteMention {
        let (pattern, anchor) = (try string("pattern"), try string(RouteMention.anchorKey))
        let keys = anchor == nil ? ["namespace", "pattern", "kind"] : [RouteMention.anchorKey]
        try requireKeys(among: keys, of: "A reference to a route")
        if let anchor { return .anchor(anchor) }
        guard let pattern else {
            throw problem(nil, "The reference to a route has no 'pattern'.", hint: Self.naming)
        }
        return .pattern(
            pattern, kind: try string("kind"),
            namespace: try string("namespace") ?? RouteNamespace.defaultName)
    }
}

/// Chooses how an export refers to each of its routes that a rule or a suppression is about: by its
/// name, else by its pattern and kind, else by an anchor.
struct RouteMentions {
    private struct Pattern: Hashable {
        let namespace: NamespaceID
        let text: TextKey
        let kind: TextKey?
    }

    private var mentions: [RouteID: RouteMention] = [:]

    /// Creates those of an export in which nothing refers to a route.
    init() {}

    /// Chooses the mentions.
    init(
        of ids: Set<RouteID>, among routes: [(route: Route, pattern: String?)],
        namespace: (NamespaceID) -> String, content: (Route) -> [UInt8]
    ) {
        var counts: [Pattern: Int] = [:]
        for (route, text) in routes {
            if let pattern = Self.pattern(route, text) { counts[pattern, default: 0] += 1 }
        }
        var anchors: [String: Int] = [:]
        for (route, text) in routes where ids.contains(route.id) {
            let name = namespace(route.namespace)
            if let own = route.name {
                mentions[route.id] = .name(own, group: route.group, namespace: name)
            } else if let text, let pattern = Self.pattern(route, text), counts[pattern] == 1 {
                mentions[route.id] = .pattern(text, kind: route.kind, namespace: name)
            } else {
                // Of what the line says, so that it stays the same whatever is around it.
                let digest = String(StableHash.hash(content(route)), radix: 36)
                anchors[digest, default: 0] += 1
                let count = anchors[digest] ?? 1
                mentions[route.id] = .anchor(count == 1 ? digest : "\(digest)-\(count)")
            }
        }
    }

    private static func pattern(_ route: Route, _ text: String?) -> Pattern? {
        text.map {
            Pattern(
                namespace: route.namespace, text: TextKey($0),
                kind: route.kind.map { TextKey(RouteKind.canonical($0)) })
        }
    }

    /// Returns the mention of a route; `nil` if the export does not have it.
    subscript(_ id: RouteID) -> RouteMention? { mentions[id] }

    /// Returns the anchor that the line of a route needs.
    func anchor(of id: RouteID) -> String? {
        if case .anchor(let anchor)? = mentions[id] { anchor } else { nil }
    }
}
