package import RouteDBDatabase
import RouteDBRouting

extension RegistryEditor {
    /// The numbers of the revisions that a revert takes back.
    package func revisions(
        from first: RevisionReference, through last: RevisionReference?
    ) throws(RouteDBError) -> ClosedRange<Int64> {
        try perform { () throws(RouteDBError) in
            let records = RevisionRecords(database: live.database)
            let lower = try records.find(first).number
            let upper =
                try last.map { (reference) throws(RouteDBError) in
                    try records.find(reference).number
                } ?? lower
            guard lower <= upper else {
                throw RouteDBError(
                    .invalidValue, "Revision \(upper) is before revision \(lower).",
                    hint: "Name the earlier revision first.")
            }
            guard lower > 1 else {
                throw RouteDBError(
                    .invalidValue, "Revision 1 created the registry, and cannot be taken back.",
                    hint: "Take back later revisions, or remove what is not wanted.")
            }
            return lower...upper
        }
    }

    /// The changes that take back what revisions changed.
    package func changes(
        undoing revisions: ClosedRange<Int64>
    ) throws(RouteDBError) -> OtherChanges {
        try perform { () throws(RouteDBError) in
            let rows = ItemRows(live.database)
            var changes: [OtherChanges.Change] = []
            for kind in ItemRows.kinds {
                for (key, before, after) in try rows.changed(kind, by: revisions)
                where before?.values != after?.values {
                    changes.append(.init(key: key, base: after?.values, theirs: before?.values))
                }
            }
            return OtherChanges(changes, besides: .revision(revisions.lowerBound - 1))
        }
    }

    /// Merges what another side changed since a base, and keeps what this side changed; a conflict
    /// without a side counts as kept.
    package func merge(
        _ other: OtherChanges,
        choosing choose: @escaping (MergeConflict) throws(RouteDBError) -> MergeSide?
    ) throws(RouteDBError) {
        try perform { () throws(RouteDBError) in
            let merge = try ItemMerge(of: other, with: self, choosing: choose)
            guard !merge.changes.isEmpty else { return }
            try merge.write(in: try makeRevision())
            live.forgetNamespaces()
            live.forgetConverters()
        }
    }
}
