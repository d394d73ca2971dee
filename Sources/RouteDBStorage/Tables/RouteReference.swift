public import RouteDBRouting

/// A text that identifies an existing route.
///
/// | written | means |
/// |---|---|
/// | `#12` | the route with the id 12 |
/// | `name` | the route with the name, whatever its group |
/// | `12` | the route with the name `12`, else the one with the id |
/// | `group/name` | the route with the name in the group |
/// | `/path`, `//host/…`, `scheme://…` | the route with an equal pattern |
/// | `namespace:…` | one of these, in one namespace |
///
/// A text that begins like a pattern, or has more than one `/`, is a pattern. A namespace named
/// `app` does not hide the scheme of `app://…`: text before `//` is a scheme.
public struct RouteReference: Hashable, Sendable, CustomStringConvertible {
    /// How the route is identified.
    public enum Key: Hashable, Sendable {
        /// The id.
        case id(RouteID)
        /// The name, and the group if it was given.
        case name(String, group: String?)
        /// The text of the pattern.
        case pattern(String)
    }

    /// The name of the namespace to look in, or `nil` for all namespaces.
    public let namespace: String?
    /// How the route is identified.
    public let key: Key

    /// Creates a reference to the route with an id.
    ///
    /// - Parameter id: The id.
    public init(_ id: RouteID) {
        namespace = nil
        key = .id(id)
    }

    /// Reads a reference.
    ///
    /// - Parameter text: The text, in one of the forms above.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[..<colon].allSatisfy(EditRules.isNamespaceByte),
            !bytes[(colon + 1)...].starts(with: "//".utf8)
        {
            start = colon + 1
        }
        let rest = bytes[start...]
        namespace = start == 0 ? nil : String(decoding: bytes[..<(start - 1)], as: UTF8.self)
        key = Self.key(rest)
    }

    /// Creates a reference to the route with a name, which is not read as anything else.
    package init(name: String, group: String?, in namespace: String) {
        self.namespace = namespace
        key = .name(name, group: group)
    }

    /// Restricts another reference to a namespace.
    package init(_ reference: RouteReference, in namespace: String) {
        self.namespace = reference.namespace ?? namespace
        key = reference.key
    }

    /// The id that the key may stand for, if it is a name of digits.
    package var idInPlaceOfName: RouteID? {
        guard case .name(let name, nil) = key, name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let number = Int64(name)
        else { return nil }
        return RouteID(rawValue: number)
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> Key {
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.first == UInt8(ascii: "#"),
            let number = Int64(String(decoding: bytes.dropFirst(), as: UTF8.self))
        {
            return .id(RouteID(rawValue: number))
        }
        guard !looksLikePattern(bytes) else { return .pattern(text) }
        guard let index = bytes.firstIndex(of: UInt8(ascii: "/")) else {
            return .name(text, group: nil)
        }
        return .name(
            String(decoding: bytes[(index + 1)...], as: UTF8.self),
            group: String(decoding: bytes[..<index], as: UTF8.self))
    }

    private static func looksLikePattern(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        return "/(?*{:<".utf8.contains(first) || bytes.contains(UInt8(ascii: ":"))
            || bytes.count { $0 == UInt8(ascii: "/") } > 1
    }

    /// The reference as text.
    public var description: String {
        let prefix = namespace.map { "\($0):" } ?? ""
        switch key {
        case .id(let id): return "\(prefix)#\(id.rawValue)"
        case .name(let name, nil): return prefix + name
        case .name(let name, let group?): return "\(prefix)\(group)/\(name)"
        case .pattern(let text): return prefix + text
        }
    }
}

extension RouteReference: ExpressibleByStringLiteral {
    /// Reads a reference.
    public init(stringLiteral value: String) { self.init(value) }
}
