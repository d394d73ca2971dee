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

    @Flag(help: "What was there is gone (410).")
    var gone = false

    var isEmpty: Bool { location == nil && status == nil && !gone }

    /// The target of a redirect, if no other is given.
    var target: String? {
        let redirect = gone ? RouteRedirect.gone : location.map { RouteRedirect(to: $0) }
        return redirect?.usualTarget
    }

    func validate() throws {
        if gone, location != nil || status != nil {
            throw ValidationError("'--gone' excludes '--redirect' and '--status'.")
        }
    }

    /// Makes the redirect of a route; a status alone changes the one that it had.
    func redirect(replacing old: RouteRedirect?) -> RouteRedirect? {
        if gone { return .gone }
        if location == nil, status == nil { return old }
        let kept = old?.location == nil ? nil : old?.status
        return RouteRedirect(location: location ?? old?.location, status: status ?? kept ?? 301)
    }
}
