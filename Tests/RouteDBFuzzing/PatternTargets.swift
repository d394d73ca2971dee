import RouteDBRouting
import RouteDBTestSupport

extension FuzzTarget {
    /// Every language of patterns.
    static let patterns = ["native", "jlroutes", "urlnavigator", "ikrouter", "aroute"].map { name in
        FuzzTarget("pattern-\(name)") { try checkPattern($0, in: name) }
    }

    /// What is parsed is printed and parsed again; what is refused says where, inside the text.
    private static func checkPattern(_ bytes: [UInt8], in name: String) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let syntax = PatternSyntax(name) else { throw FuzzFailure("no syntax \(name)") }
        let pattern: RoutePattern
        do throws(PatternError) {
            pattern = try syntax.parse(text, converters: PatternGenerator.converters)
        } catch {
            return try check(error, in: Array(text.utf8))
        }
        let printed = pattern.description
        let again = try? RoutePattern(canonical: printed)
        try FuzzFailure.unless(again == pattern, "\(printed) is read as another pattern")
        try FuzzFailure.unless(
            again.map { Array($0.description.utf8) } == Array(printed.utf8),
            "\(printed) is printed in two ways")
        try FuzzFailure.unless(
            syntax.text(of: pattern) != nil, "\(printed) cannot be written in its own language")
        let variants = pattern.variants()
        try FuzzFailure.unless(
            (1...PatternLimits.variants).contains(variants.count),
            "\(printed) has \(variants.count) variants")
        try FuzzFailure.unless(
            Set(variants).count == variants.count, "two variants of \(printed) are equal")
    }

    private static func check(_ error: PatternError, in text: [UInt8]) throws {
        let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.count
        try FuzzFailure.unless(isInside, "the range passes the end of the text")
        try FuzzFailure.unless(
            String(validating: text[error.range], as: UTF8.self) != nil,
            "the range cuts a character")
        try FuzzFailure.unless(
            !error.hint.isEmpty && !error.message.isEmpty, "the error says nothing")
    }
}
