extension RouteRedirect {
    /// Another URL of a redirect, for requests that meet conditions.
    ///
    /// ```swift
    /// let store = try RouteRedirect.Variant(
    ///     "context.platform in ios,ipados => https://apps.apple.com/app/id42")
    /// let redirect = RouteRedirect(
    ///     to: "https://example.com/app", status: 302, variants: [store])
    /// ```
    public struct Variant: Hashable, Sendable {
        /// The conditions, which must all hold; one that cannot be tested does not hold.
        public let conditions: [AccessRule.Condition]
        /// The URL, with `{name}` in the place of values, as that of the redirect.
        public let location: String
        /// The status of an HTTP answer: 301, 302, 303, 307 or 308.
        public let status: Int

        /// Creates a variant, which is checked when its route is stored.
        ///
        /// - Parameters:
        ///   - conditions: The conditions.
        ///   - location: The URL.
        ///   - status: The status.
        public init(when conditions: [AccessRule.Condition], to location: String, status: Int = 302)
        {
            self.conditions = conditions
            self.location = location
            self.status = status
        }
    }
}

// A variant as text: conditions, an arrow, and the URL with its status.
//
//     context.platform in ios,ipados => https://apps.apple.com/app/id42
//     context.country = AT; context.language = de => https://example.at/{page} 307
extension RouteRedirect.Variant: CustomStringConvertible {
    private static let arrow = "=>"
    private static let semicolon = UInt8(ascii: ";")

    /// Reads a variant.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``AccessRule/SyntaxError``.
    public init(_ text: String) throws(AccessRule.SyntaxError) {
        // A URL has no `>`, so the last arrow is the one before it.
        guard let arrow = text.ranges(of: Self.arrow).last else {
            throw AccessRule.SyntaxError(
                message: "'\(text)' has no '\(Self.arrow)'.", hint: Self.form)
        }
        let words = text[arrow.upperBound...].split(separator: " ")
        guard 1...2 ~= words.count, let status = words.count == 2 ? Int(words[1]) : 302 else {
            throw AccessRule.SyntaxError(
                message: "'\(text)' does not end in a URL and a status.", hint: Self.form)
        }
        var conditions: [AccessRule.Condition] = []
        let parts = AccessText.parts(String(text[..<arrow.lowerBound]), between: Self.semicolon)
        for part in parts { conditions.append(try AccessRule.Condition(part)) }
        self.init(when: conditions, to: String(words[0]), status: status)
    }

    private static let form =
        "Write CONDITION => URL, as in 'context.platform = ios => https://apps.apple.com/app/id42'; a"
        + " semicolon between conditions, and a status behind the URL."

    /// The variant in the syntax that ``init(_:)`` reads.
    public var description: String {
        let when = conditions.map(\.description).joined(separator: "; ")
        return "\(when) \(Self.arrow) \(location) \(status)"
    }
}

extension RouteRedirect.Variant {
    /// The most variants of a redirect, and the most conditions of a variant.
    static let limit = 32

    /// The variant as a redirect of its own.
    var redirect: RouteRedirect { RouteRedirect(to: location, status: status) }

    /// The variant as JSON.
    package var json: JSONObject {
        [
            "when": .array(conditions.map { .string($0.description) }), "to": .string(location),
            "status": .int(Int64(status)),
        ]
    }

    /// Checks the conditions.
    func check() throws(RedirectError) {
        guard 1...Self.limit ~= conditions.count else {
            throw RedirectError(
                message: "A variant of the redirect has \(conditions.count) conditions.",
                hint:
                    "Give 1 to \(Self.limit); what holds for all other requests is the redirect itself."
            )
        }
        for case .window in conditions.map(\.test) {
            throw RedirectError(
                message: "A variant of the redirect tests a window of the day.",
                hint:
                    "Test a period, as in 'time period 2026-12-01..2026-12-24', or use an access rule."
            )
        }
    }
}
