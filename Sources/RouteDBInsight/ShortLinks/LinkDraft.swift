import RouteDB
import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

/// A short link to be made: a route of the group `links` with a redirect.
package struct LinkDraft: Hashable, Sendable {
    /// The group of the routes that are links.
    package static let group = "links"

    /// The host of the link; `nil` for the only one of a namespace.
    package var host: String?
    /// The URL that the link leads to.
    package var destination: String
    /// The path of the link without its first slash; `nil` for one that is made.
    package var slug: String?
    /// The status of the redirect.
    package var status = 302
    /// Where some visitors are led instead.
    package var variants: [RouteRedirect.Variant] = []
    /// When the link is over; `nil` for never.
    package var ends: Timestamp?
    package var labels: [String: String] = [:]
    package var note: String?
    /// True for a further link, although one with the same destination and settings may exist.
    package var isFurther = false

    package init(to destination: String) { self.destination = destination }

    /// Adds an item to the query of the destination, before its fragment.
    package mutating func addQuery(_ key: String, _ value: String) {
        var item: [UInt8] = []
        PercentCoding.encode(key.utf8, keeping: "", into: &item)
        item.append(UInt8(ascii: "="))
        PercentCoding.encode(value.utf8, keeping: "", into: &item)
        let fragment = destination.firstIndex(of: "#") ?? destination.endIndex
        let mark = destination[..<fragment].contains("?") ? "&" : "?"
        destination.insert(
            contentsOf: mark + String(decoding: item, as: UTF8.self), at: fragment)
    }

    /// The schemes of URLs that are no places to go to.
    private static let refusedSchemes = ["javascript", "data", "vbscript", "file", "blob", "about"]

    /// Checks that the destination is a whole URL, and the slug one of a link.
    func check() throws(RouteDBError) {
        if let slug { try LinkSlug.check(slug) }
        let scheme = String(destination.prefix { $0 != ":" }).asciiLowercased
        guard destination.contains("://"), !Self.refusedSchemes.contains(scheme) else {
            throw RouteDBError(
                .invalidValue, "\(destination.excerpt) is not the URL of a page or an app.",
                hint: "Write it whole, as in https://www.example.com/page or myapp://page.")
        }
    }

    /// The route with a slug.
    func route(slug: String, in namespace: String) -> RouteDraft {
        RouteDraft(
            pattern: "/\(slug)", syntax: .native, target: "redirect", group: Self.group,
            namespace: namespace, labels: labels, note: note,
            redirect: RouteRedirect(to: destination, status: status, variants: variants),
            ends: ends)
    }

    /// The text that determines the slug of the link if nobody chose it.
    func seed(_ attempt: Int) -> String {
        let settings = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let parts =
            [destination, "\(status)", "\(ends?.microseconds ?? 0)", note ?? "", "\(attempt)"]
            + settings
            + variants.map(\.description)
        return parts.joined(separator: "\u{0}")
    }
}

// A link as JSON: {"to": "https://www.example.com/spring", "slug": "spring", "until": "2030-06-30T00:00:00Z"}.
extension LinkDraft {
    /// The members of the JSON.
    package static let members: [JSONSchema.Member] = [
        .init("to", .string("The URL that the link leads to.")),
        .init(
            "host", .string("The host (default: the only one of a namespace)."), isRequired: false),
        .init("slug", .string("The end of the link (default: made)."), isRequired: false),
        .init("status", .integer("The status of the redirect (default: 302)."), isRequired: false),
        .init("until", .string("When the link is over."), isRequired: false),
        .init(
            "variants", .list(.string("CONDITION => URL."), "Where some visitors are led instead."),
            isRequired: false),
        .init("labels", .map(.string("A value."), "Labels of the route."), isRequired: false),
        .init("note", .string("A note for people."), isRequired: false),
        .init(
            "further", .boolean("Whether to make another link to the same destination."),
            isRequired: false),
    ]

    /// Reads a link.
    package init(json object: JSONObject) throws(JSONMistake) {
        let members = JSONReader(object)
        try members.requireKeys(among: Self.members.map(\.key), of: "A link")
        guard let destination = try members.string("to") else {
            throw members.error(nil, "A link needs 'to', the URL that it leads to.")
        }
        self.init(to: destination)
        (host, slug, note) = (
            try members.string("host"), try members.string("slug"), try members.string("note")
        )
        if let number = try members.number("status") { status = Int(number) }
        ends = try members.time("until")
        for text in try members.strings("variants") {
            do throws(AccessRule.SyntaxError) {
                variants.append(try RouteRedirect.Variant(text))
            } catch {
                throw members.error("variants", error.message, hint: error.hint)
            }
        }
        for member in try members.object("labels")?.members ?? [] {
            guard case .string(let value) = member.value else {
                throw members.error("labels", "The label '\(member.key)' is not a text.")
            }
            labels[member.key] = value
        }
        isFurther = try members.boolean("further") ?? false
    }
}
