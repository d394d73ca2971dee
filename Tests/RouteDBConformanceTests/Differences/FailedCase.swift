import RouteDB

/// A case that does not hold, with what the differences look at.
struct FailedCase: Sendable {
    let test: ConformanceCase
    let refusals: [Refusal]
    /// What RouteDB did.
    var facts: JSONObject = [:]
    /// The expected keys that do not hold.
    var keys: Set<String> = []

    /// Whether the case is about a corner or an accident of the router.
    var isCorner: Bool { [.edge, .quirk].contains(test.caseClass) }

    /// The texts of the patterns that the case registers.
    var patterns: [String] { test.routes.compactMap { $0.text("pattern") } }

    /// Whether the segments of the URL's path or authority have a `.` or `..` among them.
    var hasDotSegments: Bool {
        guard let url = test.url?.lowercased() else { return false }
        let decoded = url.replacing("%2e", with: ".")
        let end = decoded.firstIndex { $0 == "?" || $0 == "#" } ?? decoded.endIndex
        return decoded[..<end].split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    /// Whether the URL's scheme is one of the case but for the case of its letters.
    var hasSchemeInOtherCase: Bool {
        guard let scheme = test.url.flatMap(Self.scheme) else { return false }
        let known = patterns.compactMap(Self.scheme) + test.routes.compactMap { $0.text("scheme") }
        return known.contains { $0 != scheme && $0.lowercased() == scheme.lowercased() }
    }

    /// Whether a typed parameter is expected to be a number that is not finite, or that does not
    /// stand in the URL as a decimal number between other marks.
    var expectsNumberNotWrittenPlainly: Bool {
        guard [.urlnavigator, .aroute].contains(test.system) else { return false }
        let words = test.url?.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "," }
        let written = words?.filter { !$0.lowercased().contains("x") }.compactMap { Double($0) }
        let values = test.expect.object("params")?.members.map(\.value) ?? []
        return values.contains { value in
            if ["nan", "inf", "-inf"].contains(value.text) { return true }
            guard let number = value.number.map(abs) else { return false }
            return written?.contains { abs($0 - number) <= 1e-6 * number } != true
        }
    }

    private static func scheme(_ text: String) -> String? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : nil
    }
}
