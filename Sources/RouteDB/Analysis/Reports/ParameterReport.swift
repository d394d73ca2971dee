public import RouteDBRouting

/// What the parameters of a route had for values.
public struct ParameterReport: Hashable, Sendable {
    /// A text, and the hits that have it.
    public struct Value: Hashable, Sendable {
        /// A value as text, or the name of a type.
        public let text: String
        /// The hits.
        public let count: HitCount
        /// What share of the parameter's hits these are, from 0 to 1.
        public let share: Double
        /// The hits of the window before; `nil` unless compared.
        public let previous: HitCount?
    }

    /// One parameter, or another value that hits have beside the parameters.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The type that the route's pattern gives it; `nil` if the pattern has no such parameter.
        public let type: String?
        /// The hits that have it.
        public let present: HitCount
        /// The route's hits that have it not.
        public let missing: HitCount
        /// The hits whose value is not of the type, by the snapshot; with unmatched hits counted,
        /// also those that came to nothing because of it.
        ///
        /// Values of converters are not judged.
        public let invalid: HitCount
        /// How many different values there are, as far as they were told apart.
        public let distinct: Int
        /// Whether there were too many values to tell all apart.
        public let isDistinctBounded: Bool
        /// What the values look like: `int`, `uuid`, `date`, `hex`, `slug`, `text`, or a kind of
        /// JSON; the most frequent first.
        public let types: [Value]
        /// The most frequent values.
        public let values: [Value]
        /// The most frequent values of those that are not of the type.
        public let invalidValues: [Value]
        /// The hits of the window before that have it; `nil` unless compared.
        public let previousPresent: HitCount?
        /// The hits of the window before that have it not; `nil` unless compared.
        public let previousMissing: HitCount?
        /// The hits of the window before whose value is not of the type; `nil` unless compared.
        public let previousInvalid: HitCount?
    }

    /// What the report is about; its total is that of the route's hits.
    public let frame: ReportFrame
    /// The route.
    public let route: RouteID
    /// What people call it.
    public let label: String
    /// The parameters in the order of the pattern, then other values by name.
    public let parameters: [Parameter]
    /// The unmatched hits that the route would have taken but for a value's type; `nil` if they
    /// were not looked for.
    public let rejected: HitCount?
    /// The hits whose parameters are no JSON object: damage, or another program's.
    public let unreadable: HitCount
}
