public import RouteDBRouting

/// One thing that two revisions of a registry do not agree on.
public struct RegistryChange: Hashable, Sendable {
    /// What kind of thing it is.
    public enum Kind: String, CaseIterable, Sendable {
        /// A namespace, with its bindings.
        case namespace
        /// A route.
        case route
        /// A default value of a namespace, group or route.
        case defaultValue = "default"
        /// A converter of a namespace.
        case converter
        /// An access rule.
        case accessRule = "rule"
        /// A suppression of findings of lint.
        case suppression
        /// A stored route test.
        case testCase = "case"
    }

    /// What became of it.
    public enum Outcome: String, Sendable {
        /// It is only in the later one.
        case added
        /// It is only in the earlier one.
        case removed
        /// It is in both, and says something else.
        case changed
    }

    /// A field of a thing.
    public struct Field: Hashable, Sendable {
        /// The name of the field.
        public let name: String
        /// The earlier value; `nil` if there was none.
        public let old: JSONValue?
        /// The later value; `nil` if there is none.
        public let new: JSONValue?
    }

    /// What kind of thing it is.
    public let kind: Kind
    /// What became of it.
    public let outcome: Outcome
    /// What a person calls it.
    public let label: String
    /// The id; `nil` for what has none.
    public let id: Int64?
    /// The routes that it is about: a route itself, all routes of a namespace for that and its
    /// converters, what a default value, access rule or suppression is about; `nil` for what is about
    /// none, such as a route test.
    public let scope: RouteScope?
    /// The fields that differ; of what was added or removed, all that it says.
    public let fields: [Field]
}
