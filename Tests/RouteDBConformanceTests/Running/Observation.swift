import RouteDB

/// What RouteDB did with a case.
struct Observation: Sendable {
    /// What it answered, under the keys of a case's `expect`; null for what it has not.
    ///
    /// A key that is not here cannot be told from registering and matching alone.
    var facts = JSONObject()

    /// The patterns that it refused.
    var refusals: [Refusal] = []
}
