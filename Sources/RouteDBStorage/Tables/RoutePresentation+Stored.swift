package import RouteDBDatabase
package import RouteDBRouting

extension RoutePresentation {
    /// Reads a stored text.
    init(stored text: String) throws { try self.init(json: try JSONValue(parsing: text)) }

    /// Reads a route's presentation from JSON.
    ///
    /// - Parameter json: The value.
    /// - Throws: ``RouteDBError`` with `invalidPlan` for the first mistake.
    package init(ofRoute json: JSONValue) throws(RouteDBError) {
        do {
            try self.init(json: json)
            try check()
        } catch {
            throw RouteDBError(invalid: error)
        }
    }

    /// The presentation as stored.
    ///
    /// - Throws: ``RouteDBError`` with `invalidPlan` if it could not be read again.
    func stored() throws(RouteDBError) -> String {
        let text = json.description
        let parsed: JSONValue
        do {
            parsed = try JSONValue(parsing: text)
        } catch {
            throw RouteDBError(
                .invalidPlan, "The plan cannot be stored: \(error.message).",
                hint: "Nest the arguments less deeply.", underlying: error)
        }
        _ = try RoutePresentation(ofRoute: parsed)
        return text
    }
}

extension RouteDBError {
    /// Creates the error for a value that is not a valid presentation.
    package init(invalid error: PresentationError) {
        self.init(
            .invalidPlan,
            error.path.isEmpty
                ? error.message : "The plan is invalid at '\(error.path)': \(error.message)",
            hint: error.hint, underlying: error)
    }
}
