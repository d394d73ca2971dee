package import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// A field of a route, or a member of one, with its new value: `target=shop.list`,
/// `labels.owner=growth`, or `group=` for none.
package struct RouteAssignment: Hashable, Sendable {
    private let field: RouteField
    /// The key of a default value, requirement or label.
    private let member: String?
    /// The new value; `nil` to remove it.
    private let value: JSONValue?

    /// The fields that can be set, in many routes at once: not the pattern, and what belongs to it.
    private static let fields = [RouteField.target] + RouteField.plain
    private static let withMembers: [RouteField] = [.defaults, .requires, .labels]

    /// The names of the fields.
    package static let names = fields.map(\.name)

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
        let json = isText ? nil : try? JSONValue(parsing: written)
        value = written.isEmpty ? JSONValue?.none : json ?? .string(written)
    }

    /// Returns the draft of a route with assignments.
    static func applied(
        _ assignments: [RouteAssignment], to draft: RouteDraft, _ route: RouteOutput
    ) throws(RouteDBError) -> RouteDraft {
        var (draft, object) = (draft, route.object)
        for assignment in assignments {
            object[assignment.field.name] = assignment.newValue(in: object)
            try assignment.set(&draft, to: object[assignment.field.name])
        }
        return draft
    }

    /// The value of the whole field; `nil` for none.
    private func newValue(in object: JSONObject) -> JSONValue? {
        guard let member else { return value }
        var members: JSONObject = [:]
        if case .object(let known)? = object[field.name] { members = known }
        members[member] = value
        return members.members.isEmpty ? JSONValue?.none : .object(members)
    }

    private func set(_ draft: inout RouteDraft, to value: JSONValue?) throws(RouteDBError) {
        do {
            try field.set(&draft, to: value ?? .null)
        } catch {
            throw RouteDBError(
                error.code, "The new value of '\(field.name)' is not valid: \(error.message)",
                hint: error.hint, underlying: error)
        }
    }
}
