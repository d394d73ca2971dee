import RouteDBRouting

// `_redirects` of Netlify and Cloudflare Pages: a line for each rule, the first that fits counts.
//
//     /user/:id  /people/:id  301
//     /old/*     /new/:splat  302
extension RedirectRules {
    /// A host that reads `_redirects`.
    package enum Hosting: String, Sendable {
        case netlify, cloudflare

        fileprivate var title: String { self == .netlify ? "Netlify" : "Cloudflare" }
        /// The most lines without places and with places; `nil` for any number.
        fileprivate var limits: (still: Int, moving: Int)? {
            self == .cloudflare ? (2_000, 100) : nil
        }
        /// The longest line.
        fileprivate var lineBytes: Int? { self == .cloudflare ? 1_000 : nil }
    }

    /// Writes `_redirects`.
    package func hosted(by hosting: Hosting) -> Export {
        var writer = HostingWriter(hosting: hosting, losses: losses)
        for rule in rules { writer.add(rule) }
        if !namespace.hosts.isEmpty {
            writer.losses.add(
                namespace.name,
                "The file is for one site: put it on that of \(namespace.hosts.joined(separator: ", "))."
            )
        }
        let head =
            "# Redirects of '\(namespace.name)' at revision \(revision), by routedb export.\n"
        let lines = writer.still + writer.moving
        return Export(
            text: head + lines.map { "\($0)\n" }.joined(), count: lines.count, losses: writer.losses
        )
    }
}

/// Writes the lines of `_redirects`.
private struct HostingWriter {
    let hosting: RedirectRules.Hosting
    var losses: ExchangeLosses
    /// The lines without places, which stand first.
    var still: [String] = []
    var moving: [String] = []

    /// Why a rule cannot be written, as a sentence.
    private struct Unsayable: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    mutating func add(_ rule: RedirectRules.Rule) {
        guard RedirectRules.isWeb(rule) else {
            return losses.add(rule.label, "It is not for links of the web.", isLeftOut: true)
        }
        do throws(Unsayable) {
            if rule.status == nil { return try addException(rule) }
            guard let template = rule.template, let status = rule.status else {
                throw Unsayable("\(hosting.title) has no answer for what is gone (410).")
            }
            var source = try source(of: rule)
            let target = try target(template, of: rule, source)
            source.text += "  \(target)  \(self.status(status, rule))"
            try append(source.text, isMoving: source.isMoving)
        } catch {
            losses.add(rule.label, error.reason, isLeftOut: true)
        }
    }

    private mutating func append(_ line: String, isMoving: Bool) throws(Unsayable) {
        if let limit = hosting.lineBytes, line.utf8.count > limit {
            throw Unsayable("Its line is longer than \(limit) characters.")
        }
        if let limits = hosting.limits {
            let (count, limit) =
                isMoving ? (moving.count, limits.moving) : (still.count, limits.still)
            guard count < limit else {
                throw Unsayable(
                    "\(hosting.title) takes \(limit) rules \(isMoving ? "with" : "without") places."
                )
            }
        }
        if isMoving { moving.append(line) } else { still.append(line) }
    }

    /// A route that is no redirect, before one that takes its URLs too.
    private mutating func addException(_ rule: RedirectRules.Rule) throws(Unsayable) {
        guard hosting == .netlify else {
            return losses.add(
                rule.label, "Its URLs are redirected too: there are no exceptions from a rule.")
        }
        let source = try source(of: rule)
        let target = source.text.replacing("*", with: ":splat")
        try append("\(source.text)  \(target)  200", isMoving: true)
    }

    private mutating func status(_ status: Int, _ rule: RedirectRules.Rule) -> Int {
        guard hosting == .netlify, status != 301, status != 302 else { return status }
        let known = status == 308 ? 301 : 302
        losses.add(
            rule.label, "The status \(status) becomes \(known), since Netlify has only 301 and 302."
        )
        return known
    }

    // MARK: Sources

    private struct Source {
        var text = ""
        var isMoving = false
        /// The texts that stand for values in the target, by the names of these.
        var places: [String: String] = [:]
    }

    private mutating func source(of rule: RedirectRules.Rule) throws(Unsayable) -> Source {
        var source = Source()
        if let host = rule.pattern.host {
            guard hosting == .netlify, case .literal(let name)? = host.elements.first,
                host.elements.count == 1, host.port == nil
            else { throw Unsayable("\(hosting.title) has no rules for such a host.") }
            source.text = "\(rule.pattern.scheme ?? "https")://\(name)"
        }
        let variant = rule.pattern.variants()[0]
        for (index, segment) in variant.segments.enumerated() {
            let isLast = index == variant.segments.count - 1
            source.text += "/"
            switch segment {
            case .literal(let text):
                let written = RedirectRules.written(literal: text)
                guard
                    !written.utf8.contains(where: {
                        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "*")
                    })
                else { throw Unsayable("A ':' or '*' in a path would be a place.") }
                source.text += written
            case .parameter(let parameter):
                let place = place(parameter.name, source)
                if parameter.type != .string {
                    losses.add(rule.label, "The types of values are not checked.")
                }
                source.text += place
                source.places[parameter.name] = place
                source.isMoving = true
            case .wildcard:
                source.text += place("w", source)
                source.places[" \(index)"] = place("w", source)
                source.isMoving = true
            case .path(let parameter) where isLast:
                source.text += "*"
                source.places[parameter.name] = ":splat"
                source.isMoving = true
                losses.add(rule.label, "It also redirects what has nothing in the place of '*'.")
            case .catchAll where isLast:
                source.text += "*"
                source.isMoving = true
            case .mixed: throw Unsayable("A part of a segment cannot be a place.")
            case .path, .catchAll: throw Unsayable("'*' can only stand at the end.")
            }
        }
        if variant.segments.isEmpty { source.text += "/" }
        try addQuery(of: rule, to: &source)
        return source
    }

    private mutating func addQuery(
        of rule: RedirectRules.Rule, to source: inout Source
    ) throws(Unsayable) {
        for condition in rule.pattern.query {
            guard hosting == .netlify, case .capture(let parameter) = condition.test else {
                throw Unsayable("\(hosting.title) cannot test the query like this.")
            }
            let place = place(parameter.name, source)
            source.text += "  \(condition.key)=\(place)"
            source.places[parameter.name] = place
            source.isMoving = true
        }
    }

    /// A place of its own for a name.
    private func place(_ name: String, _ source: Source) -> String {
        let isPlain =
            name.utf8.first?.isASCIILetter == true && name != "splat"
            && name.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
            }
        let place = isPlain ? ":\(name)" : ":p\(source.places.count + 1)"
        return source.places.values.contains(place) ? ":p\(source.places.count + 1)" : place
    }

    // MARK: Targets

    private func target(
        _ template: RedirectTemplate, of rule: RedirectRules.Rule, _ source: Source
    ) throws(Unsayable) -> String {
        var target = template.scheme
        var endsWithPlace = false
        for piece in template.pieces {
            switch piece {
            case .text(let text, _):
                let bytes = Array(text.utf8)
                if endsWithPlace, let first = bytes.first,
                    first.isASCIILetter || first.isASCIIDigit || first == UInt8(ascii: "_")
                {
                    throw Unsayable("Text right behind a value would belong to its name.")
                }
                let marks = bytes.indices.dropLast().contains {
                    bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1].isASCIILetter
                }
                if marks { throw Unsayable("A ':' in the redirect's URL would be a place.") }
                target += text
                endsWithPlace = false
            case .value(let name, let part):
                if let place = source.places[name] {
                    let isOpen = place == ":splat" || rule.capturesInQuery(name)
                    if part == .authority || (isOpen && target == "/") {
                        throw Unsayable("A link could lead to any host by its '{\(name)}'.")
                    }
                    target += place
                    endsWithPlace = true
                } else if let constant = rule.constants[name] {
                    target += RedirectRules.written(constant, in: part)
                    endsWithPlace = false
                } else {
                    throw Unsayable("There is no value for '{\(name)}'.")
                }
            }
        }
        return target
    }
}
