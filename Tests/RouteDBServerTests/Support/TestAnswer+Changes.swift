#if Server
import RouteDB
import RouteDBTestSupport
import Testing

extension TestAnswer {
    /// The only change that the answer lists; records an issue if it lists none or several.
    func onlyChange(_ key: String) throws -> JSONObject {
        guard case .array(let changes)? = try object[key], changes.count == 1,
            case .object(let change) = changes[0]
        else {
            Issue.record("\(status) \(text)")
            return [:]
        }
        return change
    }
}
#endif
