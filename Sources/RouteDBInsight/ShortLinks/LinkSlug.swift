package import RouteDBDatabase
import RouteDBRouting

/// The last part of a short link's URL.
package enum LinkSlug {
    /// The number of characters of a slug that nobody chose.
    static let length = 7

    /// The characters of slugs that nobody chose: none that could be read as another one, and no vowels, so that
    /// they spell no words.
    private static let alphabet = Array("23456789bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ".utf8)

    /// Returns a slug that the seed determines.
    ///
    /// There are 47 to the power of 7 of them, half a million times a million.
    static func made(from seed: String) -> String {
        var number = SHA256.digest(of: Array(seed.utf8)).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        let base = UInt64(alphabet.count)
        let bytes = (0..<length).map { _ in
            defer { number /= base }
            return alphabet[Int(number % base)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The paths that the service answers itself.
    private static let reserved = ["robots.txt", "favicon.ico"]

    /// Checks a slug that somebody chose.
    package static func check(_ slug: String) throws(RouteDBError) {
        let segments = slug.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPath = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.elementsEqual(".".utf8)
                && !segment.elementsEqual("..".utf8)
                && segment.allSatisfy(\.isUnreserved)
        }
        guard isPath, slug.utf8.count <= 200 else {
            throw RouteDBError(
                .invalidValue, "\(slug.excerpt) cannot be the end of a link.",
                hint:
                    "Use letters, digits, '-', '_', '.' and '~', and '/' between words; at most 200."
            )
        }
        guard !reserved.contains(slug.asciiLowercased), !slug.hasPrefix(".well-known/") else {
            throw RouteDBError(
                .invalidValue, "'/\(slug)' is answered by the service itself.",
                hint: "Choose another end of the link.")
        }
    }
}
