import RouteDB

extension ConformanceCase {
    /// A case for tests; its members cover those of an empty one.
    static func testing(
        _ system: RouterSystem, _ caseClass: CaseClass = .core, _ members: JSONObject = [:]
    ) throws -> ConformanceCase {
        let base: JSONObject = [
            "id": "test", "system": .string(system.rawValue), "class": .string(caseClass.rawValue),
            "expect": ["matched": true],
        ]
        return try ConformanceCase(
            line: base.merging(members).description, number: 1, of: "test.jsonl")
    }

    /// Runs a case that is written as JSON.
    ///
    /// - Returns: What is wrong about it; `nil` if it passes.
    static func failure(_ system: RouterSystem, _ json: String) async throws -> String? {
        let members = try JSONValue(parsing: json).object ?? [:]
        let test = try testing(system, .core, members)
        return CaseResult(test, try await system.run(test)).failure
    }
}
