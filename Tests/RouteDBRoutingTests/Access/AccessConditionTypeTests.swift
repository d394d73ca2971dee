import RouteDBRouting
import Testing

/// Which values a condition may ask of a parameter of a type.
struct AccessConditionTypeTests {
    private static let lower = "0f0e0d0c-0000-1111-2222-333344445555"

    @Test(
        "a value that the parameter type excludes is reported",
        arguments: [
            ("= \(lower)", ParameterType.uuid, lower), ("prefix 0f", .uuid, "0f"),
            ("= 1", .bool, "1"), ("= yes", .bool, "yes"), ("= \"007\"", .int(), "007"),
            ("in 1,x", .int(), "x"), ("= 10", .int(maximum: 9), "10"), ("= 1.5", .int(), "1.5"),
            ("in a,c", .oneOf(["a", "b"]), "c"), ("= 2026-02-30", .date, "2026-02-30"),
            ("= A B", .slug, "\"A B\""),
        ])
    func impossible(test: String, type: ParameterType, value: String) throws {
        let condition = try AccessRule.Condition("param.p \(test)")
        #expect(condition.impossibleValue(of: [type]) == value)
        #expect(condition.impossibleValue(of: [type, .string]) == nil)
    }

    @Test(
        "a value that the parameter type allows is not reported",
        arguments: [
            ("= \(lower.uppercased())", ParameterType.uuid), ("prefix 0F", .uuid),
            ("in true,false", .bool), ("= \"true\"", .bool), ("= 7", .int()), ("= 7.0", .int()),
            ("= \"7\"", .int()), ("= 1e3", .int()), ("= 1e300", .decimal), ("= 5", .float),
            ("= 1.5", .number), ("= 1e5", .hex), ("= 7", .slug), ("= 5", .oneOf(["05"])),
            ("= 2026-02-28", .date), ("= x", .string), ("= x", .converter("c")), ("= a/b", .path),
            ("range 1..9", .uuid), ("prefix 0f", .hex),
        ])
    func possible(test: String, type: ParameterType) throws {
        #expect(try AccessRule.Condition("param.p \(test)").impossibleValue(of: [type]) == nil)
    }
}

extension ParameterType {
    fileprivate static func int(maximum: Int64? = nil) -> Self {
        .int(minimum: nil, maximum: maximum)
    }
}
