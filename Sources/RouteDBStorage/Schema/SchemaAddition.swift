/// A view, an index or a table that another program added to a file of ours.
public struct SchemaAddition: Hashable, Sendable, CustomStringConvertible {
    /// `view`, `index` or `table`.
    public let type: String
    /// Its name.
    public let name: String
    /// The table that an index is of; otherwise the name.
    public let table: String
    /// What errors call it, such as `the view 'report'`.
    public let description: String
    /// Whether it is an index that refuses rows which are equal in its columns, also to us.
    public let isUnique: Bool
}
