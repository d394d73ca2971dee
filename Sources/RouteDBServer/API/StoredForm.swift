#if Server
import HTTPTypes
import RouteDB

/// Reads the bodies of requests as documents are read: the same members, rules and errors.
enum StoredForm {
    /// Reads an object.
    static func read<Value>(
        _ object: JSONObject, _ body: (JSONReader<JSONText>) throws -> Value
    ) throws -> Value {
        do {
            return try body(JSONReader(object, into: JSONText(.object(object))))
        } catch let problem as InputProblem {
            throw Problem(
                .unprocessableContent, problem.code.description, problem.message, hint: problem.hint
            )
        }
    }
}
#endif
