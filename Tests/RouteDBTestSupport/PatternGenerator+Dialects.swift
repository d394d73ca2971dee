package import RouteDBRouting

extension PatternGenerator {
    /// The names of the converters that ``text(in:)`` uses.
    package static let converters: Set<String> = ["region", "my type", "int"]

    /// Generates a valid text in a syntax.
    package mutating func text(in syntax: PatternSyntax) -> String {
        switch syntax.dialect {
        case .native: spelling(of: pattern())
        case .jlroutes: jlroutesText()
        case .urlnavigator: urlnavigatorText()
        case .ikrouter: ikrouterText()
        case .aroute: arouteText(marks: syntax.description == "aroute" ? ["{", "}"] : [":", ":"])
        }
    }

    /// Returns a literal with some characters removed; at least one remains.
    private mutating func literal(without marks: String) -> String {
        let text =
            random.pick(configuration.literals)
            + (random.oneIn(3) ? random.pick(["#", "%2f"]) : "")
        let kept = text.unicodeScalars.filter { !marks.unicodeScalars.contains($0) }
        return kept.isEmpty ? "x" : String(String.UnicodeScalarView(kept))
    }

    private mutating func name(without marks: String) -> String {
        random.pick(["id", "_", "1", "-", "größe", "e\u{301}", ":", "#", "a b"]).filter {
            !marks.contains($0)
        } + random.pick(["a", "b", "c", "?x", "*"]).filter { !marks.contains($0) }
            + String(random.below(1_000_000))
    }

    private mutating func jlroutesComponents() -> String {
        var text = ""
        for _ in 0..<1 + random.below(3) {
            text += "/"
            switch random.below(6) {
            case 0, 1: text += ":" + name(without: "?/()")
            case 2 where configuration.hasRest && random.oneIn(4): return text + "*"
            case 3 where random.oneIn(3): continue
            default: text += literal(without: "?/().")
            }
        }
        return text
    }

    private mutating func jlroutesText() -> String {
        guard configuration.hasGroups, random.oneIn(2) else {
            let text = jlroutesComponents()
            return text.utf8.starts(with: "//".utf8) ? "/x" + text : text
        }
        var text = "/x"
        for _ in 0..<1 + random.below(3) {
            let components = jlroutesComponents().filter { $0 != "*" }
            text += random.oneIn(2) ? components : "(\(components)/y)"
        }
        return text
    }

    private mutating func urlnavigatorText() -> String {
        var text = random.oneIn(2) ? "myapp:/" : ""
        for _ in 0..<1 + random.below(4) {
            text += random.oneIn(4) ? "//" : "/"
            switch random.below(3) {
            case 0:
                let types = ["", "", "int:", "float:", "uuid:", "path:", "region:", "my type:"]
                text += "<" + random.pick(types) + name(without: "?/#<>:") + ">"
            default: text += literal(without: "?/#<>.")
            }
        }
        return text
    }

    private mutating func ikrouterText() -> String {
        var text = random.pick(["myapp://", "a+b-c.1://", "HTTP://"])
        for _ in 0..<random.below(5) {
            switch random.below(4) {
            case 0: text += ":" + name(without: "?/") + "/"
            case 1: text += "/"
            default: text += literal(without: "?/:.") + "/"
            }
        }
        // A colon before two slashes would begin a URL within the URL.
        return text + random.pick(["", "x", "?query", "?a=b#c"])
    }

    private mutating func arouteText(marks: [String]) -> String {
        let special = marks.joined() + "|/."
        var text = ""
        for _ in 0..<1 + random.below(4) {
            switch random.below(4) {
            case 0: text += "/"
            case 1:
                let types = ["", "|number", "|NSString", "|Decimal", "|bool", "|region", "|a|b"]
                text += marks[0] + name(without: special) + random.pick(types) + marks[1]
                text += literal(without: special)
            default: text += literal(without: special) + "/"
            }
        }
        return text
    }
}
