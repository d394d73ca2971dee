import RouteDB
import RouteDBHistory
import RouteDBRouting

/// A condition on a field of hits: that its text is one of a few.
package struct FieldCondition: Hashable, Sendable {
    let field: HitField
    fileprivate var texts: Set<String>

    private static let words: [(name: String, field: HitField)] = [
        ("kind", .text(.kind)), ("status", .status), ("platform", .platform), ("bot", .bot),
        ("principal", .text(.principal)), ("referrer", .text(.referrer)),
    ]
    private static let keyed: [(prefix: String, field: @Sendable (String) -> HitField)] = [
        ("query:", { .query($0) }), ("context:", { .context($0) }),
    ]

    /// The names of the fields, for people.
    package static let names =
        "outcome, " + words.map(\.name).joined(separator: ", ") + ", query:KEY or context:KEY"

    /// Reads a condition such as `platform=ios` or `query:utm_source=mail`.
    private init(_ text: String) throws(RouteDBError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let keyed = Self.keyed.first {
            name.hasPrefix($0.prefix) && name.utf8.count > $0.prefix.utf8.count
        }
        let field =
            keyed.map { $0.field(String(name.dropFirst($0.prefix.count))) }
            ?? Self.words.first { $0.name == name }?.field
        guard parts.count == 2, let field else {
            throw RouteDBError(
                .invalidValue, "\(text.excerpt) is not a condition on a field of hits.",
                hint: NameSuggestion.didYouMean(name, among: Self.words.map(\.name) + ["outcome"])
                    ?? "Write FIELD=VALUE, where FIELD is \(Self.names).")
        }
        (self.field, texts) = (field, [String(parts[1])])
    }

    /// Reads conditions, which must all hold; of several on one field, one of them.
    static func all(_ texts: [String]) throws(RouteDBError) -> [FieldCondition] {
        var conditions: [FieldCondition] = []
        for text in texts {
            let condition = try FieldCondition(text)
            if let place = conditions.firstIndex(where: { $0.field == condition.field }) {
                conditions[place].texts.formUnion(condition.texts)
            } else {
                conditions.append(condition)
            }
        }
        return conditions
    }

    /// Returns the places of the hits in a segment that meet the condition, among some or all.
    func places(in segment: HitSegment, among places: [Int]?) throws -> [Int] {
        let all = places ?? Array(0..<segment.count)
        if let number = field.number {
            var known: [Int64: Bool] = [:]
            return all.filter { place in
                let value = segment.value(number, at: place)
                if let isWanted = known[value] { return isWanted }
                let isWanted = holds(field.text(ofNumber: value))
                known[value] = isWanted
                return isWanted
            }
        }
        if case .query(let name) = field {
            return try all.filter { place in
                guard let url = try unsafe segment.text(.url, at: place) else { return false }
                return holds(unsafe QueryItem.value(of: name, in: url.bytes))
            }
        }
        var numbers: [Int64] = []
        let names = try segment.names(text, into: &numbers)
        let isWanted = (0...names.count).map { number in
            number > 0 && holds(unsafe value(of: names[number]))
        }
        return all.filter { isWanted[Int(numbers[$0])] }
    }

    /// The text of hits that the field is in.
    private var text: HitText {
        if case .text(let text) = field { text } else { .attributes }
    }

    private func value(of text: UnsafeRawBufferPointer) -> String? {
        guard case .context(let name) = field else {
            return unsafe String(decoding: text, as: UTF8.self)
        }
        return HitField.text(
            ofContext: name, in: unsafe ResolutionRequest.Attributes(stored: text))
    }

    private func holds(_ text: String?) -> Bool { text.map(texts.contains) ?? false }
}
