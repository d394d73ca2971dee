import RouteDB

extension Difference {
    /// The differences, in the order in which they are asked.
    static let all = matching + dispatching + reading

    /// Those in reading and ordering patterns and URLs.
    private static let matching: [Difference] = [
        Difference(
            id: "D1", title: "Malformed patterns are refused",
            reason: """
                The routers take a pattern with a mistake in it as text, drop the part with \
                the mistake, or stop the app. Such a route does not match what its author \
                meant, and nobody is told. RouteDB refuses it when it is added, and says \
                where the mistake is.
                """
        ) { failed in
            // What every user relies on is not malformed.
            failed.isCorner && failed.test.system != .ahservicerouter
                && failed.refusals.contains { $0.isMalformed }
        },
        Difference(
            id: "D2", title: "Schemes are compared without regard to case",
            reason: """
                RFC 3986, section 3.1, says so, and browsers hand `MyApp://` over as \
                `myapp://`.
                """
        ) { $0.hasSchemeInOtherCase },
        Difference(
            id: "D3", title: "Numbers are finite and written plainly",
            reason: """
                A parameter of numbers takes digits with a sign, a point and an exponent: \
                not `nan`, `inf`, `0x1F` or `1,234`, and no number beyond its type's range. \
                A text that is no number, such as `12abc`, never becomes one.
                """
        ) { $0.expectsNumberNotWrittenPlainly },
        Difference(
            id: "D4", title: "`.` and `..` segments are resolved",
            reason: """
                `/a/../b` is `/b`, as for every other reader of URLs; otherwise a link could \
                walk around a rule about a path.
                """
        ) { $0.hasDotSegments },
        Difference(
            id: "D5", title: "ARoute's marks work as documented",
            reason: """
                ARoute's documentation lets an opening mark alone reach to the end of its \
                segment, and lets a segment have several parameters. Its code takes the \
                first for text, and the others for one parameter.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.caseClass == .quirk
                && failed.test.routes.contains(where: ARoutePatternShape.isCodedOtherwise)
        },
        Difference(
            id: "D6", title: "A slash at the end of a JLRoutes pattern does not count",
            reason: """
                JLRoutes drops it from URLs and not from patterns, so such a route would \
                match no URL.
                """
        ) { failed in
            failed.test.system == .jlroutes
                && failed.patterns.contains { $0.count > 1 && $0.hasSuffix("/") }
        },
        Difference(
            id: "D7", title: "What follows `<path:…>` in a pattern counts",
            reason: """
                URLNavigator never looks at it: the parameter takes the rest of the URL, \
                whatever the pattern says behind it.
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
                JLRoutes stores its variants one by one. It makes some twice, and some that \
                lack a segment, when a segment is repeated; and it cannot remove the pattern \
                by the text that added it.
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
                IKRouter gives a parameter no text that begins with `:`, and lets one pass for \
                a literal, as if the URL were a pattern. In RouteDB a value is any text.
                """
        ) { failed in
            failed.test.system == .ikrouter
                && failed.test.url?.split(separator: "/").dropFirst()
                    .contains { $0.hasPrefix(":") } == true
        },
        Difference(
            id: "D10", title: "Only ASCII letters are compared without regard to case",
            reason: """
                ARoute compares patterns without parameters so, whatever the letters. Letters \
                beyond ASCII are percent-encoded in URLs, and have no case then.
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
