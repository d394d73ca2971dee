import RouteDBRouting

// Patterns that are read differently than by the router they were written for.
extension NamespaceLint {
    /// Reports the differences listed in Docs/dialects.md that affect a pattern of another dialect.
    func findDialects(_ collector: inout LintCollector) {
        guard namespace.profile != .native, collector.wants(.dialect) else { return }
        var seen: Set<RouteID> = []
        for variant in variants {
            let route = variant.route
            guard let text = route.dialectText, let pattern = route.pattern,
                seen.insert(route.id).inserted
            else { continue }
            let differences = differences(of: pattern, text)
            guard !differences.isEmpty else { continue }
            let words = differences.map { "\($0.words) (\($0.number))" }.joined(separator: "; ")
            var finding = LintFinding(
                .dialect, in: namespace.id, routes: [route.id],
                names: differences.map(\.number),
                "\(label(route)), as \(namespace.profile.rawValue) wrote it: \(words).",
                fixes: ["routedb convert \(ShellQuoting.quoted(namespace.name)) --dry-run"])
            finding.witness = witness(of: variant)
            collector.add(finding)
        }
    }

    /// The number of a difference in Docs/dialects.md, and its effect.
    private typealias Difference = (number: String, words: String)

    private func differences(of pattern: RoutePattern, _ text: String) -> [Difference] {
        var found: [Difference] = []
        let profile = namespace.profile
        let elements = pattern.path
        let parameters = pattern.parameters
        let head = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let hasScheme = profile == .urlnavigator || profile == .ikrouter
        if hasScheme, pattern.scheme != nil, head.contains(where: { $0 != $0.asciiLowercased }) {
            found.append(("D2", "the case of its scheme is ignored"))
        }
        if parameters.contains(where: { $0.type.isNumeric }) {
            found.append(("D3", "numbers are finite and written plainly"))
        }
        switch profile {
        case .aroute:
            if Self.hasSharedSegment(elements) {
                found.append(("D5", "a segment has several parameters"))
            }
            if pattern.isLiteral, text.utf8.contains(where: { $0 >= 0x80 }) {
                found.append(("D10", "letters beyond ASCII are case-sensitive"))
            }
        case .jlroutes:
            if elements.contains(where: { if case .optional = $0 { true } else { false } }) {
                found.append(("D8", "with its groups it is one route"))
            } else if text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") {
                found.append(("D6", "the slash at its end does not count"))
            }
        case .urlnavigator:
            let rest = elements.lastIndex { element in
                if case .parameter(let parameter) = element {
                    parameter.type == .path
                } else {
                    false
                }
            }
            if let rest, rest < elements.count - 1 {
                found.append(("D7", "what follows its path parameter counts"))
            }
        case .ikrouter:
            found.append(
                parameters.isEmpty
                    ? ("D12", "without parameters it goes to its own handler")
                    : ("D9", "a value may begin with ':'"))
        case .native: break
        }
        return found
    }

    /// Returns whether a segment has two parameters.
    private static func hasSharedSegment(_ elements: [PatternElement]) -> Bool {
        var count = 0
        for element in elements {
            switch element {
            case .separator: count = 0
            case .parameter: count += 1
            default: break
            }
            if count > 1 { return true }
        }
        return false
    }
}

extension ParameterType {
    fileprivate var isNumeric: Bool {
        switch self {
        case .int, .float, .decimal, .number: true
        default: false
        }
    }
}
