import RouteDBRouting

/// A regular expression for the path of URLs, as the path of a pattern, as far as patterns can say it.
///
/// Its groups become parameters: `p1`, `p2` and so on, or what the expression calls them.
struct ExpressionPath {
    private(set) var elements: [PatternElement] = []
    /// The names of the groups, from the first on.
    private(set) var names: [String] = []
    /// The values of groups that the URL need not have.
    private(set) var defaults = JSONObject()
    private(set) var losses: [String] = []
    private var rest: ArraySlice<UInt8>
    private var literal: [UInt8] = []

    /// Reads an expression.
    init(_ text: String) throws(UnsayableRedirect) {
        rest = Array(text.utf8)[...]
        if rest.first == UInt8(ascii: "^") {
            rest = rest.dropFirst()
        } else if rest.first == UInt8(ascii: "/") {
            losses.append(
                "It also takes URLs with something before that; here the path begins with it.")
        } else {
            throw UnsayableRedirect("The expression does not say how the path begins.")
        }
        while let byte = rest.popFirst() { try read(byte) }
        flush()
        if !text.hasSuffix("$"), !endsOpen {
            losses.append("It also takes longer URLs; here the path ends with it.")
        }
        if elements.isEmpty { elements = [.separator] }
    }

    private var isAtEnd: Bool { rest.isEmpty || rest.elementsEqual([UInt8(ascii: "$")]) }

    private mutating func read(_ byte: UInt8) throws(UnsayableRedirect) {
        switch byte {
        case UInt8(ascii: "/"):
            flush()
            if rest.first == UInt8(ascii: "?") {
                rest = rest.dropFirst()
                guard isAtEnd else { throw unsayable("/?") }
                // A slash at the end makes no difference for patterns.
            } else if !isAtEnd || elements.isEmpty {
                elements.append(.separator)
            }
        case UInt8(ascii: "\\"):
            guard let next = rest.popFirst(), !next.isASCIILetter, !next.isASCIIDigit else {
                throw unsayable("\\")
            }
            literal.append(next)
        case UInt8(ascii: "("): try readGroup()
        case UInt8(ascii: "$") where rest.isEmpty: break
        case UInt8(ascii: ".")
        where rest.first == UInt8(ascii: "*") && rest.dropFirst().first != UInt8(ascii: "?"):
            rest = rest.dropFirst()
            flush()
            guard isAtEnd, elements.last == .separator else { throw unsayable(".*") }
            elements.append(.catchAll)
        case let byte where Self.operators.contains(byte):
            throw unsayable(String(UnicodeScalar(byte)))
        default: literal.append(byte)
        }
    }

    /// True if the pattern takes whatever comes after it.
    private var endsOpen: Bool {
        switch elements.last {
        case .catchAll, .optional: true
        case .parameter(let parameter): parameter.type == .path
        default: false
        }
    }

    /// The bytes that are no plain text outside of groups; a dot alone is read as a dot.
    private static let operators = Set("[]*+?|{}^$)".utf8)

    private func unsayable(_ part: String) -> UnsayableRedirect {
        UnsayableRedirect("Patterns have nothing like '\(part)' in the expression.")
    }

    private mutating func flush() {
        guard !literal.isEmpty else { return }
        let text = String(decoding: literal, as: UTF8.self)
        elements.append(.literal(PercentCoding.decoded(text) ?? text))
        literal = []
    }

    // MARK: Groups

    private mutating func readGroup() throws(UnsayableRedirect) {
        guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { throw unsayable("(") }
        var content = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        var name = "p\(names.count + 1)"
        if content.hasPrefix("?<"), let mark = content.firstIndex(of: ">") {
            name = String(content[..<mark].dropFirst(2))
            content = String(content[content.index(after: mark)...])
        }
        guard !content.hasPrefix("?"), !content.contains("("),
            rest.first.map({ !"*+?{".utf8.contains($0) }) ?? true
        else { throw unsayable("(\(content))") }
        flush()
        names.append(name)
        if content == ".*" || content == ".+" || content == ".*?" {
            return try readRest(name, mayBeEmpty: content != ".+")
        }
        elements.append(.parameter(Parameter(name: name, type: try type(of: content))))
    }

    /// Reads a group for the rest of the path.
    private mutating func readRest(_ name: String, mayBeEmpty: Bool) throws(UnsayableRedirect) {
        guard isAtEnd, elements.last == .separator else { throw unsayable("(.*)") }
        let parameter = PatternElement.parameter(Parameter(name: name, type: .path))
        guard mayBeEmpty, elements.count > 1 else {
            elements.append(parameter)
            if mayBeEmpty { losses.append("It also takes the path '/'.") }
            return
        }
        elements.removeLast()
        elements.append(.optional([.separator, parameter]))
        defaults[name] = ""
    }

    /// The types of groups that are written in these ways.
    private static let types: [String: ParameterType] = [
        #"\d+"#: .int(minimum: 0, maximum: nil), "[0-9]+": .int(minimum: 0, maximum: nil),
        "[^/]+": .string, "[^/]*": .string, "[^/]+?": .string, "[0-9a-f]+": .hex, "[a-f0-9]+": .hex,
        "[0-9a-fA-F]+": .hex, "[a-fA-F0-9]+": .hex,
    ]

    private mutating func type(of content: String) throws(UnsayableRedirect) -> ParameterType {
        if let type = Self.types[content] { return type }
        let words = content.split(separator: "|", omittingEmptySubsequences: false)
        if words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isWordByte) }) {
            return .oneOf(words.map(String.init))
        }
        // A class of characters, once or more.
        let isClass =
            content == #"\w+"#
            || content.hasPrefix("[") && content.hasSuffix("]+") && !content.hasPrefix("[^")
                && !content.dropFirst().dropLast(2).utf8.contains { "[]/".utf8.contains($0) }
        guard isClass else { throw unsayable("(\(content))") }
        losses.append(
            "'(\(content))' takes some characters only; here it is any text of a segment.")
        return .string
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}

extension ExpressionPath {
    /// Returns a URL with `{name}` for `$1`, `${1}`, `$name` and `${name}`.
    func location(_ url: String) throws(UnsayableRedirect) -> String {
        try ForeignLocation(url, mark: UInt8(ascii: "$")) { rest throws(UnsayableRedirect) in
            let isBraced = rest.dropFirst().first == UInt8(ascii: "{")
            let word = rest.dropFirst(isBraced ? 2 : 1).prefix {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
            }
            // Without braces, a number has one digit.
            let isNumber = word.first.map(\.isASCIIDigit) ?? false
            let text = String(Substring(isNumber && !isBraced ? word.prefix(1) : word))
            guard !text.isEmpty else { return nil }
            let length = text.utf8.count + (isBraced ? 3 : 1)
            if let number = Int(text), names.indices.contains(number - 1) {
                return (names[number - 1], length)
            }
            guard names.contains(text) else {
                throw UnsayableRedirect("A redirect has no value like '$\(text)'.")
            }
            return (text, length)
        }.text
    }

    /// The redirect of URLs that the expression takes.
    func redirect(
        to url: String?, status: Int, host: HostPattern? = nil
    ) throws(UnsayableRedirect) -> ForeignRedirect {
        let pattern = RoutePattern(scheme: nil, host: host, path: elements, query: [])
        var redirect = try ForeignRedirect(
            pattern, to: try url.map { url throws(UnsayableRedirect) in try location(url) },
            status: status)
        redirect.defaults = defaults
        redirect.losses = losses
        return redirect
    }
}
