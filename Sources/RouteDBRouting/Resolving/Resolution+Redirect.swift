extension Resolution {
    /// Where the route sends the request instead of to code, with the values filled in.
    ///
    /// The query of the URL goes along, without the keys that the pattern tests or that the redirect's own
    /// URL has. Nothing goes along to a URL that ends in `?`.
    ///
    /// `nil` if access is refused, if the route is no redirect, or if a value cannot stand in its place:
    /// a host takes letters, digits, `-`, `.`, `_` and `~` only, and a path must not begin with `//`, or have
    /// a segment `.` or `..`, because of a value.
    ///
    /// - Complexity: Linear in the URL, if the route is a redirect.
    public var redirect: RouteRedirect? {
        guard let redirect = route?.redirect, let location = redirect.location else {
            return route?.redirect
        }
        guard let template = try? RedirectTemplate(location) else { return nil }
        let (texts, defaults) = (rawParameters, defaults)
        let paths = Set(
            (matchedPattern?.parameters ?? []).filter { $0.type == .path }.map(\.name))
        let filled = template.filled(query: passedQuery) { name in
            if let text = texts[name] { return .init(text, isPath: paths.contains(name)) }
            return defaults[name]?.redirectText.map { .init($0) }
        }
        return filled.map { RouteRedirect(to: $0, status: redirect.status) }
    }

    /// The items of the query that the pattern does not test, encoded anew.
    private var passedQuery: [(key: String, text: String)] {
        let tested = Set(matchedPattern?.query.map(\.key) ?? [])
        return query.filter { !tested.contains($0.key) }.map { item in
            var bytes: [UInt8] = []
            PercentCoding.encode(item.key.utf8, keeping: "", into: &bytes)
            if let value = item.value {
                bytes.append(UInt8(ascii: "="))
                PercentCoding.encode(value.utf8, keeping: "", into: &bytes)
            }
            return (item.key, String(decoding: bytes, as: UTF8.self))
        }
    }
}
