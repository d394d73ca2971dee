/// The stable number of a case in its registry.
///
/// Lower numbers are older.
public struct CaseID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A case that is stored in a registry.
public struct StoredCase: Hashable, Sendable {
    /// The stable number.
    public let id: CaseID
    /// The case.
    public var content: RouteTestCase

    /// Creates a stored case.
    ///
    /// - Parameters:
    ///   - id: The stable number.
    ///   - content: The case.
    public init(id: CaseID, content: RouteTestCase) {
        self.id = id
        self.content = content
    }
}
