import RouteDBRouting

extension FuzzTarget {
    /// A pattern, the URL of a redirect, and a URL, each on a line: wherever the URL is redirected is
    /// a place that the redirect's own text says.
    static let redirect = FuzzTarget("redirect") { bytes in
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count == 3, let pattern = try? RoutePattern(lines[0]) else { return }
        let redirect = RouteRedirect(to: lines[1], status: 308)
        let defaults: JSONObject = ["d": "x/..", "e": "", "n": 7]
        do throws(RedirectError) {
            try redirect.check(with: pattern, defaults: defaults)
        } catch {
            return try FuzzFailure.unless(
                !error.message.isEmpty && !error.hint.isEmpty, "the error says nothing")
        }
        try FuzzFailure.unless(
            try RouteRedirect(json: .object(redirect.json)) == redirect,
            "\(redirect) is read otherwise from JSON")
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id, pattern: pattern, target: "t",
            redirect: redirect)
        let resolution = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [namespace], routes: [route],
                defaults: [.route(route.id): defaults])
        ).resolve(lines[2])
        guard let location = resolution.redirect?.location else { return }
        try check(location, by: RedirectTemplate(lines[1]))
    }

    private static func check(_ location: String, by template: RedirectTemplate) throws {
        try FuzzFailure.unless(
            location.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                && !location.utf8.contains { "\"<>\\^`{|}".utf8.contains($0) },
            "\(location) is no URL")
        try FuzzFailure.unless(
            location.hasPrefix(template.scheme), "\(location) has another scheme")
        let rest = location.utf8.dropFirst(template.scheme.utf8.count)
        let host = template.scheme.isEmpty ? [] : rest.prefix { !"/?#".utf8.contains($0) }
        if template.scheme.isEmpty {
            let leads = rest.starts(with: "/".utf8) && !rest.starts(with: "//".utf8)
            try FuzzFailure.unless(leads, "\(location) leads to another host")
        } else if case .text(let end, .authority)? = template.pieces.last(where: isOfHost) {
            try FuzzFailure.unless(
                host.reversed().starts(with: end.utf8.reversed()) && !host.contains(0x40),
                "\(location) leads to another host")
        }
        let path = rest.dropFirst(host.count).prefix { !"?#".utf8.contains($0) }
        let written = template.pieces.map { piece in
            switch piece {
            case .text(let text, .path): text
            case .value(_, .path): "x"
            default: ""
            }
        }.joined()
        try FuzzFailure.unless(
            dots(path) == dots(written.utf8[...]), "\(location) leads out of its place")
    }

    private static func isOfHost(_ piece: RedirectTemplate.Piece) -> Bool {
        switch piece {
        case .text(_, .authority), .value(_, .authority): true
        default: false
        }
    }

    /// How many segments of a path mean the one before, or nothing, also beside an encoded slash.
    private static func dots(_ path: Substring.UTF8View) -> Int {
        let plain = Substring(path).lowercased()
            .split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
            .split(separator: "%2f", omittingEmptySubsequences: false).joined(separator: "/")
        return plain.split(separator: "/").count { $0 == "." || $0 == ".." }
    }
}
