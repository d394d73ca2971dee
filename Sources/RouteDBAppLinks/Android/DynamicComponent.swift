package import RouteDB

/// A component of `dynamic_app_link_components`, as Android 15 keeps it.
package struct DynamicComponent: AppLinkComponent, Sendable {
    /// A pattern as written, with the matcher that Android makes of it (D2).
    package struct Expression: Hashable, Sendable {
        /// The pattern as written.
        package let text: String
        /// The matcher of the pattern.
        package let matcher: AndroidMatcher
        /// True if a `?*` makes some versions of Android read the pattern another way (D3).
        package let isUncertain: Bool

        /// Returns the matcher of the pattern by a reading of the uncertain rules.
        package func matcher(_ reading: AssetLinks.Reading) -> AndroidMatcher {
            let own = reading.follows(.d3) ? matcher : older ?? matcher
            return own.read(by: reading)
        }
    }

    package var url: Expression?
    package var fragment: Expression?
    /// The items as `name=value`.
    package var query: [Expression] = []
    package var isExclude = false
    /// The path to the component in the file.
    package let place: [JSONStep]

    package init(at place: [JSONStep]) { self.place = place }

    /// True if the component tests nothing, and so never matches (D5).
    package var isEmpty: Bool { url == nil && fragment == nil && query.isEmpty }

    /// True if the component tests no query and no fragment.
    package var testsPathOnly: Bool { query.isEmpty && fragment == nil }
}

extension DynamicComponent.Expression {
    /// Reads an expression; `nil` for an empty one, which Android refuses.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
        let wildcards = text.utf8.count { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
        let kind: AndroidMatcher.Kind
        var pattern = text
        if wildcards == 0 {
            kind = .literal
        } else if wildcards == 1, text.utf8.last == UInt8(ascii: "*") {
            kind = .prefix
            pattern.removeLast()
        } else {
            kind = .glob
            pattern = text.unicodeScalars.reduce(into: "") { pattern, scalar in
                switch scalar {
                case "*": pattern += ".*"
                case "?": pattern += "."
                case ".": pattern += "\\."
                case "\\": pattern += "\\\\"
                default: pattern.unicodeScalars.append(scalar)
                }
            }
        }
        // Only advanced globs can be refused.
        guard let matcher = try? AndroidMatcher(kind, pattern) else { return nil }
        self.matcher = matcher
        isUncertain = kind == .glob && text.contains("?*")
    }

    /// The matcher by the first version of Android 15, where a `?*` is one character or more, as many
    /// as there are.
    package var older: AndroidMatcher? {
        guard isUncertain else { return nil }
        var pattern = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "*": pattern += pattern.hasSuffix(".") && !pattern.hasSuffix("\\.") ? "+" : ".*"
            case "?": pattern += "."
            case ".": pattern += "\\."
            case "[", "]", "{", "}": pattern += "\\\(scalar)"
            default: pattern.unicodeScalars.append(scalar)
            }
        }
        return try? AndroidMatcher(.advanced, pattern)
    }
}
