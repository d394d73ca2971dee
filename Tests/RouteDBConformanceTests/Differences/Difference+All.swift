import RouteDB

extension Difference {
    /// The differences, in the order in which they are asked.
    static let all: [Difference] = [
        Difference(
            id: "D1", title: "Malformed patterns are refused",
            reason: """
                The routers take a pattern with a mistake in it as literal text, or drop the part \
                with the mistake; the route then never matches, and nobody is told why.
                """
        ) { failed in
            // What every user relies on is not malformed.
            [.edge, .quirk].contains(failed.test.caseClass)
                && failed.refusals.contains { $0.isMalformed }
        },
        Difference(
            id: "D2", title: "Schemes are compared without regard to case",
            reason: "RFC 3986, section 3.1, says so, and systems hand URLs over in either form."
        ) { $0.hasSchemeInOtherCase },
        Difference(
            id: "D3", title: "Numbers are finite",
            reason: """
                `nan`, `inf` and numbers beyond a type's range are no numbers that an app could \
                use; a parameter of such a type does not take them.
                """
        ) { $0.expectsInfinity },
        Difference(
            id: "D4", title: "`.` and `..` segments are resolved",
            reason: "As in every URL; otherwise a link could walk around a rule about a path."
        ) { $0.hasDotSegments },
        Difference(
            id: "D5", title: "ARoute's marks work as documented",
            reason: """
                ARoute documents that an opening mark alone reaches to the end of its segment, and \
                that a segment may have several parameters; its code takes neither.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.caseClass == .quirk
                && failed.test.routes.contains(where: AroutePatternShape.isCodedOtherwise)
        },
        Difference(
            id: "D6", title: "A slash at the end of a JLRoutes pattern does not count",
            reason: """
                JLRoutes drops it from URLs but not from patterns, so that such a route never \
                matches a URL that people would write for it.
                """
        ) { failed in
            failed.test.system == .jlroutes
                && failed.patterns.contains { $0.count > 1 && $0.hasSuffix("/") }
        },
        Difference(
            id: "D7", title: "`<path:…>` leaves what follows it to the pattern",
            reason: """
                URLNavigator gives it the whole rest of the URL, and never looks at what stands \
                behind it in the pattern.
                """
        ) { failed in
            failed.test.system == .urlnavigator
                && failed.patterns.contains { pattern in
                    pattern.split(separator: "/").dropLast().contains { $0.hasPrefix("<path:") }
                }
        },
        Difference(
            id: "D8", title: "A pattern with optional groups is one route",
            reason: """
                JLRoutes stores its variants one by one: it makes some twice when a segment is \
                repeated, and cannot remove them by the text that they were added with.
                """
        ) { failed in
            failed.test.system == .jlroutes
                && failed.patterns.contains {
                    JLRoutesPatternShape.hasGroups($0)
                        && (JLRoutesPatternShape.repeatsSegment($0) || failed.removesRoutes)
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
