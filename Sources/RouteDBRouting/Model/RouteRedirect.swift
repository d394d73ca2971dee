/// Where a route sends its requests instead of to code: to another URL, or nowhere any more.
///
/// ```swift
/// let draft = RouteDraft(
///     pattern: "/user/{id}", target: "redirect", redirect: RouteRedirect(to: "/people/{id}"))
/// ```
///
/// The URL of a route's redirect has `{name}` where a captured value or a default value goes. That of a
/// ``Resolution/redirect`` has the values filled in.
public struct RouteRedirect: Hashable, Sendable {
    /// The URL; `nil` if what was there is gone.
    public let location: String?
    /// The status of an HTTP answer: 301, 302, 303, 307 or 308, or 410 without a URL.
    public let status: Int
    /// Other URLs for some requests: the first whose conditions hold is taken in place of ``location``.
    public private(set) var variants: [RouteRedirect.Variant] = []

    /// Creates a redirect, which is checked when its route is stored.
    ///
    /// - Parameters:
    ///   - location: The URL: a path that begins with one `/`, or one with a scheme and `//`. It may hold
    ///     `{name}` in the place of values.
    ///   - status: The status: 301, 302, 303, 307 or 308.
    ///   - variants: Other URLs for some requests.
    public init(to location: String, status: Int = 301, variants: [RouteRedirect.Variant] = []) {
        self.location = location
        self.status = status
        self.variants = variants
    }

    /// The redirect of a resource that is gone, with nothing in its place.
    public static let gone = RouteRedirect(location: nil, status: 410)

    /// The target of a route with the redirect, if no other is given.
    package var usualTarget: String { location == nil ? "gone" : "redirect" }

    /// Creates a redirect of parts that ``check()`` may refuse.
    package init(location: String?, status: Int, variants: [RouteRedirect.Variant] = []) {
        self.location = location
        self.status = status
        self.variants = variants
    }

    /// All URLs: that of the redirect, and those of its variants.
    package var locations: [String] { [location].compactMap(\.self) + variants.map(\.location) }

    /// True if a variant depends on the time of requests.
    var asksForTime: Bool {
        variants.contains { $0.conditions.contains { $0.attribute == .time } }
    }
}

/// Why a redirect cannot be stored.
package struct RedirectError: Error, Hashable, Sendable {
    /// The rule that is broken, as a sentence.
    package let message: String
    /// A suggestion of what to write instead.
    package let hint: String
}

/// Throws a mistake in the JSON of a redirect, with the form that it has.
private struct RedirectThrower: JSONThrower {
    typealias Failure = RedirectError

    let form: String

    func failure(_ mistake: JSONMistake) -> RedirectError {
        RedirectError(message: mistake.message, hint: form)
    }
}

// A redirect as JSON: {"to": "/people/{id}", "status": 301}, or {"status": 410}. Variants are a list:
// {"to": "/app", "status": 302, "variants": [{"when": ["context.platform = ios"], "to": "/ios", "status": 302}]}
extension RouteRedirect {
    /// The statuses of a redirect to a URL.
    package static let statuses = [301, 302, 303, 307, 308]

    /// Reads a redirect from JSON.
    package init(json: JSONValue) throws(RedirectError) {
        let form = #"Write {"to": "/new/{id}", "status": 301}, or {"status": 410}."#
        guard case .object(let object) = json else {
            throw RedirectError(message: "A redirect must be an object.", hint: form)
        }
        let reader = JSONReader(object, into: RedirectThrower(form: form))
        try reader.requireKeys(among: ["to", "status", "variants"], of: "A redirect")
        location = try reader.string("to")
        status =
            try reader.number("status").map(Int.init) ?? (location == nil ? Self.gone.status : 301)
        variants = try reader.array("variants").map(Self.variants) ?? []
        try check()
    }

    private static let variantForm =
        #"Write {"when": ["context.platform = ios"], "to": "https://example.com/ios", "status": 302}."#

    private static func variants(_ list: [JSONValue]) throws(RedirectError) -> [RouteRedirect
        .Variant]
    {
        var variants: [RouteRedirect.Variant] = []
        for value in list {
            guard case .object(let object) = value else {
                throw RedirectError(message: "A variant must be an object.", hint: variantForm)
            }
            let reader = JSONReader(object, into: RedirectThrower(form: variantForm))
            try reader.requireKeys(among: ["when", "to", "status"], of: "A variant")
            guard let location = try reader.string("to") else {
                throw RedirectError(message: "A variant has no 'to'.", hint: variantForm)
            }
            var conditions: [AccessRule.Condition] = []
            for text in try reader.strings("when") {
                do throws(AccessRule.SyntaxError) {
                    conditions.append(try AccessRule.Condition(text))
                } catch {
                    throw RedirectError(message: error.message, hint: error.hint)
                }
            }
            let status = try reader.number("status").map(Int.init) ?? 302
            variants.append(RouteRedirect.Variant(when: conditions, to: location, status: status))
        }
        return variants
    }

    /// Returns whether a text looks like a URL or a path, to which a redirect might lead.
    package static func isURL(_ text: String) -> Bool {
        let bytes = text.utf8
        if bytes.count > 1, bytes.first == UInt8(ascii: "/") { return true }
        return bytes.firstRange(of: "://".utf8).map { $0.lowerBound > bytes.startIndex } ?? false
    }

    /// The redirect as JSON.
    package var json: JSONObject {
        var json = JSONObject()
        json["to"] = location.map(JSONValue.string)
        json["status"] = .int(Int64(status))
        if !variants.isEmpty { json["variants"] = .array(variants.map { .object($0.json) }) }
        return json
    }

    /// Checks the redirect by itself, without its route.
    package func check() throws(RedirectError) { _ = try checkedTemplate() }

    /// Checks the redirect by itself, and returns its URL; `nil` if it has none.
    private func checkedTemplate() throws(RedirectError) -> RedirectTemplate? {
        guard let location else {
            guard variants.isEmpty else {
                throw RedirectError(
                    message: "What is gone for some requests only needs a URL for all others.",
                    hint: "Give a URL beside the variants.")
            }
            if status == Self.gone.status { return nil }
            throw RedirectError(
                message: "A redirect with the status \(status) needs a URL.",
                hint: "Give a URL; without one, the status is \(Self.gone.status) (gone).")
        }
        let template = try RedirectTemplate(location)
        guard Self.statuses.contains(status) else {
            throw RedirectError(
                message: "\(status) is not the status of a redirect to a URL.",
                hint: "Use 301 or 308 (for good), 302, 303 or 307 (for now).")
        }
        try checkVariants()
        return template
    }

    private func checkVariants() throws(RedirectError) {
        guard variants.count <= RouteRedirect.Variant.limit else {
            throw RedirectError(
                message: "The redirect has \(variants.count) variants.",
                hint: "Use up to \(RouteRedirect.Variant.limit).")
        }
        var known: Set<[AccessRule.Condition]> = []
        for variant in variants {
            try variant.check()
            try variant.redirect.check()
            guard known.insert(variant.conditions).inserted else {
                throw RedirectError(
                    message: "Two variants of the redirect have the same conditions:"
                        + " \(variant.conditions.map(\.description).joined(separator: "; ")).",
                    hint: "The first one that holds is taken: leave the other one out.")
            }
        }
    }

    /// Checks that the route has every value that the URL needs, for all URLs that it matches, and that the
    /// URL is another one.
    package func check(
        with pattern: RoutePattern?, kind: String? = nil, defaults: JSONObject,
        policies: NamespacePolicy.Values = .native
    ) throws(RedirectError) {
        try check(
            checkedTemplate(), with: pattern, kind: kind, defaults: defaults, policies: policies)
        for variant in variants {
            for case .parameter(let name) in variant.conditions.map(\.attribute)
            where pattern?.parameterNames.contains(name) != true {
                throw RedirectError(
                    message:
                        "A variant of the redirect tests '\(name)', which the pattern does not capture.",
                    hint: "Test a parameter of the pattern, the query or the context.")
            }
            let redirect = variant.redirect
            try redirect.check(
                redirect.checkedTemplate(), with: pattern, kind: kind, defaults: defaults,
                policies: policies)
        }
    }

    /// Checks the places of the URL, and that it is another one.
    private func check(
        _ template: RedirectTemplate?, with pattern: RoutePattern?, kind: String?,
        defaults: JSONObject, policies: NamespacePolicy.Values
    ) throws(RedirectError) {
        guard let template else { return }
        let captured = Set(pattern?.parameterNames ?? [])
        let always = pattern?.alwaysCaptured ?? []
        for name in template.names where !always.contains(name) {
            if let value = defaults[name] {
                if value.redirectText != nil { continue }
                throw RedirectError(
                    message: "The default value '\(name)', which the redirect uses, is not a text,"
                        + " a number or a Boolean.", hint: "Give it such a value.")
            }
            guard captured.contains(name) else {
                let known = pattern?.parameterNames.joined(separator: ", ") ?? ""
                throw RedirectError(
                    message: "The redirect uses '{\(name)}', which the pattern does not capture.",
                    hint: (known.isEmpty ? "It captures nothing." : "It captures: \(known).")
                        + " A default value of the route will do too.")
            }
            throw RedirectError(
                message: "The redirect uses '{\(name)}', which some URLs of the pattern lack.",
                hint: "Give the route a default value for it.")
        }
        if let pattern, isToItself(template, from: pattern, kind: kind, policies: policies) {
            throw RedirectError(
                message: "The redirect of '\(pattern)' leads to itself.",
                hint:
                    "Name the URL that takes its place; for what nothing replaces, say that it is gone."
            )
        }
    }
}

extension RoutePattern {
    /// The parameters that every URL of the pattern has.
    fileprivate var alwaysCaptured: Set<String> {
        func names(_ elements: [PatternElement]) -> [String] {
            elements.compactMap { element in
                if case .parameter(let parameter) = element { parameter.name } else { nil }
            }
        }
        let inQuery = query.compactMap { condition -> String? in
            if case .capture(let parameter) = condition.test { parameter.name } else { nil }
        }
        return Set(names(host?.elements ?? []) + names(path) + inQuery)
    }
}
