package import RouteDBRouting
import RouteDBStorage

extension RegistryPlan {
    /// The changes that may let somebody pass whom the access rules refused before, as JSON.
    package var wideningObjects: [JSONValue] {
        guard !widenings.isEmpty else { return [] }
        let (old, new) = (SnapshotNames(before), SnapshotNames(after))
        return widenings.map { widening in
            let place = Self.place(widening.scope, old)
            return switch widening.cause {
            case .lifted(let rule): Self.json("lifted", place, RuleOutput(rule, in: old).object)
            case .granted(let rule): Self.json("granted", place, RuleOutput(rule, in: new).object)
            case .opened: Self.json("opened", place, nil)
            }
        }
    }

    private static func json(
        _ cause: String, _ place: JSONObject, _ rule: JSONObject?
    ) -> JSONValue {
        let head: JSONObject = ["cause": .string(cause)]
        return .object(
            head.merging(place).merging(["rule": rule.map(JSONValue.object) ?? .null]))
    }

    private static func place(_ scope: RouteScope, _ names: SnapshotNames) -> JSONObject {
        let namespace: String
        var group, route: JSONValue?
        switch scope {
        case .namespace(let id): namespace = names.name(of: id)
        case .group(let id, let name): (namespace, group) = (names.name(of: id), .string(name))
        case .route(let id):
            namespace = names.routes[id].map { names.name(of: $0.namespace) } ?? ""
            route = .string("#\(id.rawValue)")
        }
        return [
            "namespace": .string(namespace), "group": group ?? .null, "route": route ?? .null,
        ]
    }
}
