/// A format string, as servers and GoAccess have it, read as fields and the texts between them.
///
/// | written | read as |
/// |---|---|
/// | `$request`, `${request}` | nginx: the field with the name of the variable (``LogColumn``) |
/// | `%h`, `%>s`, `%{Referer}i` | Apache's `mod_log_config` |
/// | `%d:%t`, `%R`, `%^` | GoAccess, if one of the directives that only it has is there |
///
/// Sources: nginx.org, `ngx_http_log_module`; httpd.apache.org, "Custom Log Formats" of `mod_log_config`;
/// goaccess.io, "Custom Log/Date Format".
struct LogFormatString {
    /// The fields, each with the text before it; the column is `nil` for fields that are ignored.
    private(set) var parts: [(before: String, column: LogColumn?)] = []
    /// The text behind the last field.
    private(set) var end = ""

    /// Reads a format string; `nil` if it has no field, or one that does not exist.
    init?(_ text: String) {
        let (isNginx, isGoAccess) = (!text.contains("%"), Self.isGoAccess(text))
        var rest = Substring(text.replacing("\\\"", with: "\""))
        while let character = rest.popFirst() {
            let isKnown: Bool
            switch character {
            case "$" where isNginx: isKnown = readVariable(&rest)
            case "%": isKnown = isGoAccess ? readGoAccess(&rest) : readApache(&rest)
            default:
                end.append(character)
                continue
            }
            guard isKnown else { return nil }
        }
        if parts.isEmpty { return nil }
    }

    /// Returns whether a directive that only GoAccess has is there, outside a name in braces.
    private static func isGoAccess(_ text: String) -> Bool {
        let directives = text.split(separator: "{").enumerated().map { index, part in
            index == 0 ? part : part.drop { $0 != "}" }
        }.joined()
        return ["%^", "%d", "%x", "%R", "%e", "%L", "%n", "%~"].contains(where: directives.contains)
    }

    private mutating func add(_ column: LogColumn?) {
        parts.append((end, column))
        end = ""
    }

    /// Reads the name of a variable of nginx.
    private mutating func readVariable(_ rest: inout Substring) -> Bool {
        var name: Substring
        if rest.first == "{" {
            guard let close = rest.firstIndex(of: "}") else { return false }
            name = rest[rest.index(after: rest.startIndex)..<close]
            rest = rest[rest.index(after: close)...]
        } else {
            name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            rest = rest.dropFirst(name.count)
        }
        if name.isEmpty { return false }
        // The host of the request, rather than the name of the server that took it.
        if name == "server_name" && parts.contains(where: { $0.column == .host }) { name = "_" }
        add(LogColumn(name: name.utf8))
        return true
    }

    // MARK: Apache

    private static let apache: [Character: LogColumn] = [
        "a": .address, "h": .address, "u": .principal, "t": .time, "r": .request, "s": .status,
        "b": .byteCount, "B": .byteCount, "O": .byteCount, "D": .duration(.microseconds),
        "T": .duration(.seconds), "v": .host, "V": .host, "U": .path, "q": .query, "m": .method,
    ]

    private static let apacheHeaders: [String: LogColumn] = [
        "referer": .referrer, "user-agent": .userAgent, "host": .host,
    ]

    /// Reads a directive of Apache: `%`, then conditions, a name in braces, and a letter.
    private mutating func readApache(_ rest: inout Substring) -> Bool {
        if rest.first == "%" {
            rest.removeFirst()
            end.append("%")
            return true
        }
        rest = rest.drop { "!,<>".contains($0) || $0.isNumber }
        var name: Substring?
        if rest.first == "{" {
            guard let close = rest.firstIndex(of: "}") else { return false }
            name = rest[rest.index(after: rest.startIndex)..<close]
            rest = rest[rest.index(after: close)...]
        }
        guard let letter = rest.popFirst(), letter.isLetter else { return false }
        if letter == "^" { return false }
        switch (letter, name.map(String.init)) {
        case ("t", nil):
            end.append("[")
            add(.time)
            end = "]"
        case ("t", let format?): addTime(format)
        case ("T", "ms"?): add(.duration(.milliseconds))
        case ("T", "us"?): add(.duration(.microseconds))
        case ("i", let header?): add(Self.apacheHeaders[header.lowercased()])
        case ("p", _): add(nil)
        case (_, nil), ("a", _), ("s", _), ("T", _): add(Self.apache[letter])
        default: add(nil)
        }
        return true
    }

    /// Adds a time with a format of `strftime`: one that stands between texts.
    private mutating func addTime(_ format: String) {
        switch format {
        case "msec_frac", "usec_frac", "begin:msec_frac", "begin:usec_frac": add(nil)
        default:
            let isBracketed = format.first == "[" && format.last == "]"
            if isBracketed { end.append("[") }
            add(.time)
            if isBracketed { end = "]" }
        }
    }

    // MARK: GoAccess

    private static let goAccess: [Character: LogColumn] = [
        "x": .time, "v": .host, "e": .principal, "h": .address, "r": .request, "m": .method,
        "U": .target, "q": .query, "s": .status, "b": .byteCount, "R": .referrer, "u": .userAgent,
        "D": .duration(.microseconds), "T": .duration(.seconds), "L": .duration(.milliseconds),
        "n": .duration(.nanoseconds), "d": .date, "t": .time,
    ]

    private static let goAccessIgnored: Set<Character> = ["^", "H", "C", "K", "k", "M", "S", "N"]

    private mutating func readGoAccess(_ rest: inout Substring) -> Bool {
        guard let letter = rest.popFirst() else { return false }
        if letter == "%" {
            end.append("%")
            return true
        }
        // The offset, which GoAccess skips, belongs to the time.
        if letter == "d", rest.hasPrefix(":%t %^") {
            rest = rest.dropFirst(6)
            add(.time)
            return true
        }
        if letter == "h", rest.first == "{" || rest.first == "~" { return false }
        if letter == "~" { return true }
        guard Self.goAccess[letter] != nil || Self.goAccessIgnored.contains(letter) else {
            return false
        }
        add(Self.goAccess[letter])
        return true
    }
}
