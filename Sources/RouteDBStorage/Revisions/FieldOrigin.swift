/// One field of a route, and the revision that made it what it is.
public struct FieldOrigin: Hashable, Sendable {
    /// The name of the field; for a default value, `default` and its key behind a space.
    public let field: String
    /// The value as text; `nil` if the field has none.
    public let value: String?
    /// The revision.
    public let revision: Revision
}
