import RouteDB

/// What can be told of an ARoute pattern from its text and its marks.
enum ARoutePatternShape {
    /// Whether a segment of a route's pattern has more than one parameter, or an opening mark
    /// without its closing one: what ARoute's documentation and its code disagree about.
    static func isCodedOtherwise(_ route: JSONObject) -> Bool {
        let marks = Array(route.text("separator") ?? "{}")
        guard 1...2 ~= marks.count, let pattern = route.text("pattern") else { return false }
        return pattern.split(separator: "/").contains { segment in
            let opening = segment.count { $0 == marks[0] }
            guard marks.count == 1 else { return opening > 1 }
            return opening == 1 || opening > 2
        }
    }
}
