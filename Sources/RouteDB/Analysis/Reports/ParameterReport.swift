public import RouteDBRouting

/// A report on the values of a route's parameters.
public struct ParameterReport: Hashable, Sendable {
    /// A value or type, and the hits that have it.
    public struct Value: Hashable, Sendable {
        /// The value as text, or the name of the type.
        public let text: String
        /// The hits.
        public let count: HitCount
        /// The share of these hits in all hits of the parameter, from 0 to 1.
        public let share: Double
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The values of one parameter, or of another name that the hits have values for.
    public struct Parameter: Hashable, Sendable {
        /// The name of the parameter.
        public let name: String
        /// The type in the route's pattern, or `nil` if the pattern has no such parameter.
        public let type: String?
        /// The hits with a value.
        public let present: HitCount
        /// The hits of the route without a value.
        public let missing: HitCount
        /// The hits whose value does not have the type in the snapshot.
        ///
        /// If unmatched hits are included, these are also the hits that did not match because of
        /// the value. Values of converters are never counted as invalid.
        public let invalid: HitCount
        /// The number of different values, as far as they were counted separately.
        public let distinct: Int
        /// Whether there were too many values to count all of them separately.
        public let isDistinctBounded: Bool
        /// The types that the values appear to have, most frequent first: `int`, `uuid`, `date`,
        /// `hex`, `slug`, `text`, or a JSON type.
        public let types: [Value]
        /// The most frequent values.
        public let values: [Value]
        /// The most frequent invalid values.
        public let invalidValues: [Value]
        /// The hits with a value in the previous window, or `nil` if the report does not compare.
        public let previousPresent: HitCount?
        /// The hits without a value in the previous window, or `nil` if the report does not
        /// compare.
        public let previousMissing: HitCount?
        /// The hits with an invalid value in the previous window, or `nil` if the report does not
        /// compare.
        public let previousInvalid: HitCount?
    }

    /// The selection and the totals of the report; its total counts the hits of the route.
    public let frame: ReportFrame
    /// The route.
    public let route: RouteID
    /// The label of the route: its name, pattern or id.
    public let label: String
    /// The parameters in the order of the pattern, then other names in alphabetical order.
    public let parameters: [Parameter]
    /// The unmatched hits that would have matched the route if a value had had the right type, or
    /// `nil` if they were not counted.
    public let rejected: HitCount?
    /// The hits whose parameters are not a JSON object, because the file is damaged or another
    /// program wrote them.
    public let unreadable: HitCount
}
