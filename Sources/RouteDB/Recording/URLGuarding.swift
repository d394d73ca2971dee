import RouteDBRouting

/// Finds the parts of a URL that contain a guarded name and what may be its value, and that no
/// other rule has removed yet.
///
/// The pieces of a URL are what its namespace reads. This looks at the URL as written, so that
/// parts which nobody reads here, or which are read differently elsewhere, are not kept either. A
/// part that is not wholly understood is dropped as a whole: the value of an item (or the whole
/// item if its key contains a value), a segment, or the host. If that part ends inside quotes or
/// brackets, everything after it is dropped too, up to the end of the query, the fragment or the
/// path.
struct URLGuarding {
    private let pieces: URLPieces
    private let rules: PrivacyRules
    private let names: SensitiveNames
    /// The ranges that are already removed, in order.
    private let edited: [Range<Int>]
    /// The ranges to remove in addition.
    private(set) var dropped: [(range: Range<Int>, isItem: Bool)] = []

    /// Examines a URL.
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
        let text = remainder(of: section.range, url)
        // The ':' before a port introduces no value, and an IPv6 address has colons but no names.
        if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { return }
        let port = text.reversed().prefix { $0.isASCIIDigit }.count
        let end = text.count - port
        let hasPort = end > 0 && text[end - 1] == UInt8(ascii: ":")
        if names.occurWithValue(in: hasPort ? Array(text[..<(end - 1)]) : text) {
            dropped.append((section.range, false))
        }
    }

    private mutating func guardSegment(_ url: RawSpan, _ section: URLSection) {
        let written = bytes(section.range, url)
        guard names.occurWithValue(in: written) else { return }
        var range = section.range
        if range.lowerBound < pieces.hostEnd, range.upperBound > pieces.hostEnd {
            // Keep what is before the end of the host; drop the rest.
            range = pieces.hostEnd..<range.upperBound
        }
        let captures = pieces.taken.contains { $0.overlaps(range) } ? self.captures(in: range) : nil
        if SensitiveNames.isLeftOpen(written), captures?.isEmpty != true {
            dropped.append((range.lowerBound..<section.end, false))
        } else if !names.occurWithValue(in: remainder(of: section.range, url)) {
            return
        } else if let captures {
            // The literals of the pattern are not secret.
            dropped += captures.map { ($0, false) }
        } else {
            dropped.append((range, false))
        }
    }

    private mutating func guardItem(
        _ url: RawSpan, _ section: URLSection, _ key: Range<Int>, _ value: Range<Int>?
    ) {
        let keyText = remainder(of: key, url)
        if names.occurWithValue(in: keyText) {
            let end = SensitiveNames.isLeftOpen(remainder(of: section.range, url))
            dropped.append((key.lowerBound..<(end ? section.end : section.range.upperBound), true))
            return
        }
        guard let value else { return }
        let action = rules.action(named: pieces.key(key, of: url))
        let isKept = action == .keep
        let isGuarded = !isKept && (action != nil || names.occur(in: keyText))
        let written = bytes(value, url)
        if SensitiveNames.isLeftOpen(written), isGuarded || names.occurWithValue(in: written) {
            dropped.append((value.lowerBound..<section.end, true))
            return
        }
        // A range that is already removed ends the value that it was part of.
        let holdsValue = names.occurWithValue(
            in: remainder(of: value, url, gap: [UInt8(ascii: "&")]))
        if isGuarded || holdsValue, !remainder(of: value, url).isEmpty {
            dropped.append((value, true))
        }
    }

    /// Returns the ranges of the pattern's captures that overlap a range.
    private func captures(in range: Range<Int>) -> [Range<Int>] {
        pieces.pieces.flatMap { piece in
            piece.place == .capture ? piece.ranges.filter { $0.overlaps(range) } : []
        }
    }

    /// Returns the bytes of a range that are not removed yet, with `gap` in place of each removed
    /// part.
    private func remainder(
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
        Array(url.extracting(range))
    }
}
