import RouteDBRouting

/// Writes only what rules permit of a URL, for rules that keep nothing but what they name.
///
/// The URL is put together anew, so that what nobody has foreseen is left out:
///
/// 1. A scheme of the web or of a matched URL stays, and a host that is written plainly.
/// 2. Of a matched path the literals stay, and what is captured by a name that the rules have or by a
///    type of few values. Each other segment becomes `-`.
/// 3. Of the query and the fragment the items stay whose keys the rules name, and those that the
///    pattern reads: with their values if they are permitted or equal a literal, else without.
/// 4. A permitted value stays if it is plain text, so that no other value can be inside it.
struct URLPermission {
    /// A range of the path or the host, and the text that takes its place.
    private struct Edit {
        let range: Range<Int>
        let text: [UInt8]
    }

    /// The replacement for a segment or host, which cannot be empty.
    private static let nothing = [UInt8(ascii: "-")]

    private let rules: PrivacyRules
    private let pieces: URLPieces
    private let parts: URLParts
    private let detail: PrivacyRules.Detail?
    /// The edits of the host and the path, in order.
    private var edits: [Edit] = []
    /// The URL as far as it is permitted.
    private(set) var bytes: [UInt8] = []
    /// The texts that remain of each captured parameter, as in ``URLRedaction``.
    private(set) var parameters: [String: [String?]] = [:]
    /// The parameters of which nothing remains.
    private(set) var droppedParameters: Set<String> = []

    /// Applies rules to a URL.
    init(
        _ pieces: URLPieces, of url: RawSpan, by rules: PrivacyRules,
        detail: PrivacyRules.Detail?
    ) {
        (self.pieces, self.rules, self.detail) = (pieces, rules, detail)
        parts = URLParts(url, policies: pieces.policies)
        for piece in pieces.pieces { apply(action(for: piece, url), to: piece, url) }
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        guard writeScheme(url) else {
            bytes = Self.nothing
            return
        }
        writeAuthority(url)
        guard detail != .host else { return }
        write(parts.path, of: url)
        guard detail != .path else { return }
        writeItems(of: parts.query, url, after: UInt8(ascii: "?"))
        writeFragment(url)
    }

    // MARK: Deciding

    private func action(for piece: URLPiece, _ url: RawSpan) -> PrivacyRules.Action {
        switch piece.place {
        case .userInfo, .removed: return .drop
        case .segment:
            return detail != nil && isPlain(piece, url) ? .keep : .drop
        case .host, .capture, .value, .key: break
        }
        guard let action = namedAction(of: piece) else { return piece.isClosed ? .keep : .drop }
        if action == .hash { return .hash }
        if piece.continues, case .truncate = action { return .drop }
        return piece.isClosed || isPlain(piece, url) ? action : .drop
    }

    /// The action of the rules with exactly the names of a piece.
    private func namedAction(of piece: URLPiece) -> PrivacyRules.Action? {
        let ofParameter = piece.parameter.flatMap { rules.named[$0] }
        let ofKey = piece.key.flatMap { rules.named[$0] }
        guard let ofParameter, let ofKey else { return ofParameter ?? ofKey }
        return ofParameter.stricter(ofKey)
    }

    private func isPlain(_ piece: URLPiece, _ url: RawSpan) -> Bool {
        piece.ranges.allSatisfy { range in
            let written = Array(url.extracting(range))
            return PlainValue.isPlain(written.percentDecoded ?? written)
        }
    }

    private mutating func apply(
        _ action: PrivacyRules.Action, to piece: URLPiece, _ url: RawSpan
    ) {
        if let parameter = piece.parameter {
            if action == .drop { droppedParameters.insert(parameter) }
            parameters[parameter, default: []].append(rules.remainder(of: piece.text, by: action))
        }
        switch piece.place {
        case .value, .key: return
        case .userInfo, .removed, .host, .capture, .segment: break
        }
        guard action != .keep else { return }
        for (index, range) in piece.ranges.enumerated() {
            let text = index == 0 ? remainder(of: range, by: action, piece, url) : []
            let isKept = !text.isEmpty || index > 0 || piece.place == .userInfo
            edits.append(Edit(range: range, text: isKept ? text : Self.nothing))
        }
    }

    private func remainder(
        of range: Range<Int>, by action: PrivacyRules.Action, _ piece: URLPiece, _ url: RawSpan
    ) -> [UInt8] {
        switch action {
        case .keep: return Array(url.extracting(range))
        case .drop: return []
        case .hash: return Array((rules.remainder(of: piece.text, by: .hash) ?? "").utf8)
        case .truncate(let count):
            let end = url.writtenEnd(ofCharacters: count, in: range)
            return Array(url.extracting(range.lowerBound..<end))
        }
    }

    // MARK: Writing

    /// Writes the scheme; returns false if nothing of the URL can be kept without it.
    private mutating func writeScheme(_ url: RawSpan) -> Bool {
        guard !parts.scheme.isEmpty else { return true }
        let scheme = Array(url.extracting(parts.scheme))
        let isKnown = pieces.isMatched || detail != nil
        guard isKnown || WebSchemes.contains(scheme.map(\.asciiLowercased)) else { return false }
        bytes += scheme + [UInt8(ascii: ":")]
        return true
    }

    private mutating func writeAuthority(_ url: RawSpan) {
        guard let authority = parts.authority else { return }
        bytes += Array("//".utf8)
        let start = bytes.count
        write(authority, of: url)
        if !bytes[start...].allSatisfy(PlainValue.isOfHost) {
            bytes.replaceSubrange(start..., with: Self.nothing)
        }
    }

    /// Writes a range of the host or the path with the edits in it.
    private mutating func write(_ range: Range<Int>, of url: RawSpan) {
        var start = range.lowerBound
        for edit in edits where edit.range.overlaps(range) {
            if start < edit.range.lowerBound {
                bytes += Array(url.extracting(start..<edit.range.lowerBound))
            }
            if start < edit.range.upperBound { bytes += edit.text }
            start = max(start, edit.range.upperBound)
        }
        if start < range.upperBound { bytes += Array(url.extracting(start..<range.upperBound)) }
    }

    /// Writes the permitted items of a range, behind a mark if there are any.
    private mutating func writeItems(of range: Range<Int>?, _ url: RawSpan, after mark: UInt8?) {
        guard let range else { return }
        var separator = mark
        for piece in pieces.pieces {
            guard let key = piece.keyRange, range.contains(key.lowerBound),
                let name = piece.key, let value = piece.ranges.first,
                rules.named[name] != nil || piece.parameter != nil || piece.isClosed
                    || pieces.keys.contains(name)
            else { continue }
            if let separator { bytes.append(separator) }
            bytes += Array(url.extracting(key))
            separator = UInt8(ascii: "&")
            guard piece.place == .value else { continue }
            bytes.append(UInt8(ascii: "="))
            bytes += remainder(of: value, by: action(for: piece, url), piece, url)
        }
    }

    /// Writes the part of the fragment that the pattern matched, and the permitted items of the rest.
    private mutating func writeFragment(_ url: RawSpan) {
        guard let fragment = parts.fragment else { return }
        let mark = UInt8(ascii: "#")
        guard let matched = pieces.taken.dropFirst().first else {
            return writeItems(of: fragment, url, after: mark)
        }
        let text = matched.clamped(to: fragment)
        bytes.append(mark)
        write(text, of: url)
        let rest = text.upperBound..<fragment.upperBound
        writeItems(of: rest, url, after: text.isEmpty ? nil : UInt8(ascii: "?"))
    }
}

/// Tells text that is no more than a value from text that may have other values in it.
enum PlainValue {
    /// Returns whether a text, decoded once, has only letters, digits and marks that separate nothing.
    ///
    /// What is still encoded, or is not UTF-8, is not plain.
    static func isPlain(_ decoded: [UInt8]) -> Bool {
        String(decoding: decoded, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII { return isPlainASCII(UInt8(truncatingIfNeeded: scalar.value)) }
            return switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber:
                true
            default: false
            }
        }
    }

    /// Returns whether a byte may be in a host with an optional port, or in an IPv6 address.
    static func isOfHost(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._:[]".utf8.contains(byte)
    }

    private static func isPlainASCII(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || " !*+,-./@_~".utf8.contains(byte)
    }
}
