import RouteDB
import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

extension ReachabilityChange {
    /// The number of losses of each extent that the JSON names.
    private static let shown = 3

    /// Returns the losses as JSON: the number of routes of each extent, and the first of them.
    package func object(_ names: [NamespaceID: String]) -> JSONObject {
        var object = JSONObject()
        var shown: [JSONValue] = []
        for extent in ReachabilityChange.Extent.allCases {
            let lost = losses(extent)
            object[extent.rawValue] = .int(Int64(lost.count))
            shown += lost.prefix(Self.shown).map { .object(Self.object($0, names)) }
        }
        object["bounded"] = .bool(isBounded)
        object["routes"] = .array(shown)
        return object
    }

    private static func object(
        _ loss: Loss, _ names: [NamespaceID: String]
    ) -> JSONObject {
        let route = loss.route
        return [
            "extent": .string(loss.extent.rawValue), "id": .int(route.id.rawValue),
            "name": route.name.map(JSONValue.string) ?? .null,
            "namespace": .string(names[route.namespace] ?? ""),
            "pattern": .string(route.patternText),
            "url": loss.url.map(JSONValue.string) ?? .null,
            "lookedUpIn": loss.namespace.map { .string($0.name) } ?? .null,
            "bound": .bool(loss.isBound),
            "goesTo": loss.taker.map { .int($0.id.rawValue) } ?? .null,
            "fallbackTarget": loss.fallbackTarget.map(JSONValue.string) ?? .null,
        ]
    }
}
