/// The stable number of a case in its registry; the lower is the older.
public struct CaseID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Makes an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A case that is kept with the routes that it tests.
public struct StoredCase: Hashable, Sendable {
    /// The stable number.
    public let id: CaseID
    /// What it asks and expects.
    public var content: RouteTestCase

    /// Makes a case of a registry.
    ///
    /// - Parameters:
    ///   - id: The stable number.
    ///   - content: What it asks and expects.
    public init(id: CaseID, content: RouteTestCase) {
        self.id = id
        self.content = content
    }
}
