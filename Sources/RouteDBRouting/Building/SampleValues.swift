/// Sample texts for parameters and wildcards.
///
/// None of them is a segment `.` or `..`: those are resolved before matching, and the remaining URL
/// can be produced without them.
package enum SampleValues {
    /// A typical text of the type.
    package static func plain(_ type: ParameterType, rules: [String: Converter.Rule]) -> String {
        switch type {
        case .string: "x1"
        case .int(let minimum, let maximum): "\(min(max(42, minimum ?? .min), maximum ?? .max))"
        case .float, .decimal: "1.5"
        case .number: "7"
        case .bool: "true"
        case .uuid: "123e4567-e89b-12d3-a456-426614174000"
        case .date: "2024-02-29"
        case .slug: "red-shoes"
        case .hex: "beef"
        case .oneOf(let texts): texts.first ?? "x1"
        case .path: "p/q"
        case .converter(let name): accepted(by: rules[name] ?? .code).first ?? "x1"
        }
    }

    /// Texts that are of the type, or nearly.
    package static func all(_ type: ParameterType, rules: [String: Converter.Rule]) -> [String] {
        switch type {
        case .int, .number, .float, .decimal: numbers + texts
        case .bool: ["false", "1", "TRUE"] + texts
        case .uuid: ["123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3"] + texts
        case .oneOf(let accepted): accepted + texts
        case .path: paths + texts
        case .converter(let name): accepted(by: rules[name] ?? .code) + texts
        case .string, .date, .slug, .hex: texts
        }
    }

    /// Texts for `**`.
    package static let rests = ["", "a", "a/b/c", "a//b", "a%2Fb/c", "%61/b+c"]

    private static func accepted(by rule: Converter.Rule) -> [String] {
        switch rule {
        case .allow(let texts): texts
        case .map(let values): values.members.map(\.key)
        case .affix, .any, .code: []
        }
    }

    private static let numbers = [
        "0", "-7", "+5", "007", "4%32", "1e3", "-0.5", ".5", "5.", "9223372036854775807",
        "9223372036854775808", "0x10", "nan",
    ]

    private static let paths = ["a", "a/b/c", "http://b.c/d", "a//b", "a/%2F/b"]

    private static let texts = [
        "", "a", "Hello", "a%20b", "a+b", "a%2Bb", "%2F", "a%2fb", "caf%C3%A9", "é", "%FF",
        "a%00", "100%", "%zz", "%2561", "x%23", "a.b", "a:b", "a@b", "a;b=c", "~!$'()*,",
        "a=b&c", "[x]", "{x}", "a%3Fb",
    ]
}
