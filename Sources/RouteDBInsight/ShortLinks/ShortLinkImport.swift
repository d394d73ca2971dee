package import RouteDB
import RouteDBRouting

extension ForeignRoutes {
    /// Reads the export of a service of short links as redirects.
    ///
    /// - Complexity: Linear in the file; with JSON, a mistake's place takes as long again.
    package init(
        shortLinks bytes: [UInt8], of service: ShortLinkService, _ options: Options
    ) throws(InputProblem) {
        self.init()
        var reader = ShortLinkReader(service: service, options: options)
        let table = try ShortLinkTable(bytes, of: service) { row throws(InputProblem) in
            try reader.read(row, into: &self)
        }
        if let total = table.total, total > table.count {
            losses.add(
                "\(total - table.count) of \(NumberText.counted(total, "link"))",
                "The answer is a part of the list. \(service.nextPart)", isLeftOut: true)
        }
    }
}

/// Makes redirects of the links of an export.
private struct ShortLinkReader {
    let service: ShortLinkService
    let options: ForeignRoutes.Options
    private static let passing = "Its service adds no query of the short link to the destination."
    private static let joining =
        "Where the short link and the destination have a key of the query in common, that of the"
        + " destination stays."

    mutating func read(
        _ row: ShortLinkRow, into routes: inout ForeignRoutes
    ) throws(InputProblem) {
        let pattern = try pattern(of: row)
        let item = pattern.description
        guard let destination = try destination(of: row, item, &routes.losses) else { return }
        let url = ForeignText.redirectURL(destination)
        let others = ShortLinkVariants(of: row, from: service)
        let redirect = RouteRedirect(to: url, status: service.status, variants: others.variants)
        do throws(RedirectError) {
            try redirect.check(with: pattern, defaults: [:])
        } catch {
            routes.losses.add(item, "\(error.message) \(error.hint)", isLeftOut: true)
            return
        }
        var draft = RouteDraft(
            pattern: item, syntax: .native, target: options.target ?? "redirect",
            group: options.group, namespace: options.namespace ?? RouteNamespace.defaultName,
            redirect: redirect, starts: time(.start, of: row), ends: time(.end, of: row))
        draft.note = row.text(.title, of: service).flatMap {
            ForeignText.plain($0, limit: 1_024)
        }
        let tags = row.text(.tags, of: service).flatMap { ForeignText.plain($0, limit: 255) }
        if let tags { draft.labels["tags"] = tags }
        for loss in others.losses { routes.losses.add(item, loss) }
        for (field, bound) in [(ShortLinkService.Field.start, draft.starts), (.end, draft.ends)] {
            guard bound == nil, let text = row.text(field, of: service) else { continue }
            routes.losses.add(
                item, "Its limit '\(PlainText.shown(text))' is not a time that is read.")
        }
        if row.text(.visits, of: service) != nil {
            routes.losses.add(item, "A limit of visits becomes no rule of the route.")
        }
        if row.text(.rules, of: service) == "true", row.object["redirectRules"] == nil {
            routes.losses.add(
                "the redirect rules of \(item)",
                "Shlink's list does not have them; add the answer of its redirect-rules to the link, as"
                    + " 'redirectRules'.", isLeftOut: true)
        }
        if service == .yourls || row.text(.forwarding, of: service) == "false" {
            routes.losses.add(item, Self.passing)
        } else if service == .shlink, url.utf8.contains(UInt8(ascii: "?")) {
            routes.losses.add(item, Self.joining)
        }
        routes.routes.append((draft, row.origin))
    }

    /// A time that an export says of a link.
    private func time(_ field: ShortLinkService.Field, of row: ShortLinkRow) -> Timestamp? {
        row.text(field, of: service).flatMap(Timestamp.init)
    }

    /// The pattern of a short link: its host, if the export names it, and its path.
    private func pattern(of row: ShortLinkRow) throws(InputProblem) -> RoutePattern {
        var host = row.text(.host, of: service)
        let path: String
        if let short = row.text(.shortURL, of: service) {
            let place = row.place(of: .shortURL, in: service)
            let bytes = Array(short.utf8)
            let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }.count
            guard scheme > 0, bytes[scheme...].starts(with: "://".utf8) else {
                throw InputProblem(
                    at: place, "'\(PlainText.shown(short))' is not a whole URL.",
                    hint: "Write it as https://go.example.com/abc.")
            }
            let rest = bytes[(scheme + 3)...].prefix { !"?#".utf8.contains($0) }
            let name = rest.prefix { $0 != UInt8(ascii: "/") }
            host = String(decoding: name, as: UTF8.self)
            path = String(decoding: rest.dropFirst(name.count), as: UTF8.self)
        } else if let keyword = row.text(.keyword, of: service) {
            path = "/\(keyword)"
        } else {
            throw InputProblem(
                at: row.place(nil), "The link has neither a short URL nor a keyword.",
                hint: service.wayOut)
        }
        var elements: [PatternElement] = []
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
            let text = String(Substring(segment))
            elements += [.separator, .literal(PercentCoding.decoded(text) ?? text)]
        }
        let found = RoutePattern(
            scheme: nil, host: host.flatMap(Self.host),
            path: elements.isEmpty ? [.separator] : elements,
            query: [])
        do throws(PatternError) {
            return try RoutePattern(found.description)
        } catch {
            throw InputProblem(
                at: row.place(nil),
                "The short link '\(PlainText.shown(path))' cannot be a pattern: \(error.message)",
                hint: error.hint)
        }
    }

    private static func host(_ text: String) -> HostPattern? {
        let parts = text.lowercased().utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        // Shlink's own domain is called DEFAULT in its lists.
        guard let name = parts.first.map({ String(Substring($0)) }), name != "default" else {
            return nil
        }
        let port = parts.count > 1 ? UInt16(String(Substring(parts[1]))) : nil
        return HostPattern(elements: [.literal(name)], port: port)
    }

    /// Where a link leads; `nil` if it leads nowhere, which is a loss.
    private func destination(
        of row: ShortLinkRow, _ item: String, _ losses: inout ExchangeLosses
    ) throws(InputProblem) -> String? {
        if let long = row.text(.longLink, of: service) {
            let items = ForeignText.query(of: long)
            if let link = items.first(where: { $0.key == "link" })?.value {
                return row.text(.destination, of: service) ?? link
            }
        }
        if let destination = row.text(.destination, of: service) { return destination }
        guard row.text(.longLink, of: service) == nil else {
            losses.add(item, "Its long link has no 'link', so it leads nowhere.", isLeftOut: true)
            return nil
        }
        throw InputProblem(
            at: row.place(nil), "The link has no destination.", hint: service.wayOut)
    }
}
