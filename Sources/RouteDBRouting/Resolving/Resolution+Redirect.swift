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
    public var redirect: RouteRedirect? { redirect(byVariant: variantNumber) }

    /// Where the route sends requests for which one of the redirect's variants is taken, from 1, or none of them,
    /// with the values filled in.
    package func redirect(byVariant number: Int?) -> RouteRedirect? {
        guard let own = route?.redirect else { return nil }
        let redirect = number.map { own.variants[$0 - 1].redirect } ?? own
        guard let location = redirect.location else { return redirect }
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

    /// The number of the redirect's variant that is taken, from 1; `nil` if none is.
    ///
    /// - Complexity: Linear in the conditions of the variants before it; constant without any.
    package var variantNumber: Int? {
        guard let variants = route?.redirect?.variants, !variants.isEmpty else { return nil }
        var attributes = AccessAttributes()
        let place = variants.firstIndex { variant in
            variant.conditions.allSatisfy {
                $0.finding(self, &attributes, zones: [:]) == .holds
            }
        }
        return place.map { $0 + 1 }
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
