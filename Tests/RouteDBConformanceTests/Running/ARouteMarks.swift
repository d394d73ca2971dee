import RouteDB

/// The marks that a case's ARoute pattern is written with.
struct ARouteMarks {
    private let pattern: String
    private let separator: String
    private let castingSeparator: String

    init(_ route: JSONObject) {
        pattern = route.text("pattern") ?? ""
        separator = route.text("separator") ?? "{}"
        castingSeparator = route.text("castingSeparator") ?? "|"
    }

    /// The language of the pattern; `nil` if nothing can be marked so.
    var syntax: PatternSyntax? { PatternSyntax("aroute \(separator) \(castingSeparator)") }

    /// The key of a raw value: ARoute keeps the whole text between the marks, type and all.
    func key(of name: String) -> String {
        guard let open = separator.first, let close = separator.last else { return name }
        for segment in pattern.split(separator: "/") {
            guard let start = segment.firstRange(of: "\(open)\(name)\(castingSeparator)") else {
                continue
            }
            let rest = segment[segment.index(after: start.lowerBound)...]
            return String(rest.prefix { $0 != close })
        }
        return name
    }
}
