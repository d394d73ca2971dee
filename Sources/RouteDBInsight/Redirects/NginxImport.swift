package import RouteDB
import RouteDBRouting

// The directives map, rewrite, location and return, as documented in
// https://nginx.org/en/docs/http/ngx_http_map_module.html and ngx_http_rewrite_module.html.
extension ForeignRoutes {
    /// Reads the redirects in a configuration of nginx: maps of URLs, `rewrite`, and `return` in a `location`.
    ///
    /// - Complexity: Linear in the file.
    package init(nginx bytes: [UInt8], _ options: Options) throws(InputProblem) {
        let lines = try NginxText.lines(bytes)
        var reader = NginxReader(options, statuses: NginxReader.statuses(in: lines))
        for line in lines { reader.read(line) }
        guard reader.isRead else {
            throw InputProblem(
                at: nil, "The file has no redirect of nginx's.",
                hint: "Give one with a map of URLs, 'rewrite', or 'location' with 'return'.")
        }
        self = reader.found.routes
    }
}

/// A directive, with the blocks that it stands in, the outermost first.
private struct NginxLine {
    let words: [String]
    let blocks: [[String]]
    /// The names of the server block that it stands in.
    var hosts: [String] = []
    let place: InputPlace
}

/// The text of a configuration as directives.
private enum NginxText {
    /// Reads the directives of a file.
    static func lines(_ bytes: [UInt8]) throws(InputProblem) -> [NginxLine] {
        var lines: [NginxLine] = []
        var blocks: [[String]] = []
        /// The first directives of the blocks.
        var starts: [Int] = []
        var words: [String] = []
        var place = InputPlace()
        var offset = 0
        while let (word, end) = word(in: bytes, from: offset, &place) {
            offset = end
            switch word {
            case .mark(UInt8(ascii: ";")):
                if !words.isEmpty {
                    lines.append(NginxLine(words: words, blocks: blocks, place: place))
                }
                words = []
            case .mark(UInt8(ascii: "{")):
                blocks.append(words)
                starts.append(lines.count)
                words = []
            case .mark:
                guard let block = blocks.popLast(), let start = starts.popLast() else {
                    throw InputProblem(
                        at: place, "A block ends that did not begin.", hint: "Remove the '}'.")
                }
                if block.first == "server" { name(&lines[start...]) }
                words = []
            case .text(let text): words.append(text)
            }
        }
        return lines
    }

    /// Gives directives the hosts that one of them names.
    private static func name(_ lines: inout ArraySlice<NginxLine>) {
        let hosts = lines.filter { $0.words.first == "server_name" }.flatMap {
            $0.words.dropFirst()
        }
        for index in lines.indices { lines[index].hosts = hosts }
    }

    private enum Word {
        case text(String)
        case mark(UInt8)
    }

    private static let marks = Set(";{}".utf8)
    private static let spaces = Set(" \t\r\n".utf8)

    /// Reads the next word or mark, and counts lines.
    private static func word(
        in bytes: [UInt8], from start: Int, _ place: inout InputPlace
    ) -> (Word, end: Int)? {
        var offset = start
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == 0x0A { place.line += 1 }
            if byte == UInt8(ascii: "#") {
                while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
            } else if spaces.contains(byte) {
                offset += 1
            } else {
                break
            }
        }
        guard offset < bytes.count else { return nil }
        if marks.contains(bytes[offset]) { return (.mark(bytes[offset]), offset + 1) }
        var text: [UInt8] = []
        let quote = "\"'".utf8.contains(bytes[offset]) ? bytes[offset] : nil
        if quote != nil { offset += 1 }
        while offset < bytes.count {
            let byte = bytes[offset]
            if let quote {
                if byte == quote {
                    return (.text(String(decoding: text, as: UTF8.self)), offset + 1)
                }
                if byte == 0x0A { place.line += 1 }
                // A backslash makes the mark a part of the text, and is kept for expressions.
                if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count, bytes[offset + 1] == quote
                {
                    offset += 1
                }
            } else {
                let isVariable = byte == UInt8(ascii: "{") && text.last == UInt8(ascii: "$")
                let isClosing = byte == UInt8(ascii: "}") && text.contains(UInt8(ascii: "{"))
                if spaces.contains(byte) || marks.contains(byte) && !isVariable && !isClosing {
                    break
                }
            }
            text.append(bytes[offset])
            offset += 1
        }
        return (.text(String(decoding: text, as: UTF8.self)), offset)
    }
}

/// Makes redirects of directives.
private struct NginxReader {
    private(set) var found: RedirectImport
    /// True if a directive was one of redirects.
    private(set) var isRead = false
    /// The status with which a variable is sent, by its name.
    private let statuses: [String: Int]

    init(_ options: ForeignRoutes.Options, statuses: [String: Int]) {
        found = RedirectImport(options)
        self.statuses = statuses
    }

    /// The statuses with which variables are sent: `return 301 $new;`.
    static func statuses(in lines: [NginxLine]) -> [String: Int] {
        var statuses: [String: Int] = [:]
        for line in lines where line.words.first == "return" && line.words.count == 3 {
            statuses[line.words[2]] = Int(line.words[1])
        }
        return statuses
    }

    mutating func read(_ line: NginxLine) {
        let block = line.blocks.last ?? []
        switch (block.first, line.words.first) {
        case ("map", let name?): readMap(block, name, line)
        case (_, "rewrite"): readRewrite(line)
        case ("location", "return"): readLocation(block, line)
        default: break
        }
    }

    // MARK: Maps

    private static let urls: Set<String> = ["$uri", "$request_uri", "$document_uri"]

    private mutating func readMap(_ block: [String], _ name: String, _ line: NginxLine) {
        guard block.count == 3, !["default", "hostnames", "volatile", "include"].contains(name)
        else { return }
        isRead = true
        guard Self.urls.contains(block[1]) else {
            let reason = "It is a map of '\(block[1])', not of URLs: '$uri' or '$request_uri'."
            return found.lose("map \(block[2])", reason, isLeftOut: true)
        }
        if statuses[block[2]] == nil {
            found.lose(
                "map \(block[2])", "No 'return' says with which status it is sent; here it is 301.")
        }
        let status = statuses[block[2]] ?? 301
        let value = line.words.count > 1 ? line.words[1] : ""
        found.add(name, at: line.place) { () throws(UnsayableRedirect) in
            guard !value.isEmpty else { throw UnsayableRedirect("It has no URL.") }
            return [try Self.redirect(name, isExact: true, to: value, status, host: nil)]
        }
    }

    /// The redirect of a path, or of an expression for one behind `~` or `~*`.
    private static func redirect(
        _ source: String, isExact: Bool, to url: String?, _ status: Int, host: HostPattern?
    ) throws(UnsayableRedirect) -> ForeignRedirect {
        let to = url.map(withoutQuery)
        guard source.hasPrefix("~") else {
            guard source.hasPrefix("/") else {
                throw UnsayableRedirect("It is no path from the root.")
            }
            let text = source.utf8.map {
                Self.isPlain($0) ? "\(UnicodeScalar($0))" : "\\\(UnicodeScalar($0))"
            }
            // As text, a path is an expression of itself.
            let path = "^\(text.joined())\(isExact ? "$" : source.hasSuffix("/") ? ".*" : "/.*")"
            return try ExpressionPath(path).redirect(to: to, status: status, host: host)
        }
        let folds = source.hasPrefix("~*")
        var redirect = try ExpressionPath(String(source.dropFirst(folds ? 2 : 1))).redirect(
            to: to, status: status, host: host)
        if folds {
            redirect.losses.append(
                "'~*' takes letters of either case; here that is the policy 'case' of the namespace."
            )
        }
        redirect.losses.append(order)
        return redirect
    }

    private static let order =
        "nginx tries expressions in their order; here the more specific pattern comes first."

    /// Returns whether a byte of a path stands for itself in an expression.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "/-_~%".utf8.contains(byte)
    }

    /// The URL without the query that it passes on, as redirects do by themselves; one that passes on none ends
    /// in a question mark.
    private static func withoutQuery(_ url: String) -> String {
        for arguments in ["$is_args$args", "$is_args$query_string", "?$args", "?$query_string"]
        where url.hasSuffix(arguments) {
            return String(url.dropLast(arguments.count))
        }
        return url.contains("?") ? url : "\(url)?"
    }

    // MARK: Directives of servers

    private mutating func readRewrite(_ line: NginxLine) {
        isRead = true
        let words = line.words
        let source = words.count > 1 ? words[1] : "rewrite"
        addForHosts(source, line) { host throws(UnsayableRedirect) in
            guard words.count >= 3 else { throw UnsayableRedirect("It has no URL.") }
            let flag = words.count > 3 ? words[3] : ""
            let isRedirect = words[2].hasPrefix("http://") || words[2].hasPrefix("https://")
            let status: Int? =
                switch flag {
                case "permanent": 301
                case "redirect": 302
                default: isRedirect ? 302 : nil
                }
            guard let status else {
                throw UnsayableRedirect("It rewrites URLs within the server, and redirects nobody.")
            }
            // Unlike 'return', it passes on the query unless the URL ends in a question mark.
            var redirect = try ExpressionPath(words[1]).redirect(
                to: words[2], status: status, host: host)
            redirect.losses.append(Self.order)
            return redirect
        }
    }

    private mutating func readLocation(_ block: [String], _ line: NginxLine) {
        isRead = true
        let modifier = block.count > 2 ? block[1] : ""
        let path = block.last ?? ""
        let words = line.words
        addForHosts(path, line) { host throws(UnsayableRedirect) in
            guard words.count > 1, let status = Int(words[1]),
                RouteRedirect.statuses.contains(status) && words.count > 2 || status == 410
            else { throw UnsayableRedirect("It returns no redirect.") }
            let source = modifier.hasPrefix("~") ? modifier + path : path
            return try Self.redirect(
                source, isExact: modifier == "=", to: status == 410 ? nil : words[2], status,
                host: host)
        }
    }

    /// Adds a redirect for each name of its server, or for any host if it has none.
    private mutating func addForHosts(
        _ source: String, _ line: NginxLine,
        _ make: (HostPattern?) throws(UnsayableRedirect) -> ForeignRedirect
    ) {
        let hosts = line.hosts.filter { $0 != "_" }
        found.add(source, at: line.place) { () throws(UnsayableRedirect) in
            guard !hosts.isEmpty else { return [try make(nil)] }
            var redirects: [ForeignRedirect] = []
            for host in hosts {
                guard !host.utf8.contains(where: { "*~$".utf8.contains($0) }) else {
                    throw UnsayableRedirect("The name '\(host)' of its server is a pattern.")
                }
                redirects.append(
                    try make(HostPattern(elements: [.literal(host.lowercased())], port: nil)))
            }
            return redirects
        }
    }
}
