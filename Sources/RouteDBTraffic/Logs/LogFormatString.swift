/// A format string, as servers and GoAccess have it, read as fields and the texts between them.
///
/// | written | read as |
/// |---|---|
/// | `$request`, `${request}` | nginx: the field with the name of the variable (``LogColumn``) |
/// | `%h`, `%>s`, `%{Referer}i` | Apache's `mod_log_config` |
/// | `%d:%t`, `%R`, `%^` | GoAccess, if one of the directives that only it has is there |
///
/// A path and a query side by side are one field, and so are a host and its port with a colon between them.
///
/// Sources: nginx.org, `ngx_http_log_module` and "Alphabetical index of variables"; httpd.apache.org, "Custom Log
/// Formats" of `mod_log_config`; goaccess.io, "Custom Log/Date Format".
struct LogFormatString {
    /// A field, with the text before it.
    struct Part {
        let before: String
        /// The meaning of the field; `nil` if it is ignored.
        var column: LogColumn?
        /// The variable or directive, as it is written.
        let written: String
    }

    private(set) var parts: [Part] = []
    /// The text behind the last field.
    private(set) var end = ""
    /// The text that the last directive brings behind its field.
    private var closing = ""
    /// The place of the name of the server that took the request, which is the host unless another field has it.
    private var serverName: Int?

    /// Reads a format string.
    init(_ text: String) throws(LogFormatMistake) {
        try self.init(text, isGoAccess: Self.isGoAccess(text))
    }

    /// Reads a format string that is, or is not, one of GoAccess's.
    init(_ text: String, isGoAccess: Bool) throws(LogFormatMistake) {
        let isNginx = !text.contains("%")
        var rest = Substring(text.replacing("\\\"", with: "\"").replacing("\\t", with: "\t"))
        while let character = rest.first {
            let start = rest
            rest.removeFirst()
            let column: LogColumn??
            switch character {
            case "$" where isNginx: column = readVariable(&rest)
            case "~" where isGoAccess && rest.first == "h": column = readForwarded(&rest)
            case "%" where rest.first == "%":
                rest.removeFirst()
                end.append("%")
                continue
            // White space is skipped, where there is any.
            case "%" where isGoAccess && rest.first == "~":
                rest.removeFirst()
                continue
            case "%": column = isGoAccess ? readGoAccess(&rest) : readApache(&rest)
            default:
                end.append(character)
                continue
            }
            let written = String(start[..<rest.startIndex])
            guard let column else { throw .unknown(written) }
            add(column, written)
        }
        if parts.isEmpty { throw .noField }
        if let serverName, parts.count(where: { $0.column == .host }) > 1 {
            parts[serverName].column = nil
        }
    }

    /// Returns whether a directive that only GoAccess has is there, and nothing that only Apache has.
    static func isGoAccess(_ text: String) -> Bool {
        // Apache has `%R` and `%L` too, with other meanings.
        if ["%{", "%>", "%l"].contains(where: text.contains) { return false }
        return ["%^", "%d", "%x", "%R", "%e", "%L", "%n", "%~", "~h"].contains(where: text.contains)
    }

    /// Adds a field, or lets the one before it contain this one too.
    private mutating func add(_ column: LogColumn?, _ written: String) {
        let last = parts.last?.column
        let isAdjacent = !parts.isEmpty && end.isEmpty
        if isAdjacent, column == .query, last == .path || last == .target {
            parts[parts.count - 1].column = .target
        } else if isAdjacent, written == "$is_args", last == .path {
            // The query follows.
        } else if end == ":", last == .host, Self.ports.contains(written) {
            end = ""
        } else if last == .time, Self.isTime(written), [".", ",", " "].contains(end) {
            end = ""
        } else {
            if Self.serverNames.contains(written) { serverName = parts.count }
            parts.append(Part(before: end, column: column, written: written))
            (end, closing) = (closing, "")
        }
    }

    /// Returns whether a directive is a part of a time: its fraction or its offset may be directives of their own.
    private static func isTime(_ written: String) -> Bool {
        written.hasPrefix("%{") && written.hasSuffix("}t")
    }

    private static let ports: Set = ["$server_port", "${server_port}", "%p", "%{canonical}p"]
    private static let serverNames: Set = ["$server_name", "${server_name}", "%v"]

    /// Reads a name in braces; `nil` if they are not closed, and the empty text without braces.
    private static func braces(_ rest: inout Substring) -> Substring? {
        guard rest.first == "{" else { return "" }
        guard let close = rest.firstIndex(of: "}") else {
            rest = rest[rest.endIndex...]
            return nil
        }
        let name = rest[rest.index(after: rest.startIndex)..<close]
        rest = rest[rest.index(after: close)...]
        return name
    }

    // MARK: nginx

    /// Variables that mean something else than keys of these names in JSON.
    private static let variables: [String: LogColumn?] = [
        "http_x_forwarded_proto": .scheme, "http_x_forwarded_host": .host,
        "http_x_forwarded_for": .address, "document_uri": .path, "ssl_server_name": .host,
        // The machine that nginx runs on.
        "hostname": nil,
    ]

    /// Reads the name of a variable of nginx.
    private func readVariable(_ rest: inout Substring) -> LogColumn?? {
        guard var name = Self.braces(&rest) else { return nil }
        if name.isEmpty {
            name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            rest = rest.dropFirst(name.count)
        }
        if name.isEmpty { return nil }
        return .some(Self.variables[String(name)] ?? LogColumn(name: name.utf8))
    }

    // MARK: Apache

    private static let apache: [Character: LogColumn] = [
        "a": .address, "h": .address, "u": .principal, "t": .time, "r": .request, "s": .status,
        "b": .byteCount, "B": .byteCount, "O": .byteCount, "D": .duration(.microseconds),
        "T": .duration(.seconds), "v": .host, "V": .host, "U": .path, "q": .query, "m": .method,
    ]

    private static let apacheHeaders: [String: LogColumn] = [
        "referer": .referrer, "user-agent": .userAgent, "host": .host,
        "accept-language": .language, "x-forwarded-for": .address, "x-forwarded-proto": .scheme,
        "x-forwarded-host": .host,
    ]

    /// Reads a directive of Apache behind its `%`: conditions, a name in braces, and a letter.
    private mutating func readApache(_ rest: inout Substring) -> LogColumn?? {
        rest = rest.drop { "!,<>".contains($0) || $0.isNumber }
        guard let name = Self.braces(&rest), let letter = rest.popFirst(), letter.isLetter else {
            return nil
        }
        switch (letter, String(name)) {
        case ("t", let format): return .some(time(format))
        case ("T", "ms"): return .duration(.milliseconds)
        case ("T", "us"): return .duration(.microseconds)
        case ("i", let header): return .some(Self.apacheHeaders[header.lowercased()])
        case (_, ""), ("a", _), ("s", _), ("T", _): return .some(Self.apache[letter])
        default: return .some(nil)
        }
    }

    /// Reads the format of a time: without one, it stands between brackets.
    private mutating func time(_ format: String) -> LogColumn? {
        if format.isEmpty || (format.first == "[" && format.last == "]") {
            end.append("[")
            closing = "]"
        }
        return format.hasSuffix("sec_frac") ? nil : .time
    }

    // MARK: GoAccess

    private static let goAccess: [Character: LogColumn] = [
        "x": .time, "v": .host, "e": .principal, "h": .address, "r": .request, "m": .method,
        "U": .target, "q": .query, "s": .status, "b": .byteCount, "R": .referrer, "u": .userAgent,
        "D": .duration(.microseconds), "T": .duration(.seconds), "L": .duration(.milliseconds),
        "n": .duration(.nanoseconds), "d": .date, "t": .time,
    ]

    private static let goAccessIgnored: Set<Character> = ["^", "H", "C", "K", "k", "M", "S", "N"]

    private func readGoAccess(_ rest: inout Substring) -> LogColumn?? {
        guard let letter = rest.popFirst() else { return nil }
        // The offset, which GoAccess skips, belongs to the time.
        if letter == "d", rest.hasPrefix(":%t %^") {
            rest = rest.dropFirst(6)
            return .time
        }
        if letter == "h", rest.first == "{" || rest.first == "~" { return nil }
        if Self.goAccessIgnored.contains(letter) { return .some(nil) }
        return Self.goAccess[letter].map { .some($0) }
    }

    /// Reads `~h` or `~h{, }`, the addresses that proxies name.
    private func readForwarded(_ rest: inout Substring) -> LogColumn?? {
        rest.removeFirst()
        return Self.braces(&rest) == nil ? nil : .address
    }
}

/// A mistake in a format string.
package enum LogFormatMistake: Error, Equatable, Sendable {
    /// A variable or directive that does not exist.
    case unknown(String)
    /// There is no field at all.
    case noField
    /// No field has the URL.
    case noURL
    /// Two fields with no text between them.
    case adjacent(String, String)

    /// The mistake as a sentence.
    package var description: String {
        switch self {
        case .unknown(let written): "'\(written)' is neither a variable nor a directive."
        case .noField: "It has no variable and no directive."
        case .noURL: "None of its fields has the URL, as '$request', '%r' and '%U' do."
        case .adjacent(let first, let second):
            "Nothing stands between '\(first)' and '\(second)', so they cannot be told apart."
        }
    }
}
