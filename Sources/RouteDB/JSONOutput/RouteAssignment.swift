package import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// A field of a route, or a member of one, with its new value: `target=shop.list`,
/// `labels.owner=growth`, or `group=` for none.
package struct RouteAssignment: Hashable, Sendable {
    let field: RouteField
    /// The key of a default value, requirement or label.
    let member: String?
    /// The new value; `nil` to remove it.
    let value: JSONValue?

    /// The fields that can be set, in the order in which their values are applied.
    static let fields = RouteField.columns.filter { $0 != .onDuplicate } + [RouteField.variants]
    private static let withMembers: [RouteField] = [.defaults, .requires, .labels]

    /// The names of the fields.
    package static let names = fields.map(\.name)

    /// Returns whether a word has the form of an assignment, which no pattern has: it begins with
    /// letters, and `=` or a dot comes next.
    package static func isWritten(in word: String) -> Bool {
        let name = word.utf8.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        guard !name.isEmpty, word.utf8.contains(UInt8(ascii: "=")) else { return false }
        return [UInt8(ascii: "="), UInt8(ascii: ".")].contains(word.utf8[name.endIndex])
    }

    /// Reads an assignment.
    package init(_ text: String) throws(RouteDBError) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw RouteDBError(
                .invalidValue, "\(text.excerpt) is not in the form 'field=value'.",
                hint: "The fields are \(Self.names.joined(separator: ", ")).")
        }
        let path = text[..<equals]
        let dot = path.utf8.firstIndex(of: UInt8(ascii: "."))
        let name = String(path[..<(dot ?? path.endIndex)])
        guard let field = Self.fields.first(where: { $0.name == name }) else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a field that can be set.",
                hint: NameSuggestion.didYouMean(name, among: Self.names)
                    ?? "The fields are \(Self.names.joined(separator: ", ")).")
        }
        member = dot.map { String(path[path.utf8.index(after: $0)...]) }
        guard member == nil || (member != "" && Self.withMembers.contains(field)) else {
            throw RouteDBError(
                .invalidValue, "The field '\(name)' has no member \((member ?? "").excerpt).",
                hint: "Those with members are"
                    + " \(Self.withMembers.map(\.name).joined(separator: ", ")).")
        }
        self.field = field
        let written = String(text[text.utf8.index(after: equals)...])
        let isText = field.form == .text || (field == .labels && member != nil)
        value =
            written.isEmpty
            ? JSONValue?.none : isText ? .string(written) : JSONValue(written: written)
    }

    /// Where to read the plan from, for one that is not JSON.
    package var planFile: String? {
        if field == .plan, case .string(let text)? = value { text } else { nil }
    }

    /// Returns the assignment with a value that was read from elsewhere.
    package func with(_ value: JSONValue) -> RouteAssignment {
        RouteAssignment(field: field, member: member, value: value)
    }

    private init(field: RouteField, member: String?, value: JSONValue?) {
        (self.field, self.member, self.value) = (field, member, value)
    }
}

extension JSONValue {
    /// Reads a value as people write it: JSON if it is that, else a text.
    package init(written text: String) { self = (try? JSONValue(parsing: text)) ?? .string(text) }
}
