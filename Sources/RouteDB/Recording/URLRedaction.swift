import RouteDBRouting

/// The edits that apply privacy rules to a URL.
struct URLRedaction {
    /// A range of the URL and the text to replace it with.
    private struct Edit {
        var range: Range<Int>
        var text: [UInt8]
    }

    /// The replacement for a dropped piece of the path or the host, which cannot be empty.
    private static let nothing = [UInt8(ascii: "-")]

    private let rules: PrivacyRules
    private let detail: PrivacyRules.Detail?
    private var edits: [Edit] = []
    /// True if a guarded name occurs anywhere in the URL; usually none does.
    private let holdsNames: Bool
    /// The texts that remain of each captured parameter, by segment; `nil` stands for all of it.
    private(set) var parameters: [String: [String?]] = [:]
    /// The parameters of which nothing remains.
    private(set) var droppedParameters: Set<String> = []
    /// The whole text that remains, if the rules permit rather than remove.
    private let permitted: [UInt8]?

    /// Applies rules to all pieces of a URL.
    init(
        _ pieces: URLPieces, of url: RawSpan, by rules: PrivacyRules,
        detail: PrivacyRules.Detail?
    ) {
        self.rules = rules
        self.detail = detail
        if rules.keepsOnlyNamed {
            let permission = URLPermission(pieces, of: url, by: rules, detail: detail)
            (permitted, holdsNames) = (permission.bytes, false)
            parameters = permission.parameters
            droppedParameters = permission.droppedParameters
            return
        }
        permitted = nil
        holdsNames = rules.guarded.occur(in: Array(url))
        for piece in pieces.pieces { apply(action(for: piece), to: piece, of: url) }
        dropUnread(pieces, of: url)
        let end =
            switch detail {
            case .path: pieces.pathEnd
            case .host: pieces.hostEnd
            default: url.byteCount
            }
        if end < url.byteCount {
            edits.removeAll { $0.range.lowerBound >= end }
            edits.append(Edit(range: end..<url.byteCount, text: []))
        }
        settle()
    }

    /// Appends what remains of the URL.
    func append(_ url: RawSpan, to bytes: inout [UInt8]) {
        if let permitted {
            bytes += permitted
            return
        }
        var start = 0
        for edit in edits {
            Self.append(url, start..<edit.range.lowerBound, to: &bytes)
            bytes.append(contentsOf: edit.text)
            start = edit.range.upperBound
        }
        Self.append(url, start..<url.byteCount, to: &bytes)
    }

    private static func append(_ url: RawSpan, _ range: Range<Int>, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: url.extracting(range))
    }

    // MARK: Deciding

    private func action(for piece: URLPiece) -> PrivacyRules.Action {
        var action: PrivacyRules.Action
        switch piece.place {
        case .userInfo, .removed: return .drop
        case .host, .capture: action = namedAction(of: piece) ?? rules.others
        // Segments with guarded names are found by URLGuarding, which can tell them from the host.
        case .segment: action = detail == nil ? rules.others : .keep
        case .value:
            action = detail == .keys ? .drop : namedAction(of: piece) ?? rules.others
        case .key:
            // A key that a rule names is not secret.
            let isNamed = piece.key.map { rules.action(named: $0) != nil } ?? false
            action = isNamed ? .keep : detail == .keys ? .drop : rules.others
        }
        if piece.continues, case .truncate = action { action = .drop }
        // Not even the beginning of the value may remain.
        if holdsNames, action != .hash, piece.place != .segment,
            rules.guarded.occurWithValue(in: Array(piece.text.utf8))
        {
            action = .drop
        }
        return action
    }

    private func namedAction(of piece: URLPiece) -> PrivacyRules.Action? {
        let ofParameter = piece.parameter.flatMap { rules.strictAction(named: $0) }
        let ofKey = piece.key.flatMap {
            holdsNames ? rules.strictAction(named: $0) : rules.action(named: $0)
        }
        guard let ofParameter, let ofKey else { return ofParameter ?? ofKey }
        return ofParameter.stricter(ofKey)
    }

    private mutating func apply(
        _ action: PrivacyRules.Action, to piece: URLPiece, of url: RawSpan
    ) {
        if let parameter = piece.parameter {
            if action == .drop { droppedParameters.insert(parameter) }
            parameters[parameter, default: []].append(rules.remainder(of: piece.text, by: action))
        }
        guard action != .keep else { return }
        for (index, range) in piece.ranges.enumerated() {
            var text: [UInt8] = []
            if index == 0 { text = replacement(of: range, by: action, piece, url) }
            edits.append(Edit(range: range, text: text))
        }
    }

    /// Drops the parts with a guarded name that are in no piece, or in a piece that was read
    /// differently.
    private mutating func dropUnread(_ pieces: URLPieces, of url: RawSpan) {
        guard holdsNames else { return }
        let edited = edits.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        let dropped = URLGuarding(url, pieces, rules, edited: edited).dropped
        for (range, isItem) in dropped {
            edits.append(Edit(range: range, text: isItem ? [] : Self.nothing))
            for piece in pieces.pieces where piece.ranges.contains(where: range.overlaps) {
                if let parameter = piece.parameter { droppedParameters.insert(parameter) }
            }
        }
    }

    private func replacement(
        of range: Range<Int>, by action: PrivacyRules.Action, _ piece: URLPiece, _ url: RawSpan
    ) -> [UInt8] {
        switch action {
        case .keep, .drop:
            switch piece.place {
            case .userInfo, .value, .key: return []
            case .host, .capture, .segment, .removed: return Self.nothing
            }
        case .hash: return Array((rules.remainder(of: piece.text, by: .hash) ?? "").utf8)
        case .truncate(let count):
            let end = url.writtenEnd(ofCharacters: count, in: range)
            return Array(url.extracting(range.lowerBound..<end))
        }
    }

    /// Sorts the edits and merges those that overlap, so that nothing of an overlap remains.
    private mutating func settle() {
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        var settled: [Edit] = []
        for edit in edits {
            guard let last = settled.last, edit.range.lowerBound < last.range.upperBound else {
                settled.append(edit)
                continue
            }
            let end = max(last.range.upperBound, edit.range.upperBound)
            let isSame =
                last.text == edit.text && (last.range == edit.range || last.text.isEmpty)
            settled[settled.count - 1] = Edit(
                range: last.range.lowerBound..<end, text: isSame ? last.text : Self.nothing)
        }
        edits = settled
    }
}

extension PrivacyRules {
    /// Returns what remains of a text after an action, or `nil` if it is unchanged.
    func remainder(of text: String, by action: Action) -> String? {
        switch action {
        case .keep: return nil
        case .drop: return ""
        case .hash: return hash?.text(for: text.utf8) ?? ""
        case .truncate(let count):
            return String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
        }
    }
}
