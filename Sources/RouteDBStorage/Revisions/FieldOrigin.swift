/// A field of a route, and the revision that last changed it.
public struct FieldOrigin: Hashable, Sendable {
    /// The name of the field; for a default value, `default` and the key, separated by a space.
    public let field: String
    /// The value as text; `nil` if the field has none.
    public let value: String?
    /// The revision that last changed the field.
    public let revision: Revision
}
