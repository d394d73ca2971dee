/// How the kinds of routes are compared.
///
/// The methods of HTTP are compared without regard to case, because people write them both ways;
/// every other kind is compared byte by byte.
package enum RouteKind {
    /// The methods of RFC 9110 and `PATCH` of RFC 5789.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    /// Whether a kind is the name of an HTTP method, in any case.
    package static func isMethod(_ kind: String) -> Bool { method(kind) != nil }

    /// The canonical spelling of a kind: an HTTP method in capitals, any other kind as written.
    package static func canonical(_ kind: String) -> String { method(kind) ?? kind }

    /// Whether two kinds are equal; `nil` stands for no kind, and equals only itself.
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

    private static func method(_ kind: String) -> String? {
        guard 3...7 ~= kind.utf8.count, kind.utf8.allSatisfy({ $0.isASCIILetter }) else {
            return nil
        }
        let upper = kind.uppercased()
        return methods.contains(upper) ? upper : nil
    }
}
