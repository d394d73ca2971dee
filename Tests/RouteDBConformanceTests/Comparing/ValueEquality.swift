import RouteDB

/// When two values of a case are equal: texts by their bytes, numbers by their value however they
/// are written, and objects whatever the order of their members.
enum ValueEquality {
    /// How near two numbers have to be.
    enum Precision {
        case exact
        /// The seventh digit may differ, as in single precision.
        case single
    }

    static func areEqual(
        _ left: JSONValue, _ right: JSONValue, _ precision: Precision = .exact
    ) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
        case (.object(let left), .object(let right)): areEqual(left, right)
        case (.int, .double), (.double, .int), (.double, .double):
            areEqual(left.number, right.number, precision)
        default: left == right
        }
    }

    static func areEqual(
        _ left: JSONObject, _ right: JSONObject,
        precision: (String) -> Precision = { _ in .exact }
    ) -> Bool {
        left.members.count == right.members.count
            && left.members.allSatisfy { member in
                right[member.key].map { areEqual(member.value, $0, precision(member.key)) }
                    ?? false
            }
    }

    private static func areEqual(
        _ left: Double?, _ right: Double?, _ precision: Precision
    ) -> Bool {
        guard let left, let right else { return false }
        switch precision {
        case .exact: return left == right
        case .single: return abs(left - right) <= 1e-6 * max(abs(left), abs(right))
        }
    }
}
