import Foundation
import RouteDB

extension Difference {
    /// Those in reading texts and values, and in what the routers share or leave to their callers.
    static let reading: [Difference] = [
        Difference(
            id: "D21", title: "What stands behind the first `://` is not read as another URL",
            reason: """
                IKRouter reads the path and the query after the last `://`, so \
                `myapp://a?u=http://b` has the path `b`. In RouteDB the scheme ends at the \
                first one, and any other is text.
                """
        ) { failed in
            failed.test.system == .ikrouter
                && (failed.test.url?.components(separatedBy: "://").count ?? 0) > 2
        },
        Difference(
            id: "D22", title: "Texts are compared byte by byte",
            reason: """
                URLNavigator, IKRouter and AHServiceRouter compare Swift strings, where an `é` \
                of one code point equals an `é` of two. In RouteDB literals and names are \
                equal if their bytes are.
                """
        ) { failed in
            [.urlnavigator, .ikrouter, .ahservicerouter].contains(failed.test.system)
                && failed.isCorner && failed.hasComposedText
        },
        Difference(
            id: "D23", title: "What is dropped from a pattern does not rank it",
            reason: """
                URLNavigator counts the literals of a pattern as written, including the query \
                and fragment that it then drops. RouteDB counts only the literals that are \
                matched.
                """
        ) { failed in
            failed.test.system == .urlnavigator && failed.isCorner
                && failed.patterns.contains { $0.contains("?") || $0.contains("#") }
        },
        Difference(
            id: "D24", title: "A scheme has a slash behind its colon, or it is text",
            reason: """
                In `myapp:user/1`, URLNavigator takes `myapp` as the scheme and `myapp:user` \
                as the first component, so no pattern that anybody would write matches it. In \
                RouteDB's profile such a URL has no scheme.
                """
        ) { failed in
            failed.test.system == .urlnavigator && failed.isCorner
                && failed.test.url?.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:([^\/].*)?/) != nil
        },
        Difference(
            id: "D25", title: "Clearing a router clears that one",
            reason: """
                ARoute keeps the routes of all routers in one place, so clearing one router \
                clears all of them. In RouteDB each router is a namespace of its own.
                """
        ) { failed in
            failed.test.system == .aroute && failed.isCorner
                && failed.test.steps.contains { $0.text("op") == "clearAll" }
        },
        Difference(
            id: "D26", title: "Empty items of a query are passed over",
            reason: """
                URLNavigator's list of query items has an item without name and value for each \
                superfluous `&`.
                """
        ) { failed in
            failed.test.system == .urlnavigator && failed.keys == ["queryItems"]
                && failed.test.expect.array("queryItems")?.contains(["", .null]) == true
        },
        Difference(
            id: "D27", title: "A converter makes JSON of one text",
            reason: """
                A converter of URLNavigator receives all components of the URL and may return \
                any object, and so may ARoute's classes. In RouteDB a converter receives the \
                parameter's text and returns JSON; your handlers turn that into objects. A \
                list of texts has the type `string`, as in URLNavigator.
                """
        ) { _ in
            // No case can say it: the converters of cases are data.
            false
        },
        Difference(
            id: "D28", title: "URLs and patterns are texts with limits",
            reason: """
                A URL is invalid if it contains control characters or NUL, is not UTF-8, is \
                longer than 1 MiB, or has more than 2,048 segments. Patterns have the limits \
                of the native language. The routers accept whatever Foundation accepts.
                """
        ) { _ in
            // What cases expect is what routers do with texts that people write.
            false
        },
    ]
}

extension FailedCase {
    /// Whether two parts of the case's texts are one as Swift strings, and have other bytes.
    fileprivate var hasComposedText: Bool {
        let names = (test.routes + [test.request]).flatMap { object in
            [object.text("service"), object.text("task")].compactMap(\.self)
        }
        let parts = (patterns + names + [test.url ?? ""]).flatMap { $0.split(separator: "/") }
        var bytes: [Substring: [UInt8]] = [:]
        return parts.contains { part in
            let own = Array(part.utf8)
            return (bytes.updateValue(own, forKey: part) ?? own) != own
        }
    }
}
