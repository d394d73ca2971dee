public import RouteDBRouting

/// Tests write a time as its number of microseconds.
extension Timestamp: ExpressibleByIntegerLiteral {
    /// Creates the time of a number of microseconds.
    public init(integerLiteral microseconds: Int64) { self.init(microseconds: microseconds) }
}
