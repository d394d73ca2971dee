import RouteDB
import RouteDBRouting

/// Why a line of another program becomes no route.
struct UnsayableRedirect: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A redirect of another program, as a route has it.
struct ForeignRedirect {
    let pattern: RoutePattern
    let redirect: RouteRedirect
    /// The values of what the URL does not have.
    var defaults = JSONObject()
    /// The differences between the route and what the other program does.
    var losses: [String] = []

    /// Reads the pattern, and makes it the one of a redirect to a URL with `{name}` in the places of values;
    /// `nil` for what is gone.
    init(_ pattern: RoutePattern, to location: String?, status: Int) throws(UnsayableRedirect) {
        do throws(PatternError) {
            self.pattern = try RoutePattern(pattern.description)
        } catch {
            throw UnsayableRedirect(error.message)
        }
        redirect = location.map { RouteRedirect(to: $0, status: status) } ?? .gone
    }
}

/// Makes routes of the redirects of another program, in their order.
struct RedirectImport {
    private let options: ForeignRoutes.Options
    private var patterns: Set<String> = []
    /// The routes so far.
    private(set) var routes = ForeignRoutes()

    init(_ options: ForeignRoutes.Options) { self.options = options }

    /// Adds the redirects that a line becomes, or says why it becomes none.
    ///
    /// The source is the line's name in losses.
    mutating func add(
        _ source: String, at place: InputPlace?,
        _ make: () throws(UnsayableRedirect) -> [ForeignRedirect]
    ) {
        do throws(UnsayableRedirect) {
            for redirect in try make() { try add(redirect, source, at: place) }
        } catch {
            routes.losses.add(source, error.reason, isLeftOut: true)
        }
    }

    /// Says what the other program does and a route does not.
    mutating func lose(_ source: String, _ reason: String, isLeftOut: Bool = false) {
        routes.losses.add(source, reason, isLeftOut: isLeftOut)
    }

    private mutating func add(
        _ found: ForeignRedirect, _ source: String, at place: InputPlace?
    ) throws(UnsayableRedirect) {
        let item = found.pattern.description
        guard patterns.insert(item).inserted else {
            throw UnsayableRedirect("An earlier line is for the same URLs.")
        }
        var draft = RouteDraft(
            pattern: item, syntax: .native, target: options.target ?? found.redirect.usualTarget,
            group: options.group, namespace: options.namespace ?? RouteNamespace.defaultName,
            redirect: found.redirect)
        for member in found.defaults.members { draft.defaults[member.key] = member.value }
        do throws(RedirectError) {
            try found.redirect.check(with: found.pattern, defaults: draft.defaults)
        } catch {
            throw UnsayableRedirect("\(error.message) \(error.hint)")
        }
        for loss in found.losses { routes.losses.add(source, loss) }
        routes.routes.append((draft, { place }))
    }
}

/// The URL of a redirect whose values are written in another way, such as `$1` or `:name`.
struct ForeignLocation {
    private(set) var text = ""

    /// Replaces places in a URL by `{name}`.
    ///
    /// The closure is given the text from a mark on, and returns the name of the value and the length of what
    /// stands for it; `nil` if the mark is text.
    init(
        _ url: String, mark: UInt8,
        _ place: (Substring.UTF8View) throws(UnsayableRedirect) -> (name: String, length: Int)?
    ) throws(UnsayableRedirect) {
        var rest = Substring(url).utf8
        while let start = rest.firstIndex(of: mark) {
            text += ForeignText.redirectURL(String(Substring(rest[..<start])))
            rest = rest[start...]
            if let (name, length) = try place(rest) {
                text += "{\(name)}"
                rest = rest.dropFirst(length)
            } else {
                text += ForeignText.redirectURL(String(Substring(rest.prefix(1))))
                rest = rest.dropFirst()
            }
        }
        text += ForeignText.redirectURL(String(Substring(rest)))
    }
}
