package import RouteDB
import RouteDBRouting

/// The routes and namespaces in the file of another program, and what they do not say as it does.
package struct ForeignRoutes: Sendable {
    /// The properties that every route of the file gets.
    package struct Options: Sendable {
        /// The target; `nil` for the one that the file suggests.
        package var target: String?
        /// The name of the namespace; `nil` for the one that the file suggests.
        package var namespace: String?
        /// The group; `nil` for the one that the file suggests.
        package var group: String?

        package init(target: String? = nil, namespace: String? = nil, group: String? = nil) {
            self.target = target
            self.namespace = namespace
            self.group = group
        }
    }

    /// The namespaces.
    package internal(set) var namespaces: [NamespaceDraft] = []
    /// The routes, with what finds their places in the file.
    package internal(set) var routes: [(draft: RouteDraft, place: @Sendable () -> InputPlace?)] = []
    /// The losses of reading the file as routes.
    package internal(set) var losses = ExchangeLosses()

    init() {}

    /// The routes and namespaces as a document.
    package func document(named name: String) -> RegistryDocument {
        RegistryDocument(named: name, namespaces: namespaces, routes: routes)
    }
}

/// The texts of other programs, as routes may have them.
enum ForeignText {
    /// A name or group of a route; `nil` if the text cannot be one.
    static func name(_ text: String) -> String? {
        let plain = plain(text, limit: 255)
        guard let plain, plain == text, let first = text.utf8.first, !"#(?*{<".utf8.contains(first),
            !text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") })
        else { return nil }
        return text
    }

    /// The text without control characters and spaces at its ends, cut off at a number of bytes;
    /// `nil` if nothing is left.
    static func plain(_ text: String, limit: Int) -> String? {
        let (space, units) = (UInt8(ascii: " "), text.utf8)
        if units.count <= limit, !units.contains(where: { $0 < space || $0 == 0x7F }),
            let first = units.first, first != space, units.last != space
        {
            return text
        }
        var plain = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || scalar.value == 0x7F
            let next = isControl ? " " : String(scalar)
            guard plain.utf8.count + next.utf8.count <= limit else { break }
            plain.unicodeScalars.append(contentsOf: next.unicodeScalars)
        }
        let bytes = plain.utf8.drop { $0 == space }
        let end = bytes.lastIndex { $0 != space }
        return end.map { String(plain[bytes.startIndex...$0]) }
    }

    /// A name of a namespace.
    static func namespace(_ text: String) -> String {
        var name = ""
        for byte in text.lowercased().utf8.prefix(255) {
            if byte.isASCIILetter || byte.isASCIIDigit {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !name.isEmpty, !name.hasSuffix("-") {
                name += "-"
            }
        }
        if name.hasSuffix("-") { name.removeLast() }
        return name.isEmpty ? "api" : name
    }

    /// The items of the query of a URL, decoded.
    static func query(of url: String) -> [(key: String, value: String)] {
        let query = url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            .prefix { $0 != UInt8(ascii: "#") }
        return query.split(separator: UInt8(ascii: "&")).map { item in
            let key = item.prefix { $0 != UInt8(ascii: "=") }
            let value = Substring(item.dropFirst(key.count + 1))
            return (String(Substring(key)), PercentCoding.decoded(value) ?? "")
        }
    }

    /// A URL as a redirect holds it: what URLs do not have is percent-encoded.
    static func redirectURL(_ text: String) -> String {
        if text.utf8.allSatisfy(\.isURLCharacter) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isURLCharacter {
                bytes.append(byte)
            } else {
                PercentCoding.encode([byte], keeping: "", into: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
