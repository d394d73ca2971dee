import RouteDBAppLinks
import RouteDBTestSupport

/// An association file as a test made it up, with a matcher that is written down from the rules: it goes
/// back wherever a pattern leaves a choice, and knows nothing of how the file is read.
struct NaiveAssociation {
    /// The keys of a component; `nil` for one that is absent.
    struct Component {
        var path: String?
        var query: Query?
        var fragment: String?
        var exclude: Bool?
        var caseSensitive: Bool?
        var percentEncoded: Bool?
    }

    enum Query {
        case whole(String)
        case items([(name: String, value: String)])
        /// Items of which one is not a string.
        case void
    }

    struct Entry {
        var apps: [String]
        var components: [Component]
        var defaults: Component?
    }

    var entries: [Entry]
    var defaults: Component?
    var variables: [(name: String, values: [String])]
    /// Whether the entries are members of an object, by their apps (A16).
    var isByApp = false

    /// The parts of a link, as written.
    struct Link {
        var path: String
        var query: String?
        var fragment: String?

        var text: String {
            "https://example.com\(path)" + (query.map { "?\($0)" } ?? "")
                + (fragment.map { "#\($0)" } ?? "")
        }
    }

    // MARK: Rules

    /// What the file does with a link for an app, with some rules read the other way.
    func outcome(
        _ link: Link, app: String, reversed: Set<PlatformRule>
    ) -> AppLinkExplanation.Outcome {
        if isByApp, reversed.contains(.a16) { return .unmatched }
        var own = entries.filter { $0.apps.contains(app) }
        if reversed.contains(.a13) { own = Array(own.prefix(1)) }
        for entry in own {
            for component in entry.components {
                let whole = merged(merged(component, entry.defaults), defaults)
                let test = Test(component: whole, variables: variables, reversed: reversed)
                if test.matches(link) { return whole.exclude == true ? .excluded : .opens }
            }
        }
        return .unmatched
    }

    private func merged(_ own: Component, _ other: Component?) -> Component {
        Component(
            path: own.path ?? other?.path, query: own.query ?? other?.query,
            fragment: own.fragment ?? other?.fragment, exclude: own.exclude ?? other?.exclude,
            caseSensitive: own.caseSensitive ?? other?.caseSensitive,
            percentEncoded: own.percentEncoded ?? other?.percentEncoded)
    }

    private struct Test {
        let component: Component
        let variables: [(name: String, values: [String])]
        let reversed: Set<PlatformRule>

        private var folds: Bool { component.caseSensitive == false }
        private var keepsURL: Bool { component.percentEncoded != false }

        /// A text of the link as it is compared.
        private func subject(_ text: String) -> [UInt8] {
            keepsURL ? Array(text.utf8) : NaiveAssociation.decoded(text)
        }

        private func pattern(_ text: String) -> [UInt8] { Array(text.utf8) }

        func matches(_ link: Link) -> Bool {
            if let path = component.path {
                let written = link.path.isEmpty ? "/" : link.path
                guard matchesPath(pattern(path), subject(written)) else { return false }
            }
            if let fragment = component.fragment,
                !matches(pattern(fragment), subject(link.fragment ?? ""))
            {
                return false
            }
            switch component.query {
            case nil: return true
            case .void?: return true
            case .whole(let text)?: return matches(pattern(text), subject(link.query ?? ""))
            case .items(let items)?:
                return items.allSatisfy { matches($0.name, $0.value, of: link) }
            }
        }

        private func matches(_ name: String, _ value: String, of link: Link) -> Bool {
            var values: [[UInt8]] = []
            for item in (link.query ?? "").split(separator: "&", omittingEmptySubsequences: false) {
                let parts = item.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard link.query != nil, link.query != "" else { continue }
                if subject(String(parts[0])) == pattern(name) {
                    values.append(subject(parts.count == 2 ? String(parts[1]) : ""))
                }
            }
            if values.isEmpty { return matches(pattern(value), []) }
            return values.allSatisfy { matches(pattern(value), $0) }
        }

        private func matchesPath(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
            let slash = UInt8(ascii: "/")
            func trimmed(_ text: [UInt8]) -> [UInt8] {
                var text = text
                while text.last == slash { text.removeLast() }
                return text
            }
            func collapsed(_ text: [UInt8]) -> [UInt8] {
                var text = text
                while text.starts(with: [slash, slash]) { text.removeFirst() }
                return text
            }
            var patterns = [trimmed(collapsed(pattern))]
            if patterns[0].last == UInt8(ascii: "*") {
                // What stands before a last '/*', however many stars there are.
                var short = patterns[0]
                while short.last == UInt8(ascii: "*") { short.removeLast() }
                if short.last == slash { patterns.append(trimmed(short)) }
            }
            patterns += patterns.filter { $0.first != slash }.map { [slash] + $0 }
            let path = trimmed(reversed.contains(.a15) ? path : collapsed(path))
            return patterns.contains { matches($0, path) }
        }

        /// Whether a pattern matches a whole text.
        private func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
            matches(pattern[...], text[...])
        }

        private func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            let rest = pattern.dropFirst()
            switch first {
            case UInt8(ascii: "*"):
                return matches(rest, text)
                    || !text.isEmpty && matches(pattern, text.dropFirst())
            case UInt8(ascii: "?"):
                return (1...4).contains { count in
                    text.count >= count && Self.isCharacter(text.prefix(count))
                        && matches(rest, text.dropFirst(count))
                }
            case UInt8(ascii: "$") where rest.first == UInt8(ascii: "("):
                guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { break }
                let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
                return values(of: name, text.prefix(3)).contains {
                    matches(($0 + rest[(end + 1)...])[...], text)
                }
            default: break
            }
            guard let byte = text.first, byte == first || folds && Self.swapped(byte) == first
            else { return false }
            return matches(rest, text.dropFirst())
        }

        private static func isCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
            String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == 1
        }

        private static func swapped(_ byte: UInt8) -> UInt8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
            default: byte
            }
        }

        /// The values of a variable, as patterns; for the predefined ones those that begin a text.
        private func values(of name: String, _ text: ArraySlice<UInt8>) -> [[UInt8]] {
            if let own = variables.first(where: { $0.name == name }) {
                return own.values.map { Array($0.utf8) }
            }
            let (small, large) = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            let digits = "0123456789"
            /// The beginnings of the text that consist of some characters.
            func runs(_ characters: String, _ counts: [Int]) -> [[UInt8]] {
                counts.map { Array(text.prefix($0)) }.filter { run in
                    counts.contains(run.count)
                        && run.allSatisfy { byte in
                            characters.utf8.contains(byte)
                                || folds && characters.utf8.contains(Self.swapped(byte))
                        }
                }
            }
            switch name {
            case "alpha": return runs(small + large, [1])
            case "upper": return runs(large, [1])
            case "lower": return runs(small, [1])
            case "alnum": return runs(small + large + digits, [1])
            case "digit": return runs(digits, [1])
            case "xdigit": return runs(digits + "abcdefABCDEF", [1])
            case "lang": return runs(small, [2, 3])
            case "region": return runs(large, [2]) + runs(digits, [3])
            default: return []
            }
        }
    }

    /// A text percent-decoded; a `%` without two digits stays.
    static func decoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.first {
            let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
            let isCode = digits.utf8.count == 2 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
            if first == UInt8(ascii: "%"), isCode, let byte = UInt8(digits, radix: 16) {
                bytes.append(byte)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(first)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }

    // MARK: The file

    /// The file as text.
    var text: String {
        let details =
            isByApp
            ? "{" + entries.map { "\"\($0.apps[0])\": \(Self.text($0))" }.joined(separator: ", ")
                + "}"
            : "[" + entries.map(Self.text).joined(separator: ", ") + "]"
        var members = ["\"details\": \(details)"]
        if let defaults { members.append("\"defaults\": \(Self.text(defaults))") }
        let own = variables.map { variable in
            "\"\(variable.name)\": [\(variable.values.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        members.append("\"substitutionVariables\": {\(own.joined(separator: ", "))}")
        return "{\"applinks\": {\(members.joined(separator: ", "))}}"
    }

    private static func text(_ entry: Entry) -> String {
        let apps = entry.apps.map { "\"\($0)\"" }.joined(separator: ", ")
        let components = entry.components.map(text).joined(separator: ", ")
        let defaults = entry.defaults.map { ", \"defaults\": \(text($0))" } ?? ""
        return "{\"appIDs\": [\(apps)], \"components\": [\(components)]\(defaults)}"
    }

    private static func text(_ component: Component) -> String {
        var members: [String] = []
        if let path = component.path { members.append("\"/\": \"\(path)\"") }
        switch component.query {
        case .whole(let text)?: members.append("\"?\": \"\(text)\"")
        case .items(let items)?:
            let items = items.map { "\"\($0.name)\": \"\($0.value)\"" }
            members.append("\"?\": {\(items.joined(separator: ", "))}")
        case .void?: members.append("\"?\": {\"p\": \"1\", \"q\": 2}")
        case nil: break
        }
        if let fragment = component.fragment { members.append("\"#\": \"\(fragment)\"") }
        if let exclude = component.exclude { members.append("\"exclude\": \(exclude)") }
        if let folds = component.caseSensitive { members.append("\"caseSensitive\": \(folds)") }
        if let keeps = component.percentEncoded { members.append("\"percentEncoded\": \(keeps)") }
        return "{\(members.joined(separator: ", "))}"
    }

    // MARK: Random files and links

    static let apps = ["ABCDE12345.com.example.a", "ABCDE12345.com.example.b"]

    /// A random file.
    init(_ generator: inout SeededGenerator) {
        variables = [("own", ["a", "b*", "?c"]), ("none", [])]
        defaults = generator.oneIn(8) ? Self.component(&generator) : nil
        entries = []
        for _ in 0..<(generator.oneIn(4) ? 2 : 1) {
            entries.append(
                Entry(
                    apps: generator.pick([[Self.apps[0]], [Self.apps[1]], Self.apps]),
                    components: (0..<1 + generator.below(4)).map { _ in Self.component(&generator)
                    },
                    defaults: generator.oneIn(8) ? Self.component(&generator) : nil))
        }
        // The keys of an object are unique.
        if generator.oneIn(5), Set(entries.map(\.apps[0])).count == entries.count {
            isByApp = true
        }
    }

    private static func component(_ generator: inout SeededGenerator) -> Component {
        var component = Component()
        if !generator.oneIn(8) { component.path = pattern(&generator, isPath: true) }
        if generator.oneIn(4) {
            switch generator.below(4) {
            case 0: component.query = .whole(pattern(&generator, isPath: false))
            case 1: component.query = .void
            default:
                let names = generator.oneIn(2) ? ["p"] : ["p", "q"]
                component.query = .items(
                    names.map { (name: $0, value: pattern(&generator, isPath: false)) })
            }
        }
        if generator.oneIn(6) { component.fragment = pattern(&generator, isPath: false) }
        if generator.oneIn(3) { component.exclude = !generator.oneIn(4) }
        if generator.oneIn(5) { component.caseSensitive = generator.oneIn(3) }
        if generator.oneIn(4) { component.percentEncoded = generator.oneIn(3) }
        return component
    }

    private static func pattern(_ generator: inout SeededGenerator, isPath: Bool) -> String {
        let parts = [
            "a", "b", "A", "ab", "*", "?", "?*", "**", "1", "é", "%20", "%c3%a9", "%C3%A9", "%",
            "$(own)", "$(digit)", "$(lang)", "$(none)", "$(", "=", "&",
        ]
        let text = (0..<generator.below(4)).map { _ in
            (isPath && generator.oneIn(2) ? "/" : "") + generator.pick(parts)
        }.joined()
        let start = isPath && !generator.oneIn(5) ? (generator.oneIn(8) ? "//" : "/") : ""
        return start + text + (generator.oneIn(6) ? "/" : "")
    }

    /// A random link.
    static func link(_ generator: inout SeededGenerator) -> Link {
        func text(_ count: Int, _ parts: [String]) -> String {
            (0..<generator.below(count + 1)).map { _ in generator.pick(parts) }.joined()
        }
        let parts = [
            "a", "b", "A", "ab", "c", "1", "é", "%20", "%c3%a9", "%C3%A9", "%FF", "%", "%4", "de",
        ]
        var link = Link(path: "/" + text(3, parts + ["/", "/", "//"]))
        if generator.oneIn(3) {
            link.query = text(3, parts + ["p=", "q=", "&p=", "&q=", "&", "="])
        }
        if generator.oneIn(5) { link.fragment = text(2, parts) }
        return link
    }
}
