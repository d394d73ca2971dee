import RouteDB

/// What a runner knows of a case: a key that it does not know would otherwise be passed over, and a
/// difference with it.
struct CaseVocabulary {
    let options: Set<String>
    let expectations: Set<String>

    /// Makes sure that every option and expectation of a case is known.
    func check(_ test: ConformanceCase) throws {
        for member in test.options.members where !options.contains(member.key) {
            throw UnsupportedCase("the option '\(member.key)'")
        }
        for member in test.expect.members where !expectations.contains(member.key) {
            throw UnsupportedCase("the expectation '\(member.key)'")
        }
    }
}

extension RouterSystem {
    var vocabulary: CaseVocabulary {
        switch self {
        case .jlroutes:
            CaseVocabulary(
                options: [
                    "decodePlus", "alwaysTreatsHostAsPathComponent", "fallbackToGlobal",
                    "unmatchedHandlers", "routeIn",
                ],
                expectations: [
                    "matched", "pattern", "scheme", "params", "wildcard", "registered", "calls",
                    "unmatchedCalls",
                ])
        case .urlnavigator:
            CaseVocabulary(
                options: ["converters", "delegate", "animated", "wrap", "noSource"],
                expectations: [
                    "matched", "pattern", "params", "types", "query", "queryItems", "calls",
                    "context", "performed", "action", "animated", "wrapped", "delegateCalls",
                ])
        case .ikrouter:
            CaseVocabulary(
                options: ["routables", "routableHandler", "lookup"],
                expectations: [
                    "matched", "pattern", "params", "query", "lookup", "errors", "handled",
                    "completion", "by", "stack",
                ])
        case .aroute:
            CaseVocabulary(
                options: ["castClasses"],
                expectations: [
                    "matched", "params", "types", "raw", "parameters", "outcome", "failure",
                    "completion", "container", "stack", "animated",
                ])
        case .ahservicerouter:
            CaseVocabulary(
                options: ["fallback", "stack", "noCompletion", "finishLater"],
                expectations: [
                    "matched", "completion", "result", "stack", "action", "presented", "wrapped",
                    "reused", "reusedIndex", "services", "fallbackUsed", "values", "debugTrap",
                ])
        }
    }
}
