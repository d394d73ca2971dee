import RouteDB

/// An expectation that does not hold.
struct Mismatch: Equatable, Sendable, CustomStringConvertible {
    let key: String
    let expected: JSONValue
    let got: JSONValue

    var description: String { "\(key): expected \(expected), got \(got)" }
}
