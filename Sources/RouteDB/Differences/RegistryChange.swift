public import RouteDBRouting

/// A difference between two revisions of a registry: one item that was added, removed or changed.
public struct RegistryChange: Hashable, Sendable {
    /// The kind of item that differs.
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
        /// A suppression of lint findings.
        case suppression
        /// A stored route test.
        case testCase = "case"
        /// An app that opens links of a namespace.
        case app
    }

    /// How the item differs.
    public enum Outcome: String, Sendable {
        /// The item exists only in the later revision.
        case added
        /// The item exists only in the earlier revision.
        case removed
        /// The item exists in both revisions, with different fields.
        case changed
    }

    /// A field whose value differs.
    public struct Field: Hashable, Sendable {
        /// The name of the field.
        public let name: String
        /// The value in the earlier revision; `nil` if the field was not set.
        public let old: JSONValue?
        /// The value in the later revision; `nil` if the field is not set.
        public let new: JSONValue?

        package init(name: String, old: JSONValue?, new: JSONValue?) {
            (self.name, self.old, self.new) = (name, old, new)
        }
    }

    /// The kind of item that differs.
    public let kind: Kind
    /// How the item differs.
    public let outcome: Outcome
    /// The name of the item for display, such as `namespace shop` or `rule #4`.
    public let label: String
    /// The id of the item; `nil` for default values, converters and apps, which have none.
    public let id: Int64?
    /// The routes that the item applies to.
    ///
    /// For a route, that route; for a namespace, converter or app, all routes of the namespace; for a
    /// default value, access rule or suppression, the routes it is set for. `nil` for an item that
    /// applies to no route, such as a route test.
    public let scope: RouteScope?
    /// The fields that differ; for an added or removed item, all fields that are set.
    public let fields: [Field]
}
