/// A URL as Apple's matcher compares it (A5, A11, A15).
struct AppleSubject {
    private let url: LinkURL
    private let reading: AppleReading

    init(_ url: LinkURL, _ reading: AppleReading) {
        self.url = url
        self.reading = reading
    }

    private func spelled(_ bytes: some Collection<UInt8>, _ component: AppleComponent) -> [UInt8] {
        component.isPercentEncoded ? Array(bytes) : LinkURL.decoded(bytes)
    }

    func path(_ component: AppleComponent) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var path = spelled(url.path, component)
        if reading.follows(.a15) {
            let slashes = path.prefix { $0 == slash }.count
            path.removeFirst(max(0, slashes - 1))
        }
        while path.last == slash { path.removeLast() }
        return path
    }

    func query(_ component: AppleComponent) -> [UInt8] { spelled(url.query ?? [], component) }

    func fragment(_ component: AppleComponent) -> [UInt8] {
        spelled(url.fragment ?? [], component)
    }

    /// The values of a query item; an empty one if there is none (A9).
    func values(of name: String, _ component: AppleComponent) -> [[UInt8]] {
        let wanted = Array(name.utf8)
        let values = url.items.filter { spelled($0.name, component) == wanted }
            .map { spelled($0.value ?? [], component) }
        return values.isEmpty ? [[]] : values
    }
}

extension AppleAssociation {
    /// Returns what the file does with a URL for an app.
    ///
    /// - Complexity: At most the size of the components times the length of the URL.
    package func answer(_ url: LinkURL, app: String) -> AppLinkExplanation.App {
        let answer = answer(url, app: app, AppleReading())
        let uncertain = AppleReading.rules.filter { rule in
            mayDepend(on: rule, url)
                && self.answer(url, app: app, AppleReading(reversed: [rule])).outcome
                    != answer.outcome
        }
        var rules = Set(uncertain)
        let tested = components(of: app).prefix(answer.steps.count)
        if tested.contains(where: { $0.patterns.contains { $0.hasUncertainVariable } }) {
            rules.insert(.a14)
        }
        return AppLinkExplanation.App(
            name: app, outcome: answer.outcome, steps: answer.steps, untested: answer.untested,
            uncertain: PlatformRule.allCases.filter(rules.contains))
    }

    /// Returns whether the file, or the URL, has anything that a rule is about.
    private func mayDepend(on rule: PlatformRule, _ url: LinkURL) -> Bool {
        switch rule {
        case .a13: entries.count > 1
        case .a15: url.path.starts(with: "//".utf8) || url.path.starts(with: "/%".utf8)
        case .a16: hasEntriesByApp
        default: true
        }
    }

    /// Returns what the file does with a URL for an app, by one reading of the uncertain rules.
    package func answer(
        _ url: LinkURL, app: String, _ reading: AppleReading
    ) -> AppLinkExplanation.App {
        let subject = AppleSubject(url, reading)
        return AppLinkExplanation.App(
            name: app, testing: components(of: app, reading)
        ) { component in
            component.refusal(subject, variables).map { refusal in
                AppLinkRefusal(
                    part: refusal.part, wanted: refusal.wanted,
                    found: refusal.found.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }
}

extension AppleComponent {
    /// A part that does not match.
    struct Refusal {
        let part: AppLinkExplanation.Part
        let wanted: String
        let found: [UInt8]?
    }

    /// The first part that refuses a URL; `nil` if all match (A2).
    func refusal(_ subject: AppleSubject, _ variables: AppleVariables) -> Refusal? {
        if let url {
            let path = subject.path(self)
            let isOther = isCaseSensitive && !path.starts(with: url.stem)
            if isOther || url.minimumCount > path.count
                || !matchesPath(url, path, variables)
            {
                return Refusal(part: .path, wanted: url.text, found: path)
            }
        }
        if let refusal = queryRefusal(subject, variables) { return refusal }
        if let fragment {
            let found = subject.fragment(self)
            if !matches(fragment, found, variables) {
                return Refusal(part: .fragment, wanted: fragment.text, found: found)
            }
        }
        return nil
    }

    private func queryRefusal(_ subject: AppleSubject, _ variables: AppleVariables) -> Refusal? {
        switch query {
        case nil: return nil
        case .whole(let pattern):
            let found = subject.query(self)
            return matches(pattern, found, variables)
                ? nil : Refusal(part: .query, wanted: pattern.text, found: found)
        case .items(let items, let isValid):
            // A10: then none of the items counts.
            guard isValid else { return nil }
            for item in items {
                let values = subject.values(of: item.name, self)
                // A8: each repetition must match.
                if let refused = values.first(where: { !matches(item.value, $0, variables) }) {
                    return Refusal(
                        part: .query, wanted: "\(item.name)=\(item.value.text)", found: refused)
                }
            }
            return nil
        }
    }

    private func matches(
        _ pattern: ApplePattern, _ text: [UInt8], _ variables: AppleVariables
    ) -> Bool {
        if pattern.isAnything { return true }
        guard pattern.minimumCount <= text.count else { return false }
        if pattern.comparesBytes(of: text) {
            return ApplePattern.matches(pattern.pieces[...], text[...], foldsCase: !isCaseSensitive)
        }
        return pattern.isCompilable(variables) && accepts(text, pattern.expression(variables))
    }

    private func matchesPath(
        _ pattern: ApplePattern, _ path: [UInt8], _ variables: AppleVariables
    ) -> Bool {
        guard pattern.comparesBytes(of: path) else {
            return pattern.isCompilable(variables)
                && accepts(path, pattern.pathExpression(variables))
        }
        return pattern.pathForms.contains { form in
            if form.addsSlash, path.first != UInt8(ascii: "/") { return false }
            return ApplePattern.matches(
                form.pieces, form.addsSlash ? path.dropFirst() : path[...],
                foldsCase: !isCaseSensitive)
        }
    }

    private func accepts(_ text: [UInt8], _ expression: ByteExpression) -> Bool {
        ByteProgram(isCaseSensitive ? expression : expression.foldingCase).accepts(text)
    }
}

extension ApplePattern {
    /// True if the pattern has a variable whose values no source lists (A14).
    var hasUncertainVariable: Bool { variables.contains(where: AppleVariables.isUncertain) }
}
