#if Server
import HTTPTypes
import RouteDB

/// Reads the bodies of requests as documents are read: the same members, rules and errors.
enum StoredForm {
    /// A body that is parsed already; its problems name members, not places.
    private struct ParsedBody: PlacedSource {
        func place(of path: [JSONLocator.Step]) -> InputPlace { InputPlace() }
    }

    /// Reads an object.
    static func read<Value>(
        _ object: JSONObject, _ body: (JSONMembers) throws -> Value
    ) throws -> Value {
        do {
            let text = JSONText(.object(object), placedBy: ParsedBody())
            return try body(try JSONMembers(text.value, at: [], of: text))
        } catch let problem as InputProblem {
            throw Problem(
                .unprocessableContent, problem.code.description, problem.message, hint: problem.hint
            )
        }
    }
}
#endif
