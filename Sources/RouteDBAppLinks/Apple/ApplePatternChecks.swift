import RouteDBInsight
import RouteDBRouting

/// Finds patterns of an association file that do not say what they seem to.
struct ApplePatternChecks {
    private let component: AppleComponent
    private let variables: AppleVariables
    private let sink: FindingSink

    init(_ component: AppleComponent, _ variables: AppleVariables, _ sink: FindingSink) {
        self.component = component
        self.variables = variables
        self.sink = sink
    }

    func check() {
        if let url = component.url {
            let place = component.isLegacy ? component.place : place("/")
            checkPath(url, at: place)
            checkText(url, at: place)
        }
        switch component.query {
        case .whole(let pattern)?:
            checkNot(pattern, at: place("?"))
            checkText(pattern, at: place("?"))
        case .items(let items, _)?:
            for item in items {
                let place = place("?") + [.key(item.name)]
                checkSpelling(item.name, at: place)
                checkText(item.value, at: place)
            }
        case nil: break
        }
        if let fragment = component.fragment {
            checkNot(fragment, at: place("#"))
            checkText(fragment, at: place("#"))
        }
    }

    private func place(_ key: String) -> [JSONStep] { component.place + [.key(key)] }

    // MARK: Paths

    private func checkPath(_ url: ApplePattern, at place: [JSONStep]) {
        let bytes = url.text.utf8
        if url.text.contains("://") {
            return sink.add(
                .host, at: place,
                "'\(url.text)' contains a scheme and a host, which are not a part of the path.")
        }
        let hasHash = bytes.contains(UInt8(ascii: "#"))
        // A '?' alone is a wildcard.
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        let hasQuery = mark.map { bytes[$0...].contains(UInt8(ascii: "=")) } ?? false
        if hasHash || hasQuery {
            sink.add(
                .markInPath, at: place,
                "'\(url.text)' contains a \(hasHash ? "fragment" : "query"), which is not a part of "
                    + "the path.")
        }
        let foreign = url.foreignSyntax
        if let found = foreign {
            sink.add(
                .foreignSyntax, at: place,
                "'\(found.text)' in '\(url.text)' is ordinary text, not \(found.meaning).")
        } else if url.text.contains("**") {
            sink.add(
                .foreignSyntax, at: place,
                "'**' in '\(url.text)' is the same as '*', which crosses slashes.", severity: .note)
        }
        checkBeginning(url, isForeign: foreign != nil, at: place)
    }

    private func checkBeginning(_ url: ApplePattern, isForeign: Bool, at place: [JSONStep]) {
        let text = url.text
        if Self.saysNot(text) {
            sink.add(
                .misplacedNot, at: place,
                component.isLegacy
                    ? "'\(text)' excludes nothing: 'NOT' and a space stand before an excluded path."
                    : "'\(text)' is a path here: 'NOT' excludes in 'paths' only.")
        } else if component.isLegacy, component.isExclude, text.hasPrefix(" ") {
            sink.add(
                .misplacedNot, at: place,
                "'NOT \(text)' excludes no path: there is more than one space behind 'NOT'.")
        } else if url.lacksSlash, !isForeign {
            sink.add(.missingSlash, at: place, "'\(text)' does not begin with a slash.")
        }
    }

    /// Checks a pattern for a query or a fragment, in which a space is no text of a URL.
    private func checkNot(_ pattern: ApplePattern, at place: [JSONStep]) {
        guard pattern.text.hasPrefix("NOT ") else { return }
        sink.add(
            .misplacedNot, at: place,
            "'\(pattern.text)' is text here: 'NOT' excludes in 'paths' only.")
    }

    /// Returns whether a path pattern begins with `NOT` as if that excluded.
    private static func saysNot(_ text: String) -> Bool {
        ["NOT/", "NOT*", "NOT "].contains(where: text.hasPrefix)
            || text.prefix(4).lowercased() == "not "
    }

    // MARK: Texts

    private func checkText(_ pattern: ApplePattern, at place: [JSONStep]) {
        checkVariables(pattern, at: place)
        checkSpelling(pattern.text, at: place)
    }

    private func checkSpelling(_ text: String, at place: [JSONStep]) {
        let bytes = Array(text.utf8)
        guard !component.isLegacy else { return }
        if !component.isPercentEncoded, LinkURL.decoded(bytes) != bytes {
            sink.add(
                .encoding, at: place,
                "'\(text)' is compared with the decoded URL, since 'percentEncoded' is false: write "
                    + "it decoded.")
        }
        if component.isPercentEncoded, !bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            sink.add(
                .encoding, at: place,
                "'\(text)' has characters that URLs contain percent-encoded only; add "
                    + "'percentEncoded': false, or encode them.")
        }
    }

    private func checkVariables(_ pattern: ApplePattern, at place: [JSONStep]) {
        for name in pattern.variables where !variables.isDefined(name) {
            if let mark = AppleVariables.mark(in: name) {
                sink.add(
                    .invalidVariable, at: place,
                    "'\(pattern.text)' has '\(mark)' in the name of the variable '\(name)': variables "
                        + "do not stand in each other.")
            } else {
                sink.add(
                    .unknownVariable, at: place,
                    "'\(pattern.text)' uses '$(\(name))', which is not defined.")
            }
        }
        if pattern.isUnclosed {
            sink.add(
                .invalidVariable, at: place,
                "'\(pattern.text)' has a '$(' without its ')', which is ordinary text.")
        }
    }
}

extension AppleVariables {
    /// A mark that the name of a variable cannot have; `nil` if the name has none.
    static func mark(in name: String) -> Character? { name.first { "$()".contains($0) } }
}

extension ApplePattern {
    /// True if a variable begins that does not end.
    fileprivate var isUnclosed: Bool {
        let dollar = Piece.byte(UInt8(ascii: "$"))
        return zip(pieces, pieces.dropFirst()).contains {
            $0 == dollar && $1 == .byte(UInt8(ascii: "("))
        }
    }

    /// The first piece of the pattern that is a wildcard elsewhere; variables are none.
    fileprivate var foreignSyntax: ForeignSyntax? {
        let bytes = pieces.map { piece -> UInt8 in
            switch piece {
            case .byte(let byte): byte
            case .one: UInt8(ascii: "?")
            case .many: UInt8(ascii: "*")
            case .variable: UInt8(ascii: "a")
            }
        }
        return isUnclosed
            ? nil : ForeignSyntax.first(in: String(decoding: bytes, as: UTF8.self), as: .wildcards)
    }
}
