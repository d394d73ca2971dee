import RouteDB

/// What RouteDB did with a case.
struct Observation: Sendable {
    /// What it answered, under the keys of a case's `expect`; null, or not there, for what is
    /// absent.
    var facts = JSONObject()

    /// The patterns that it refused.
    var refusals: [Refusal] = []

    /// What explanations of the case's URLs say otherwise than the registry does.
    var misexplained: [String] = []
}
