/// A request, and what is expected of its resolution: a test of the routes of a registry.
///
/// Cases are data, in files or stored with the registry:
///
/// ```json
/// {"case":"a user's page","url":"myapp://user/42?ref=mail","principal":"ada",
///  "expect":{"outcome":"matched","route":"user","target":"user.profile","values":{"id":42}}}
/// ```
public struct RouteTestCase: Hashable, Sendable {
    /// What people call it; `nil`: it goes by its request.
    public var name: String?
    /// What is asked; at the time of the run, if it tells none.
    public var request: ResolutionRequest
    /// What is expected.
    public var expected: RouteExpectation

    /// Makes a case.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - expected: What is expected.
    ///   - name: What people call it.
    public init(
        _ request: ResolutionRequest, expecting expected: RouteExpectation, name: String? = nil
    ) {
        self.name = name
        self.request = request
        self.expected = expected
    }

    /// The keys of a case that a program may write beside what it says.
    private static let idleKeys = ["schema", "id"]

    /// Reads a case.
    ///
    /// - Parameter object: A request as ``ResolutionRequest/init(json:)`` reads it, with `expect`
    ///   and, as it may be, the name of the case as `case`.
    /// - Throws: Which member is wrong, and why; also for one that stands for nothing, since a
    ///   misspelt expectation would never fail.
    public init(json object: JSONObject) throws(JSONMemberError) {
        let members = JSONMemberReader(object)
        let known = ["case", "expect"] + ResolutionRequest.jsonKeys + Self.idleKeys
        try members.requireKeys(among: known, of: "A case")
        name = try members.string("case")
        request = try ResolutionRequest(json: object)
        guard let expectation = try members.object("expect") else {
            throw members.error(
                nil, "The case does not say what is expected.",
                hint: "Give it an 'expect', such as {\"outcome\": \"matched\"}.")
        }
        expected = try RouteExpectation(json: expectation, at: ["expect"])
    }

    /// The case as ``init(json:)`` reads it.
    public var json: JSONObject {
        var object: JSONObject = [:]
        object["case"] = name.map(JSONValue.string)
        object = object.merging(request.json)
        object["expect"] = .object(expected.json)
        return object
    }
}
