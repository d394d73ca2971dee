import RouteDBRouting

/// Takes from a URL the parts that hold a guarded name with something that may be its value, and
/// that nobody has taken away by then.
///
/// The pieces of a URL are what its namespace reads. This looks at the URL as written, so that
/// what is read by nobody here, or in another way elsewhere, is not kept either. A part that is not
/// wholly understood goes as a whole: the value of an item, or the item if its key tells a value
/// too, a segment, the host; with all behind it up to the end of the query, the fragment or the
/// path, if it ends within quotes or brackets.
struct URLGuarding {
    private let pieces: URLPieces
    private let rules: PrivacyRules
    private let names: GuardedNames
    /// What is taken away already, in order.
    private let edited: [Range<Int>]
    /// What has to go too.
    private(set) var dropped: [(range: Range<Int>, isItem: Bool)] = []

    /// Looks at a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - pieces: Its pieces.
    ///   - rules: The rules.
    ///   - edited: What is taken away already.
    init(
        _ url: RawSpan, _ pieces: URLPieces, _ rules: PrivacyRules, edited: [Range<Int>]
    ) {
        self.pieces = pieces
        self.rules = rules
        names = rules.guarded
        self.edited = edited
        for section in pieces.sections(of: url) {
            switch section.kind {
            case .authority: guardAuthority(url, section)
            case .segment: guardSegment(url, section)
            case .item(let key, let value): guardItem(url, section, key, value)
            }
        }
    }

    private mutating func guardAuthority(_ url: RawSpan, _ section: URLSection) {
        let text = left(of: section.range, url)
        // The mark before a port is none, and an address has such marks and no names.
        if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { return }
        let port = text.reversed().prefix { $0.isASCIIDigit }.count
        let end = text.count - port
        let hasPort = end > 0 && text[end - 1] == UInt8(ascii: ":")
        if names.haveValue(in: hasPort ? Array(text[..<(end - 1)]) : text) {
            dropped.append((section.range, false))
        }
    }

    private mutating func guardSegment(_ url: RawSpan, _ section: URLSection) {
        let written = bytes(section.range, url)
        guard names.haveValue(in: written) else { return }
        var range = section.range
        if range.lowerBound < pieces.hostEnd, range.upperBound > pieces.hostEnd {
            // The scheme stays; what is behind it goes.
            range = pieces.hostEnd..<range.upperBound
        }
        let captures = pieces.taken.contains { $0.overlaps(range) } ? self.captures(in: range) : nil
        if GuardedNames.isLeftOpen(written), captures?.isEmpty != true {
            dropped.append((range.lowerBound..<section.end, false))
        } else if !names.haveValue(in: left(of: section.range, url)) {
            return
        } else if let captures {
            // What the pattern says itself is no secret.
            dropped += captures.map { ($0, false) }
        } else {
            dropped.append((range, false))
        }
    }

    private mutating func guardItem(
        _ url: RawSpan, _ section: URLSection, _ key: Range<Int>, _ value: Range<Int>?
    ) {
        let keyText = left(of: key, url)
        if names.haveValue(in: keyText) {
            let end = GuardedNames.isLeftOpen(left(of: section.range, url))
            dropped.append((key.lowerBound..<(end ? section.end : section.range.upperBound), true))
            return
        }
        guard let value else { return }
        let action = rules.action(named: pieces.key(key, of: url))
        let isKept = action == .keep
        let isGuarded = !isKept && (action != nil || names.occur(in: keyText))
        let written = bytes(value, url)
        if GuardedNames.isLeftOpen(written), isGuarded || names.haveValue(in: written) {
            dropped.append((value.lowerBound..<section.end, true))
            return
        }
        // What is taken away already ends the value that it was a part of.
        let holdsValue = names.haveValue(in: left(of: value, url, gap: [UInt8(ascii: "&")]))
        if isGuarded || holdsValue, !left(of: value, url).isEmpty {
            dropped.append((value, true))
        }
    }

    /// Where captures of the pattern are written, within a range.
    private func captures(in range: Range<Int>) -> [Range<Int>] {
        pieces.pieces.flatMap { piece in
            piece.place == .capture ? piece.ranges.filter { $0.overlaps(range) } : []
        }
    }

    /// The bytes of a range that are not taken away yet, with a text in each place of the others.
    private func left(
        of range: Range<Int>, _ url: RawSpan, gap: [UInt8] = []
    ) -> [UInt8] {
        var left: [UInt8] = []
        var start = range.lowerBound
        for edit in edited where edit.overlaps(range) {
            if start < edit.lowerBound { left += bytes(start..<edit.lowerBound, url) }
            left += gap
            start = max(start, edit.upperBound)
        }
        if start < range.upperBound { left += bytes(start..<range.upperBound, url) }
        return left
    }

    private func bytes(_ range: Range<Int>, _ url: RawSpan) -> [UInt8] {
        url.extracting(range).withUnsafeBytes { unsafe Array($0) }
    }
}
