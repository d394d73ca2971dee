public import RouteDBDatabase
public import RouteDBRouting

/// Differences of a replay that have been reviewed and accepted, as data to keep with the code.
///
/// An entry identifies a pair of routes, as they were when it was accepted, with the outcomes and
/// the classes of difference. It also accepts hits that have only some of its classes, but none
/// with a further class: a route whose target changes again must be reviewed again.
public struct AcceptedChanges: Hashable, Sendable {
    /// One accepted change.
    struct Entry: Hashable, Sendable {
        let classes: Set<ReplayClass>
        /// The outcomes and routes, as JSON text.
        let change: [UInt8]
    }

    let entries: [Entry]

    /// Accepts every difference in a report.
    public init(_ report: ReplayReport) { entries = report.groups.map(\.entry) }

    /// Reads accepted changes from JSON.
    ///
    /// - Parameter json: An object with `groups`, as ``text(of:)`` writes it, or a JSON report of
    ///   the tool. Members of a group beyond those of ``ReplayGroup/json`` are ignored.
    /// - Throws: `invalidValue` for the first entry that is invalid.
    public init(json: JSONValue) throws(RouteDBError) {
        guard case .object(let object) = json, case .array(let groups)? = object["groups"] else {
            throw Self.mistake("it is not an object with 'groups'")
        }
        var entries: [Entry] = []
        for (index, group) in groups.enumerated() {
            guard let entry = Entry(group) else {
                throw Self.mistake("group \(index + 1) lacks classes, outcomes or routes")
            }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// Returns the changes of both lists.
    public func adding(_ other: AcceptedChanges) -> AcceptedChanges {
        AcceptedChanges(entries: entries + other.entries)
    }

    private init(entries: [Entry]) { self.entries = entries }

    /// Returns the differences of a report as JSON text, to be stored in a file with the code.
    ///
    /// - Parameter report: The report whose differences are accepted.
    /// - Returns: An object with `schema` and `groups`, one group a line and sorted by bytes.
    ///   Counts and times, which vary from day to day, are left out, so that the file changes only
    ///   with the differences.
    public static func text(of report: ReplayReport) -> String {
        let lines = report.groups.map(\.json.description).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        return "{\"schema\":1,\"groups\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }

    /// Returns the indices of the entries that accept a group.
    package func indices(accepting group: ReplayGroup) -> [Int] {
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
    /// The keys of the outcomes and routes.
    package static let changeKeys = ["oldOutcome", "newOutcome", "old", "new"]

    /// The identity of the group in any pair of registries, as JSON: the classes, the outcomes, and the
    /// routes as in ``ReplayRoute/json``.
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
