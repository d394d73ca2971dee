import RouteDBTestSupport

extension ModelGenerator {
    mutating func pattern() -> String {
        switch system {
        case .jlroutes: jlroutesPattern()
        case .urlnavigator: urlnavigatorPattern()
        case .ikrouter: ikrouterPattern()
        case .aroute: aroutePattern()
        case .ahservicerouter: ""
        }
    }

    // MARK: JLRoutes

    private mutating func jlroutesPattern() -> String {
        var text = random.oneIn(6) ? "" : "/"
        text += (0..<random.below(4)).map { _ in jlroutesComponent() }.joined(separator: "/")
        if random.oneIn(3) {
            for _ in 0..<1 + random.below(3) { text += jlroutesGroup() }
        }
        if random.oneIn(4) { text += text.hasSuffix("/") ? "*" : "/*" }
        return text.isEmpty ? "/" : text
    }

    private mutating func jlroutesGroup() -> String {
        var text = "(" + random.pick(["/", "/", ""]) + jlroutesComponent()
        text += random.pick(["", "/", "/" + jlroutesComponent()]) + ")"
        if random.oneIn(3) { text += "/" + jlroutesComponent() }
        return text
    }

    private mutating func jlroutesComponent() -> String {
        switch random.below(8) {
        case 0...2: ":" + random.pick(ModelTexts.names + ["#", "x#"])
        case 3: random.pick(["", "a#", "#", "*a", ":", "::x", "<a>", "{a}"])
        default: random.pick(ModelTexts.words)
        }
    }

    // MARK: URLNavigator

    private mutating func urlnavigatorPattern() -> String {
        var parts: [String] = []
        for _ in 0..<random.below(4) {
            let name = random.pick(ModelTexts.names)
            switch random.below(7) {
            case 0, 1: parts.append("<\(name)>")
            case 2, 3:
                let type = random.pick(["int", "float", "uuid", "string", "int"])
                parts.append("<\(type):\(name)>")
            case 4: parts.append(random.pick(["", "*", ":id", "{id}", "u:p@h:80", "h:80"]))
            default: parts.append(random.pick(ModelTexts.words))
            }
        }
        if random.oneIn(5) { parts.append("<path:rest>") }
        return random.pick(["app://", "app://", "http://", "/", "", "app:/", "app:///"])
            + parts.joined(separator: "/") + random.pick(["", "", "", "/", "?a=b", "#a?b", "/?"])
    }

    // MARK: IKRouter

    private mutating func ikrouterPattern() -> String {
        var names = ["id", "x", "user-id", "_", "é", ":"].shuffled(using: &random)
        var parts: [String] = []
        for _ in 0..<1 + random.below(4) {
            switch random.below(7) {
            case 0...2: parts.append(":" + (names.popLast() ?? "z"))
            case 3: parts.append(random.pick(["", "a#b", "*", "a:", "{id}"]))
            default: parts.append(random.pick(ModelTexts.words))
            }
        }
        return random.pick(ModelTexts.schemes) + "://" + parts.joined(separator: "/")
            + random.pick(["", "", "", "?a=b", "?"])
    }

    // MARK: ARoute

    private mutating func aroutePattern() -> String {
        let types = [
            "", "", "", "|number", "|NSNumber", "|decimal", "|String", "|bool", "|BOOL",
            "|a|b",
        ].map {
            $0.replacing("|", with: registry.castMark)
        }
        var text = withoutMarks(random.pick(["", "", "app://", "/", "a?b=", "#"]))
        for _ in 0..<random.below(5) {
            let odd = ["*", "[a]", "a.*", "(a", "\\d", "a$", "?"]
            let literal = withoutMarks(random.pick(ModelTexts.words + odd))
            switch random.below(8) {
            case 0...2:
                let inside = random.pick(ModelTexts.names) + random.pick(types)
                text += "\(registry.marks.prefix(1))\(inside)"
                // With one mark, the end of the segment closes a parameter too.
                if registry.marks.count > 1 || random.oneIn(2) {
                    text += registry.marks.suffix(1)
                    text += random.pick(["/", "/", "-", ".png", literal + "/"])
                } else {
                    text += "/"
                }
            case 3: text += "/"
            default: text += literal + random.pick(["/", "/", ""])
            }
        }
        if text.hasSuffix("/"), random.oneIn(2) { text.removeLast() }
        return text.isEmpty ? "home" : text
    }

    private func withoutMarks(_ text: String) -> String {
        text.filter { !registry.marks.contains($0) }
    }
}
