public import RouteDBRouting

/// What a handler or guard gets to know.
///
/// It is a value, which may be kept after the handler has returned.
public struct Invocation: Sendable {
    /// The request as it came.
    public let request: DispatchRequest
    /// What it resolved to; `unmatched` for the handlers that are called without a match.
    public let resolution: Resolution
    /// The target whose code is called: the route's, the fallback's, or a challenge's; `nil` for
    /// an unmatched handler.
    public let target: String?
    /// The request that waits for this challenge to be met; `nil` unless there is one.
    public let resumption: Resumption?
    /// The way to say later, and once, how the work ended.
    public let completion: Completion

    /// The caller's values of any sort.
    public var attachments: [String: any Sendable] { request.attachments }

    /// All values by name; see ``Resolution/values``.
    ///
    /// - Complexity: Linear in the URL.
    public var values: JSONObject { resolution.values }

    /// The caller's value of a name, if it has a type.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The type.
    /// - Returns: The value; `nil` if there is none of that type.
    public func attachment<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        request.attachments[name] as? Value
    }

    /// The value of a name; see ``Resolution/subscript(_:)``.
    public subscript(name: String) -> JSONValue? { resolution[name] }

    /// The value of a name as a Swift type; see ``Resolution/value(_:as:)``.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The type.
    /// - Returns: The value.
    /// - Throws: ``ValueError`` if there is no value, or it is not one of the type.
    public func value<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try resolution.value(name, as: type)
    }

    /// All values as a Swift type, whose properties are the names; see ``Resolution/decode(_:)``.
    ///
    /// - Parameter type: The type.
    /// - Returns: The type's value.
    /// - Throws: ``ValueError`` for the first value that is missing or not of its type.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try resolution.decode(type)
    }

    /// Makes the navigation plan of the match, with the request's presentation over the route's.
    ///
    /// - Returns: The plan; `nil` if nothing says how the target is shown.
    /// - Throws: ``PlanError``; see ``Resolution/plan(covering:over:)``.
    public func plan() throws(PlanError) -> NavigationPlan? {
        try resolution.plan(covering: request.presentation, over: request.stack ?? [])
    }
}
