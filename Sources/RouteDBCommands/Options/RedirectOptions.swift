import ArgumentParser
import RouteDB

/// The options for where a route sends its requests.
struct RedirectOptions: ParsableArguments {
    @Option(
        name: .customLong("redirect"),
        help: ArgumentHelp(
            "Redirect to this URL; {name} stands for a captured or default value.",
            valueName: "url"))
    var location: String?

    @Option(
        help: ArgumentHelp(
            "The status of the redirect: 301 (the default), 302, 303, 307 or 308.",
            valueName: "number"))
    var status: Int?

    @Option(
        name: .customLong("variant"),
        help: ArgumentHelp(
            """
            Redirect some requests elsewhere: 'context.platform = ios => URL'; the first that \
            holds is taken; may be repeated.
            """, valueName: "condition=>url"),
        transform: VariantArgument.read)
    var variants: [RouteRedirect.Variant] = []

    @Flag(help: "What was there is gone (410).")
    var gone = false

    func validate() throws {
        if gone, location != nil || status != nil {
            throw ValidationError("'--gone' excludes '--redirect' and '--status'.")
        }
        if !variants.isEmpty, location == nil {
            throw ValidationError("'--variant' needs '--redirect', for all other requests.")
        }
    }

    /// The redirect of the route; `nil` for none.
    var redirect: RouteRedirect? {
        if gone { return .gone }
        if location == nil, status == nil { return nil }
        return RouteRedirect(location: location, status: status ?? 301, variants: variants)
    }
}

/// Variants of redirects as arguments.
enum VariantArgument {
    /// Reads a variant.
    static func read(_ text: String) throws -> RouteRedirect.Variant {
        do throws(AccessRule.SyntaxError) {
            return try RouteRedirect.Variant(text)
        } catch {
            throw ValidationError("\(error.message) \(error.hint)")
        }
    }
}
