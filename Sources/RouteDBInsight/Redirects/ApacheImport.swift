package import RouteDB
import RouteDBRouting

// Redirect, RedirectPermanent, RedirectTemp and RedirectMatch of mod_alias, as documented in
// https://httpd.apache.org/docs/2.4/mod/mod_alias.html.
extension ForeignRoutes {
    /// Reads the redirects in a configuration of Apache's HTTP server, such as a file `.htaccess`.
    ///
    /// - Complexity: Linear in the file.
    package init(apache bytes: [UInt8], _ options: Options) throws(InputProblem) {
        var reader = ApacheReader(options)
        var whole: [UInt8] = []
        var first: Int?
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            let start = first ?? index + 1
            // A backslash at the end goes on in the next line.
            let text = line.last == 0x0D ? line.dropLast() : line
            if text.last == UInt8(ascii: "\\") {
                (whole, first) = (whole + text.dropLast() + [0x20], start)
                continue
            }
            var place = InputPlace()
            place.line = start
            reader.read(String(decoding: whole + text, as: UTF8.self), place)
            (whole, first) = ([], nil)
        }
        guard reader.isRead else {
            throw InputProblem(
                at: nil, "The file has no redirect of Apache's.",
                hint: "Give one with lines such as 'Redirect permanent /old /new'.")
        }
        self = reader.found.routes
    }
}

/// Makes redirects of the lines of a configuration.
private struct ApacheReader {
    private(set) var found: RedirectImport
    /// True if a line was a redirect.
    private(set) var isRead = false
    /// The host of the block that is being read.
    private var host: HostPattern?

    private static let words = ["permanent": 301, "temp": 302, "seeother": 303, "gone": 410]

    init(_ options: ForeignRoutes.Options) { found = RedirectImport(options) }

    mutating func read(_ line: String, _ place: InputPlace) {
        var words = Self.words(of: line)
        guard !words.isEmpty else { return }
        let directive = words.removeFirst().lowercased()
        switch directive {
        case "<virtualhost": host = nil
        case "servername":
            host = words.first.map { HostPattern(elements: [.literal(Self.host($0))], port: nil) }
        case "redirect", "redirectmatch": readRedirect(directive, words, place)
        case "redirectpermanent": readRedirect("redirect", ["301"] + words, place)
        case "redirecttemp": readRedirect("redirect", ["302"] + words, place)
        case "rewriterule":
            isRead = true
            found.lose(
                "line \(place.line)", "Conditions and rules of mod_rewrite are not read.",
                isLeftOut: true)
        default: break
        }
    }

    private mutating func readRedirect(_ directive: String, _ given: [String], _ place: InputPlace)
    {
        isRead = true
        var words = given
        var status = 302
        if let first = words.first, let known = Self.words[first.lowercased()] ?? Int(first) {
            status = known
            words.removeFirst()
        }
        let source = words.first ?? "line \(place.line)"
        let host = host
        found.add(source, at: place) { () throws(UnsayableRedirect) in
            guard RouteRedirect.statuses.contains(status) || status == 410 else {
                throw UnsayableRedirect("The status \(status) is not that of a redirect.")
            }
            guard let path = words.first, status == 410 || words.count > 1 else {
                throw UnsayableRedirect("The line has no path and URL.")
            }
            let url = status == 410 ? nil : words[1]
            if directive == "redirectmatch" {
                return [try ExpressionPath(path).redirect(to: url, status: status, host: host)]
            }
            return try Self.redirects(from: path, to: url, status: status, host)
        }
    }

    /// The redirects of a path and of all below it, whose rest is put behind the URL.
    private static func redirects(
        from path: String, to url: String?, status: Int, _ host: HostPattern?
    ) throws(UnsayableRedirect) -> [ForeignRedirect] {
        guard path.hasPrefix("/") else { throw UnsayableRedirect("It is no path from the root.") }
        let segments = path.split(separator: "/").map { PercentCoding.decoded($0) ?? String($0) }
        let elements = segments.flatMap { [PatternElement.separator, .literal($0)] }
        let rest: [PatternElement] = [
            .separator, .parameter(Parameter(name: "rest", type: .path)),
        ]
        func redirect(
            _ path: [PatternElement], _ url: String?
        ) throws(UnsayableRedirect) -> ForeignRedirect {
            try ForeignRedirect(
                RoutePattern(scheme: nil, host: host, path: path, query: []), to: url,
                status: status)
        }
        let to = url.map(ForeignText.redirectURL)
        // What comes behind the path is put behind the URL as it is: a slash stays where it was.
        let joint = path.hasSuffix("/") ? "" : "/"
        return [
            try redirect(elements.isEmpty ? [.separator] : elements, to),
            try redirect(elements + rest, to.map { "\($0)\(joint){rest}" }),
        ]
    }

    private static func host(_ name: String) -> String {
        let plain = name.split(separator: "://").last.map(String.init) ?? name
        return plain.split(separator: ":").first.map { $0.lowercased() } ?? ""
    }

    /// The words of a line; quotation marks keep spaces within one.
    private static func words(of line: String) -> [String] {
        guard line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) != UInt8(ascii: "#") else {
            return []
        }
        var words: [String] = []
        var word: [UInt8]?
        var quote: UInt8?
        for byte in line.utf8 {
            if let open = quote {
                if byte == open { quote = nil } else { word?.append(byte) }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                (quote, word) = (byte, word ?? [])
            } else if byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ">") {
                if let ended = word { words.append(String(decoding: ended, as: UTF8.self)) }
                word = nil
            } else {
                word = (word ?? []) + [byte]
            }
        }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}
