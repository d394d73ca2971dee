package import RouteDBRouting
import RouteDBStorage

/// How a conflict is told: by revisions and later edits in a revert, by sides in a merge.
package enum MergeWords: Sendable {
    case reverting(ClosedRange<Int64>)
    case merging

    /// The most items that a reason lists.
    private static let listed = 3

    /// The revisions that are taken back; `nil` in a merge.
    package var revisions: ClosedRange<Int64>? {
        if case .reverting(let revisions) = self { revisions } else { nil }
    }

    /// The word for what becomes of an item whose other side is taken.
    package var taken: String {
        switch self {
        case .reverting: "taken back"
        case .merging: "taken"
        }
    }

    /// How to decide about an item that this side removed.
    var removedHint: String {
        switch self {
        case .reverting: "Keep it, or revert the revision that removed it first."
        case .merging: "Keep it, or revert the revision that removed it here first."
        }
    }

    /// The keys of the values of a field in JSON: on the other side, in the base, and now.
    var keys: (theirs: String, base: String, now: String) {
        switch self {
        case .reverting: ("before", "after", "now")
        case .merging: ("theirs", "base", "ours")
        }
    }

    /// A cause as a word and as a part of a sentence.
    func cause(
        _ cause: MergeConflict.Cause, label: (MergedItem) -> String
    ) -> (word: String, reason: String) {
        let isMerge = if case .merging = self { true } else { false }
        return switch cause {
        case .changed: ("changed", isMerge ? "changed on both sides" : "changed since")
        case .removed: ("removed", isMerge ? "removed here" : "removed since")
        case .used(let items):
            ("used", "has \(Self.list(items, label)), added \(isMerge ? "here" : "since")")
        case .needed(let item): ("needed", "needed by \(label(item))")
        case .missing(let item): ("missing", "needs \(label(item)), which is gone")
        case .taken(let item): ("taken", "clashes with \(label(item))")
        case .cycle: ("cycle", "the fallbacks would form a cycle")
        case .invalid(let message):
            (
                "invalid",
                "invalid together with \(isMerge ? "this side" : "later edits"):"
                    + " \(message.withoutFullStop)"
            )
        }
    }

    private static func list(_ items: [MergedItem], _ label: (MergedItem) -> String) -> String {
        let shown = items.prefix(listed).map(label).joined(separator: ", ")
        return items.count > listed ? "\(shown) and \(items.count - listed) more" : shown
    }

    /// The values of the fields of a conflict, a line each.
    package func lines(of conflict: RegistryMerge.Conflict) -> [String] {
        conflict.change.fields.map { field in
            let texts = [field.new, conflict.base[field.name], field.old].map {
                $0?.description ?? "unset"
            }
            return switch self {
            case .reverting(let revisions):
                "\(field.name): \(texts[0]) before @\(revisions.lowerBound), \(texts[1]) after"
                    + " @\(revisions.upperBound), \(texts[2]) now"
            case .merging:
                "\(field.name): \(texts[2]) here, \(texts[0]) there, \(texts[1]) in the base"
            }
        }
    }

    /// Returns a conflict as JSON, with hits as those of changes.
    package func object(
        of conflict: RegistryMerge.Conflict, hits: RouteTraffic.Count?? = nil
    ) -> JSONObject {
        let change = conflict.change
        var object: JSONObject = [
            "kind": .string(change.kind.rawValue), "id": change.id.map(JSONValue.int) ?? .null,
            "label": .string(change.label), "cause": .string(conflict.cause),
            "reason": .string(conflict.reason), "canBeTaken": .bool(conflict.canBeTaken),
            "side": conflict.side.map { .string($0.rawValue) } ?? .null,
        ]
        object["hits"] = hits.map { $0?.recent.map(JSONValue.int) ?? .null }
        object["hitsEver"] = hits.map { $0?.ever.map(JSONValue.int) ?? .null }
        object["fields"] = .array(
            change.fields.map { field in
                [
                    "name": .string(field.name), keys.theirs: field.new ?? .null,
                    keys.base: conflict.base[field.name] ?? .null, keys.now: field.old ?? .null,
                ]
            })
        return object
    }
}

extension RouteTraffic {
    /// Returns the hits of the routes that conflicts are about, also of those that are gone.
    package func hits(
        of conflicts: [RegistryMerge.Conflict], in snapshot: RegistrySnapshot
    ) -> [Count?] {
        let counts = hits(of: conflicts.map(\.change), in: snapshot)
        return zip(conflicts, counts).map { conflict, count in
            if case .route(let id)? = conflict.change.scope { hits(of: id) } else { count }
        }
    }
}

extension String {
    /// The text without the full stop at its end.
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
