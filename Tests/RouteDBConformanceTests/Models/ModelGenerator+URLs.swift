import RouteDBTestSupport

extension ModelGenerator {
    /// Makes a URL: one that a route takes or nearly takes, or a change of the one before.
    mutating func url() -> String {
        if let changed = last, random.oneIn(3) {
            last = nil
            return mutation(of: changed)
        }
        guard let route = registry.routes.randomElement(using: &random) else { return "app://a" }
        var url =
            switch system {
            case .jlroutes: origin(route.scheme) + filledComponents(ungrouped(route.pattern))
            case .aroute: filledMarks(route.pattern)
            default: filledComponents(route.pattern.prefix { !"?".contains($0) })
            }
        if random.oneIn(6) { url += random.pick(["/", "//", "/a"]) }
        if random.oneIn(3) { url += "?" + random.pick(ModelTexts.queries) }
        if random.oneIn(3) { url += "#" + random.pick(ModelTexts.fragments) }
        last = url
        return url
    }

    /// What stands before the components of a JLRoutes pattern.
    private mutating func origin(_ scheme: String?) -> String {
        let any = random.pick(ModelTexts.schemes)
        let origin = random.pick(ModelTexts.origins)
        guard origin.hasPrefix(":") else { return origin }
        return (random.oneIn(6) ? any : scheme ?? any) + origin
    }

    /// A JLRoutes pattern without a slash at its start, with some of its groups and no others.
    private mutating func ungrouped(_ pattern: String) -> Substring {
        var text = pattern[...]
        if text.hasPrefix("/") { text.removeFirst() }
        while let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")") {
            let group = text[text.index(after: open)..<close]
            let slash = group.hasPrefix("/") ? "" : "/"
            text.replaceSubrange(open...close, with: random.oneIn(2) ? slash + group : "")
        }
        return text
    }

    /// A pattern with texts in the place of its parameters.
    private mutating func filledComponents(_ pattern: Substring) -> String {
        let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return parts.map { part -> String in
            if random.oneIn(16) { return random.pick(ModelTexts.words + ModelTexts.values) }
            if part == "*" || part.hasPrefix("<path:") {
                let texts = (0..<random.below(4)).map { _ in random.pick(ModelTexts.values) }
                return texts.joined(separator: "/")
            }
            let isParameter = part.hasPrefix(":") || part.hasPrefix("<")
            return isParameter ? random.pick(ModelTexts.values) : String(part)
        }.joined(separator: "/")
    }

    /// An ARoute pattern with texts in the place of its parameters, and some letters' case changed.
    private mutating func filledMarks(_ pattern: String) -> String {
        var text = ""
        var rest = pattern[...]
        while let mark = rest.popFirst() {
            let segment = rest.prefix { $0 != "/" }
            let close = segment.firstIndex { $0 == registry.marks.last }
            if mark == registry.marks.first, !segment.isEmpty {
                text += random.pick(ModelTexts.values)
                rest = rest[(close.map { rest.index(after: $0) } ?? segment.endIndex)...]
            } else {
                text += random.oneIn(12) ? mark.uppercased() : String(mark)
            }
        }
        return text
    }

    /// A URL with one to three changes: characters removed, doubled, moved, or marks put in.
    private mutating func mutation(of url: String) -> String {
        let marks = Array("/:?#&=@%2Fab1A+é()*<>{}-".unicodeScalars)
        var text = Array(url.unicodeScalars)
        for _ in 0..<1 + random.below(3) where !text.isEmpty {
            let index = random.below(text.count)
            switch random.below(4) {
            case 0: text.remove(at: index)
            case 1: text.insert(text[random.below(text.count)], at: index)
            case 2: text.swapAt(index, random.below(text.count))
            default: text.insert(random.pick(marks), at: index)
            }
        }
        return String(String.UnicodeScalarView(text))
    }
}
