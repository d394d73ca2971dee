import RouteDB
import RouteDBTestSupport

/// The calls of a case's handlers or factories, in order, and what they saw of the context.
final class CaseCalls: Sendable {
    private let test: ConformanceCase
    private let patterns = CallLog()
    private let context = Locked<JSONValue?>(nil)

    init(_ test: ConformanceCase) { self.test = test }

    /// Calls the handler of the route that an invocation is about.
    ///
    /// - Returns: Whether it accepts.
    func accept(_ invocation: DispatchInvocation) throws -> Bool {
        let match = invocation.resolution
        patterns.note(match.route?.patternText ?? "")
        context.withLock { [seen = invocation.attachment("context", as: JSONValue.self)] in
            $0 = seen
        }
        return try CaseHandler(match, in: test)?.accepts(
            match, values: TypedParameters(match).values) ?? false
    }

    var facts: JSONObject {
        ["calls": JSONValue(patterns.calls), "context": context.withLock { $0 ?? .null }]
    }
}
