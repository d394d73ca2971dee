/// The URL of a redirect, with the places of its values.
///
/// A value never decides where a redirect leads beyond the place it stands in: it is percent-encoded
/// there, the host of a web address does not end with one, a path does not begin with `//`, and no
/// segment becomes `.` or `..`.
package struct RedirectTemplate: Hashable, Sendable {
    /// A part of a URL, in their order.
    package enum Part: Int, Comparable, Sendable {
        case authority, path, query, fragment

        package static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
    }

    /// A piece of the URL, and the part that it stands in.
    package enum Piece: Hashable, Sendable {
        case text(String, Part)
        case value(String, Part)
    }

    /// A value to fill in.
    package struct Value: Hashable, Sendable {
        package let text: String
        /// True if the value is the text of several segments, as ``RestText`` describes it.
        package let isPath: Bool

        package init(_ text: String, isPath: Bool = false) {
            self.text = text
            self.isPath = isPath
        }
    }

    /// The longest URL, in bytes.
    package static let limit = 2_048

    /// The pieces; no two texts of one part are adjacent.
    package private(set) var pieces: [Piece] = []
    /// The scheme with its `://`; empty for a path.
    package let scheme: String

    /// Reads a URL with places.
    package init(_ text: String) throws(RedirectError) {
        let bytes = Array(text.utf8)
        guard (1...Self.limit).contains(bytes.count) else {
            throw RedirectError(
                message: "The URL of the redirect has \(bytes.count) bytes.",
                hint: "Use 1 to \(Self.limit).")
        }
        for (offset, byte) in bytes.enumerated()
        where byte >= 0x80 || ASCIISet.outsideURLs.contains(byte) {
            throw RedirectError(
                message: "The redirect to '\(PlainText.shown(text))' has a character at byte"
                    + " \(offset) that a URL does not have.", hint: "Percent-encode it.")
        }
        scheme = Self.scheme(of: bytes)
        guard !scheme.isEmpty || (bytes[0] == UInt8(ascii: "/") && !bytes.starts(with: "//".utf8))
        else {
            throw RedirectError(
                message: "'\(text)' is neither a path nor a whole URL.",
                hint: "Begin it with one '/', or with a scheme and '://', such as https://.")
        }
        try read(bytes[scheme.utf8.count...], of: text)
        try checkAuthority(text)
    }

    /// The names of the values, each once.
    package var names: [String] {
        var names: [String] = []
        for case .value(let name, _) in pieces where !names.contains(name) { names.append(name) }
        return names
    }

    /// The names of the values in the host.
    package var namesInHost: Set<String> {
        Set(
            pieces.compactMap { piece -> String? in
                if case .value(let name, .authority) = piece { name } else { nil }
            })
    }

    /// Returns whether the URL has a part.
    package func has(_ part: Part) -> Bool {
        pieces.contains { piece in
            switch piece {
            case .text(_, part), .value(_, part): true
            default: false
            }
        }
    }

    // MARK: Reading

    /// The scheme with its `://`, or nothing.
    private static func scheme(of bytes: [UInt8]) -> String {
        let name = bytes.prefix { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
        guard let first = name.first, first.isASCIILetter,
            bytes[name.count...].starts(with: "://".utf8)
        else { return "" }
        return String(decoding: bytes[..<(name.count + 3)], as: UTF8.self)
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>, of text: String) throws(RedirectError) {
        var part = scheme.isEmpty ? Part.path : .authority
        var literal: [UInt8] = []
        func flush(_ pieces: inout [Piece]) {
            if !literal.isEmpty {
                pieces.append(.text(String(decoding: literal, as: UTF8.self), part))
            }
            literal = []
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "{"):
                guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")), end > index + 1
                else { throw Self.stray(text, at: index) }
                let name = bytes[(index + 1)..<end]
                guard !name.contains(byte) else { throw Self.stray(text, at: index) }
                flush(&pieces)
                pieces.append(.value(String(decoding: name, as: UTF8.self), part))
                index = end + 1
                continue
            case UInt8(ascii: "}"): throw Self.stray(text, at: index)
            default: break
            }
            let next: Part? =
                switch byte {
                case UInt8(ascii: "/") where part == .authority: .path
                case UInt8(ascii: "?") where part < .query: .query
                case UInt8(ascii: "#") where part < .fragment: .fragment
                default: nil
                }
            if let next {
                flush(&pieces)
                part = next
            }
            literal.append(byte)
            index += 1
        }
        flush(&pieces)
    }

    private static func stray(_ text: String, at offset: Int) -> RedirectError {
        RedirectError(
            message: "'\(text)' has a brace at byte \(offset) that is no '{name}'.",
            hint: "Write {name} for a value, and %7B and %7D for braces.")
    }

    /// Refuses an authority that a value could turn into any other.
    private func checkAuthority(_ text: String) throws(RedirectError) {
        guard !scheme.isEmpty else { return }
        let authority = pieces.filter { piece in
            switch piece {
            case .text(_, .authority), .value(_, .authority): true
            default: false
            }
        }
        let isWeb = ["http://", "https://"].contains(scheme.lowercased())
        for case .text(let part, _) in authority where part.utf8.contains(UInt8(ascii: "@")) {
            throw RedirectError(
                message: "'\(text)' has a user before its host.", hint: "Remove it.")
        }
        guard isWeb else { return }
        switch authority.last {
        case nil:
            throw RedirectError(message: "'\(text)' has no host.", hint: "Name the host.")
        case .value?:
            throw RedirectError(
                message: "The host of '\(text)' ends with a value, so that whoever makes a link"
                    + " could redirect to any host.",
                hint: "End the host with text, as in https://{shop}.example.com/.")
        case .text?: break
        }
    }

    // MARK: Filling

    /// The URL with values filled in.
    package func filled(
        query: [(key: String, text: String)] = [], _ values: (String) -> Value?
    ) -> String? {
        var bytes = Array(scheme.utf8)
        var isQueryAdded = false
        for piece in pieces {
            let part: Part =
                switch piece {
                case .text(_, let part), .value(_, let part): part
                }
            if part == .fragment, !isQueryAdded {
                Self.join(query, to: &bytes)
                isQueryAdded = true
            }
            switch piece {
            case .text(let text, _): bytes += Array(text.utf8)
            case .value(let name, _):
                guard let value = values(name), Self.append(value, in: part, to: &bytes) else {
                    return nil
                }
            }
        }
        if !isQueryAdded { Self.join(query, to: &bytes) }
        guard staysInPlace(bytes) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds items to a URL without a fragment, but for those whose keys it has.
    private static func join(_ query: [(key: String, text: String)], to bytes: inout [UInt8]) {
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        if let mark, mark == bytes.count - 1 { return }
        let own = bytes[(mark.map { $0 + 1 } ?? bytes.count)...]
        let keys = Set(
            own.split(separator: UInt8(ascii: "&")).map { item in
                let key = String(
                    decoding: item.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
                return PercentCoding.decoded(key) ?? key
            })
        var isFirst = mark == nil
        for item in query where !keys.contains(item.key) {
            bytes.append(isFirst ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            bytes += Array(item.text.utf8)
            isFirst = false
        }
    }

    /// Returns whether values that are empty or dots have made of the path another host, or a way out of it.
    private func staysInPlace(_ bytes: [UInt8]) -> Bool {
        guard pieces.contains(where: { if case .value(_, .path) = $0 { true } else { false } })
        else { return true }
        var path = bytes.dropFirst(scheme.utf8.count).prefix { !"?#".utf8.contains($0) }
        if scheme.isEmpty {
            if path.starts(with: "//".utf8) { return false }
        } else {
            path = path.drop { $0 != UInt8(ascii: "/") }
        }
        let written = pieces.reduce(into: [UInt8]()) { written, piece in
            switch piece {
            case .text(let text, .path): written += Array(text.utf8)
            case .value(_, .path): written.append(UInt8(ascii: "x"))
            default: break
            }
        }
        return Self.dotSegments(of: path) == Self.dotSegments(of: written[...])
    }

    /// How many segments of a path are `.` or `..`, encoded or not, also beside an encoded slash.
    private static func dotSegments(of path: ArraySlice<UInt8>) -> Int {
        let written = Array(path)
        var decoded: [UInt8] = []
        var offset = 0
        while offset < written.count {
            let (byte, next) = PercentCoding.byte(
                written.span.bytes, at: offset, to: written.count)
            decoded.append(byte)
            offset = next
        }
        return decoded.split(separator: UInt8(ascii: "/")).count { segment in
            segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }

    /// Appends a value as it is written in a part.
    private static func append(_ value: Value, in part: Part, to bytes: inout [UInt8]) -> Bool {
        switch part {
        case .authority:
            let text = value.text.utf8
            guard !text.isEmpty, text.allSatisfy({ $0.isUnreserved }) else { return false }
            bytes += Array(text)
        case .path:
            var segments = [value.text]
            if value.isPath {
                var texts = value.text.utf8.split(
                    separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                // A path that begins with '//' would name a host.
                if bytes.last == UInt8(ascii: "/") {
                    texts = Array(texts.drop(while: \.isEmpty))
                }
                segments = texts.map { RestText.segment(String(Substring($0))) }
            }
            for (number, segment) in segments.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: "/")) }
                PercentCoding.encode(segment.utf8, keeping: "!$&'()*+,;=:@", into: &bytes)
            }
        case .query, .fragment:
            PercentCoding.encode(value.text.utf8, keeping: "", into: &bytes)
        }
        return true
    }
}

extension JSONValue {
    /// The value as a redirect writes it; `nil` for lists, objects and null.
    package var redirectText: String? {
        switch self {
        case .string(let text): text
        case .int, .double, .bool: description
        case .null, .array, .object: nil
        }
    }
}
