package import RouteDB
import RouteDBRouting

extension ForeignRoutes {
    /// Reads the lines of a `_redirects` file, as Netlify reads it, as redirects.
    ///
    /// - Complexity: Linear in the file.
    package init(redirectsFile bytes: [UInt8], _ options: Options) throws(InputProblem) {
        var reader = RedirectsFileReader(options)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            var place = InputPlace()
            place.line = number + 1
            try reader.read(line, place)
        }
        self = reader.found.routes
    }
}

/// Makes redirects of the lines of a `_redirects` file.
private struct RedirectsFileReader {
    private(set) var found: RedirectImport
    /// The texts before the `*` of earlier lines, and the line's place among those.
    private var prefixes: [TextKey: Int] = [:]
    /// The numbers of bytes of these.
    private var lengths: Set<Int> = []

    init(_ options: ForeignRoutes.Options) { found = RedirectImport(options) }

    mutating func read(_ line: ArraySlice<UInt8>, _ place: InputPlace) throws(InputProblem) {
        var words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map {
            String(decoding: $0, as: UTF8.self)
        }
        if let comment = words.firstIndex(where: { $0.utf8.first == UInt8(ascii: "#") }) {
            words.removeSubrange(comment...)
        }
        guard let source = words.first else { return }
        guard let to = words.dropFirst().firstIndex(where: Self.isAddress) else {
            throw InputProblem(
                at: place, "The line has no address to redirect to.",
                hint: "Write it as '/old /new 301'.")
        }
        let earlier = prefix(of: source)
        var isAdded = false
        found.add(source, at: place) { () throws(UnsayableRedirect) in
            let pattern = try Self.pattern(of: source, words[1..<to])
            let names = Set(pattern.parameters.map(\.name))
            var redirect = try ForeignRedirect(
                pattern, to: try Self.location(words[to], names),
                status: try Self.status(words[(to + 1)...]))
            // Without a segment in the place of '*', nothing takes the place of ':splat'.
            if names.contains(Self.splat) { redirect.defaults[Self.splat] = "" }
            if let earlier {
                redirect.losses.append(
                    "'\(earlier)*' stands before it and takes its URLs; here the more specific"
                        + " pattern does.")
            }
            isAdded = true
            return [redirect]
        }
        if isAdded, source.utf8.last == UInt8(ascii: "*") {
            let prefix = String(source.dropLast())
            if prefixes[TextKey(prefix)] == nil { prefixes[TextKey(prefix)] = prefixes.count }
            lengths.insert(prefix.utf8.count)
        }
    }

    /// Returns the text before the `*` of the first earlier line that takes the URLs of an address.
    private func prefix(of source: String) -> String? {
        lengths.filter { $0 <= source.utf8.count }
            .compactMap { length -> (text: String, place: Int)? in
                let text = String(Substring(source.utf8.prefix(length)))
                return prefixes[TextKey(text)].map { (text, $0) }
            }
            .min { $0.place < $1.place }?.text
    }

    private static let splat = "splat"

    private static func isAddress(_ word: String) -> Bool {
        if word.utf8.first == UInt8(ascii: "/") { return true }
        let name = word.utf8.prefix { $0.isASCIILetter }
        return !name.isEmpty && word.utf8.dropFirst(name.count).starts(with: "://".utf8)
    }

    /// The status of a redirect; 301 if the line has none.
    private static func status(_ words: ArraySlice<String>) throws(UnsayableRedirect) -> Int {
        var status = 301
        for word in words {
            let digits = word.utf8.last == UInt8(ascii: "!") ? word.dropLast() : Substring(word)
            guard let number = Int(digits) else {
                throw UnsayableRedirect("The condition '\(word)' is not part of a route.")
            }
            guard RouteRedirect.statuses.contains(number) else {
                throw UnsayableRedirect("The status \(number) is not that of a redirect.")
            }
            status = number
        }
        return status
    }

    /// The pattern of an address and of the words behind it, which test the query.
    private static func pattern(
        of source: String, _ words: ArraySlice<String>
    ) throws(UnsayableRedirect) -> RoutePattern {
        var path = Substring(source).utf8
        var (scheme, host): (String?, HostPattern?) = (nil, nil)
        if path.first != UInt8(ascii: "/") {
            let name = path.prefix { $0 != UInt8(ascii: ":") }
            path = path.dropFirst(name.count + 3)
            guard isAddress(source) else {
                throw UnsayableRedirect("It is neither a path nor a URL.")
            }
            let authority = path.prefix { $0 != UInt8(ascii: "/") }
            path = path.dropFirst(authority.count)
            scheme = String(Substring(name)).lowercased()
            host = HostPattern(
                elements: [.literal(String(Substring(authority)).lowercased())], port: nil)
        }
        var elements: [PatternElement] = []
        let segments = path.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        for (index, segment) in segments.enumerated() {
            if segment == "*", index == segments.count - 1 {
                let rest: [PatternElement] = [
                    .separator, .parameter(Parameter(name: Self.splat, type: .path)),
                ]
                elements += elements.isEmpty ? rest : [.optional(rest)]
            } else if let name = Self.placeholder(segment) {
                elements += [.separator, .parameter(Parameter(name: name))]
            } else if segment.utf8.contains(UInt8(ascii: "*")) {
                throw UnsayableRedirect("A '*' is a whole segment at the end.")
            } else {
                elements += [.separator, .literal(PercentCoding.decoded(segment) ?? segment)]
            }
        }
        let query = words.map { word -> QueryCondition in
            let key = String(Substring(word.utf8.prefix { $0 != UInt8(ascii: "=") }))
            let value = String(Substring(word.utf8.dropFirst(key.utf8.count + 1)))
            if let name = Self.placeholder(value) {
                return QueryCondition(key: key, test: .capture(Parameter(name: name)))
            }
            return QueryCondition(key: key, test: value.isEmpty ? .present : .equals(value))
        }
        return RoutePattern(
            scheme: scheme, host: host, path: elements.isEmpty ? [.separator] : elements,
            query: query)
    }

    /// The name of a placeholder such as `:id`.
    private static func placeholder(_ text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: ":"), let first = text.utf8.dropFirst().first,
            first.isASCIILetter || first == UInt8(ascii: "_"),
            text.utf8.dropFirst().allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F })
        else { return nil }
        return String(text.dropFirst())
    }

    /// The URL of a redirect, with `{name}` for `:name`.
    private static func location(
        _ text: String, _ names: Set<String>
    ) throws(UnsayableRedirect) -> String {
        try ForeignLocation(text, mark: UInt8(ascii: ":")) { rest in
            let name = rest.dropFirst().prefix {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F
            }
            let word = String(Substring(name))
            return names.contains(word) ? (word, name.count + 1) : nil
        }.text
    }
}
