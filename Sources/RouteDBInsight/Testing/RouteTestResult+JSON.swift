import RouteDB
import RouteDBDatabase
package import RouteDBRouting

extension RouteTestResult {
    /// Returns the result as JSON.
    package func object(of content: RouteTestCase, label: String) -> JSONObject {
        let request = content.request
        return [
            "label": .string(label), "case": content.name.map(JSONValue.string) ?? .null,
            "url": request.routeName == nil ? .string(request.url) : .null,
            "name": request.routeName.map(JSONValue.string) ?? .null,
            "passed": .bool(isPassed),
            "mismatches": .array(mismatches.map { .object($0.object) }),
        ]
    }
}

extension RouteTestMismatch {
    /// The mismatch as JSON; absent values are null.
    package var object: JSONObject {
        [
            "field": .string(field), "expected": expected ?? .null, "actual": actual ?? .null,
            "note": note.map(JSONValue.string) ?? .null,
        ]
    }
}
