public import RouteDBRouting
public import RouteDBStorage

/// Differences that somebody has looked at and found right, as data that is kept beside the code.
///
/// An entry stands for a pair of routes with what they were when it was accepted, the outcomes
/// and the classes. It accepts hits with fewer of its classes, and none with another: a route that
/// leads elsewhere once more has to be looked at again.
public struct AcceptedChanges: Hashable, Sendable {
    /// One change.
    struct Entry: Hashable, Sendable {
        let classes: Set<ReplayClass>
        /// The outcomes and routes, as JSON.
        let change: [UInt8]
    }

    let entries: [Entry]

    /// Accepts all that a replay has seen.
    public init(_ report: ReplayReport) { entries = report.groups.map(\.entry) }

    /// Reads changes.
    ///
    /// - Parameter json: An object with `groups`, as ``text(of:)`` writes it, or a report of the
    ///   tool in JSON: what an entry has beside ``ReplayGroup/json`` is passed over.
    /// - Throws: `invalidValue` for the first entry that is none.
    public init(json: JSONValue) throws(RouteDBError) {
        guard case .object(let object) = json, case .array(let groups)? = object["groups"] else {
            throw Self.mistake("it is not an object with 'groups'")
        }
        var entries: [Entry] = []
        for (index, group) in groups.enumerated() {
            guard let entry = Entry(group) else {
                throw Self.mistake("group \(index + 1) does not say which change it is")
            }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// The changes of both lists.
    public func adding(_ other: AcceptedChanges) -> AcceptedChanges {
        AcceptedChanges(entries: entries + other.entries)
    }

    private init(entries: [Entry]) { self.entries = entries }

    /// The changes that a replay has seen, as JSON for a file that is kept beside code.
    ///
    /// - Parameter report: The report.
    /// - Returns: An object with `schema` and `groups`, one a line and without what differs from
    ///   day to day, numbers and times: in their order as bytes.
    public static func text(of report: ReplayReport) -> String {
        let lines = report.groups.map(\.json.description).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        return "{\"schema\":1,\"groups\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }

    /// The entries that accept a group.
    func indices(accepting group: ReplayGroup) -> [Int] {
        let wanted = group.entry
        return entries.indices.filter { index in
            entries[index].change == wanted.change
                && wanted.classes.isSubset(of: entries[index].classes)
        }
    }

    private static func mistake(_ message: String) -> RouteDBError {
        RouteDBError(
            .invalidValue, "Invalid accepted changes: \(message).",
            hint: "Use a file written by 'replay --write-accept' or 'replay --json'.")
    }
}

extension AcceptedChanges.Entry {
    fileprivate init?(_ json: JSONValue) {
        guard case .object(let object) = json, case .array(let names)? = object["classes"],
            !names.isEmpty
        else { return nil }
        var classes: Set<ReplayClass> = []
        for name in names {
            guard case .string(let name) = name, let kind = ReplayClass(rawValue: name) else {
                return nil
            }
            classes.insert(kind)
        }
        var change = JSONObject()
        for key in ReplayGroup.changeKeys {
            guard let value = object[key] else { return nil }
            change[key] = value
        }
        self.init(classes: classes, change: Array(change.description.utf8))
    }
}

extension ReplayGroup {
    fileprivate static let changeKeys = ["oldOutcome", "newOutcome", "old", "new"]

    /// What tells the group from others, in whatever registries: classes, outcomes, and the routes
    /// as ``ReplayRoute/json`` says.
    public var json: JSONObject {
        [
            "classes": .array(classes.map { .string($0.rawValue) }),
            "oldOutcome": .string(oldOutcome.rawValue),
            "newOutcome": .string(newOutcome.rawValue),
            "old": oldRoute.map { .object($0.json) } ?? .null,
            "new": newRoute.map { .object($0.json) } ?? .null,
        ]
    }

    fileprivate var entry: AcceptedChanges.Entry {
        var change = json
        change["classes"] = nil
        return AcceptedChanges.Entry(
            classes: Set(classes), change: Array(change.description.utf8))
    }
}
