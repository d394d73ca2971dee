/// How the kinds of routes and requests are compared.
///
/// The methods of HTTP are compared without regard to case, because people write them both ways;
/// every other kind is compared byte by byte. `HEAD` asks for what `GET` answers, without its content.
package enum RouteKind {
    /// The methods of RFC 9110 and `PATCH` of RFC 5789.
    private static let methods = [
        "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE",
    ]

    /// Returns whether a kind is the name of an HTTP method, in any case.
    package static func isMethod(_ kind: String) -> Bool { method(kind) != nil }

    /// The canonical spelling of a kind: an HTTP method in capitals, any other kind as written.
    package static func canonical(_ kind: String) -> String { method(kind) ?? kind }

    /// Returns whether two kinds are equal; `nil` stands for no kind, and equals only itself.
    package static func areSame(_ one: String?, _ other: String?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (let one?, let other?):
            one.utf8.elementsEqual(other.utf8)
                || one.utf8.count == other.utf8.count
                    && method(one)?.utf8.elementsEqual(method(other)?.utf8 ?? "".utf8) == true
        case (nil, _), (_, nil): false
        }
    }

    /// Returns whether a route of a kind, or of none, takes a request for a kind, or for none.
    package static func route(of kind: String?, takes request: String?) -> Bool {
        guard let kind, let request else { return true }
        return areSame(kind, request) || isGet(kind) && isHead(request)
    }

    /// Returns whether a route of a kind takes all requests, for whatever kind, that one of another does.
    package static func covers(_ kind: String?, _ other: String?) -> Bool {
        kind == nil || other != nil && route(of: kind, takes: other)
    }

    /// The place of a kind among those of equally specific patterns: `HEAD`, any other kind, none.
    package static func place(_ kind: String?) -> Int {
        guard let kind else { return 2 }
        return isHead(kind) ? 0 : 1
    }

    /// The kinds that a text in a file of routes names; `nil` stands for every kind.
    ///
    /// HTTP methods may be separated by `|` or `,`, with `HEAD` left out beside `GET`, which answers it.
    /// `ANY`, `ALL`, `*` and the list of all methods that frameworks write for any stand for every kind.
    /// Any other text is one kind.
    package static func list(_ text: String) -> [String?] {
        let words = text.utf8.split { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ",") }.map {
            part in
            let inner = part.split(separator: UInt8(ascii: " "))
            return String(Substring(inner.count == 1 ? inner[0] : part)).uppercased()
        }
        let isEvery = { (word: String) in ["ANY", "ALL", "*"].contains(word) }
        if words.count == 1, isEvery(words[0]) { return [nil] }
        guard words.count > 1, words.allSatisfy({ methods.contains($0) || isEvery($0) }) else {
            return [text]
        }
        if words.contains(where: isEvery) || usualMethods.isSubset(of: words) { return [nil] }
        var seen: Set<String> = words.contains("GET") ? ["HEAD"] : []
        return words.filter { seen.insert($0).inserted }
    }

    private static let usualMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
    ]

    /// Returns whether a text names HTTP methods only.
    package static func areMethods(_ text: String) -> Bool {
        list(text).allSatisfy { $0.map(isMethod) ?? true }
    }

    /// Returns whether a kind is `HEAD`.
    package static func isHead(_ kind: String) -> Bool { areSame(kind, "HEAD") }

    /// Returns whether a kind is `GET`.
    package static func isGet(_ kind: String) -> Bool { areSame(kind, "GET") }

    private static func method(_ kind: String) -> String? {
        // Nearly all are written in capitals already.
        if methods.contains(kind) { return kind }
        guard 3...7 ~= kind.utf8.count, kind.utf8.allSatisfy({ $0.isASCIILetter }) else {
            return nil
        }
        let upper = kind.uppercased()
        return methods.contains(upper) ? upper : nil
    }
}
