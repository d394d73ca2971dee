package import RouteDBRouting

/// The output for a stored case.
package enum CaseOutput {
    /// Returns the case as JSON, from which it can be read again.
    package static func object(_ stored: RouteTestCase.Stored) -> JSONObject {
        let head: JSONObject = ["id": .int(stored.id.rawValue)]
        return head.merging(stored.content.json)
    }
}
