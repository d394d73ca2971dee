import RouteDB

extension Difference {
    /// The differences, in the order in which they are asked.
    static let all = matching + dispatching + reading

    /// Those in reading and ordering patterns and URLs.
    private static let matching: [Difference] = [
        Difference(
            id: "D1", title: "Malformed patterns are refused",
            reason: """
                Given a pattern with a mistake, the routers take it as text, drop the part \
                with the mistake, or crash the app. Such a route does not match what its \
                author intended, and nobody is told. RouteDB refuses the pattern when it is \
                added, and reports where the mistake is.
                """
        ) { failed in
            // What every user relies on is not malformed.
            failed.isCorner && failed.test.system != .ahservicerouter
                && failed.refusals.contains { $0.isMalformed }
        },
        Difference(
            id: "D2", title: "Schemes are compared without regard to case",
            reason: """
                RFC 3986, section 3.1, requires it, and browsers pass `MyApp://` on as \
                `myapp://`.
                """
        ) { $0.hasSchemeInOtherCase },
        Difference(
            id: "D3", title: "Numbers are finite and written plainly",
            reason: """
                A numeric parameter accepts digits with a sign, a point and an exponent. It \
                does not accept `nan`, `inf`, `0x1F`, `1,234` or a number out of its type's \
                range, and text such as `12abc` is never read as a number.
                """
        ) { $0.expectsNumberNotWrittenPlainly },
        Difference(
            id: "D4", title: "`.` and `..` segments are resolved",
            reason: """
                `/a/../b` is `/b`, as in every other URL parser; otherwise a link could bypass \
                an access rule on a path.
                """
        ) { $0.hasDotSegments },
        Difference(
            id: "D5", title: "ARoute's marks work as documented",
            reason: """
                According to ARoute's documentation, an opening mark alone extends to the end \
                of its segment, and a segment may have several parameters. Its code reads the \
                former as text, and the latter as a single parameter.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.caseClass == .quirk
                && failed.test.routes.contains(where: ARoutePatternShape.isCodedOtherwise)
        },
        Difference(
            id: "D6", title: "A slash at the end of a JLRoutes pattern does not count",
            reason: """
                JLRoutes removes a trailing slash from URLs but not from patterns, so a \
                pattern with one would never match.
                """
        ) { failed in
            failed.test.system == .jlroutes
                && failed.patterns.contains { $0.count > 1 && $0.hasSuffix("/") }
        },
        Difference(
            id: "D7", title: "What follows `<path:…>` in a pattern counts",
            reason: """
                URLNavigator ignores it: the parameter takes the rest of the URL, whatever the \
                pattern has after it.
                """
        ) { failed in
            failed.test.system == .urlnavigator
                && failed.patterns.contains { pattern in
                    pattern.split(separator: "/").dropLast().contains { $0.hasPrefix("<path:") }
                }
        },
        Difference(
            id: "D8", title: "A JLRoutes pattern with optional groups is one route",
            reason: """
                JLRoutes stores each variant as a route of its own. If a segment is repeated, \
                it creates some variants twice, and some with a segment missing; and it cannot \
                remove the pattern by the text with which it was added.
                """
        ) { failed in
            failed.test.system == .jlroutes
                && failed.patterns.contains {
                    JLRoutesPatternShape.hasGroups($0)
                        && (JLRoutesPatternShape.repeatsSegment($0) || failed.removesRoutes)
                }
        },
        Difference(
            id: "D9", title: "A value may begin with `:`",
            reason: """
                In IKRouter, a parameter never matches text that begins with `:`, while such \
                text in a URL matches a literal, as if the URL were a pattern. In RouteDB a \
                value is any text.
                """
        ) { failed in
            failed.test.system == .ikrouter
                && failed.test.url?.split(separator: "/").dropFirst()
                    .contains { $0.hasPrefix(":") } == true
        },
        Difference(
            id: "D10", title: "Only ASCII letters are compared without regard to case",
            reason: """
                ARoute ignores the case of all letters when it compares patterns without \
                parameters. Letters beyond ASCII are percent-encoded in URLs, where case is \
                lost.
                """
        ) { failed in
            failed.test.system == .aroute
                && (failed.patterns + [failed.test.url ?? ""]).contains { text in
                    text.unicodeScalars.contains { !$0.isASCII && $0.properties.isCased }
                }
        },
    ]
}

extension FailedCase {
    /// Whether a step of the case removes single routes.
    fileprivate var removesRoutes: Bool {
        test.steps.contains { ["removePattern", "removeRoute"].contains($0.text("op")) }
    }
}
