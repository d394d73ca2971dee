import RouteDBRouting

/// An item that a merge is about, identified as differences pair items.
package struct MergedItem: Hashable, Sendable {
    /// The name of the table.
    package let table: String
    /// The id of the item, or of the namespace or route that it belongs to.
    package let number: Int64
    /// The texts that identify it beside the number, as UTF-8.
    package let texts: [[UInt8]]

    package init(table: String, number: Int64, texts: [[UInt8]] = []) {
        (self.table, self.number, self.texts) = (table, number, texts)
    }
}

/// A reason why an item cannot just become what the other side made of it.
package struct MergeConflict: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// Both sides changed the same fields, or added it with different ones.
        case changed
        /// This side removed it.
        case removed
        /// This side added items that belong to it and would go with it.
        case used([MergedItem])
        /// An item that stays needs it: one that refers to it, or one in it that is older or kept.
        case needed(MergedItem)
        /// The item needs another one that this side removed.
        case missing(MergedItem)
        /// Another item has its name, binding, pattern or content now.
        case taken(MergedItem)
        /// The fallbacks of namespaces would form a cycle.
        case cycle
        /// The fields of both sides break a rule together.
        case invalid(String)
    }

    package let item: MergedItem
    package let cause: Cause

    /// True if the other side can be taken all the same.
    package var canBeTaken: Bool {
        switch cause {
        case .changed, .used: true
        // It would come back without its rules and the rest that was removed with it.
        case .removed: ![RouteNamespace.table.name, RouteRecord.table.name].contains(item.table)
        case .needed, .missing, .taken, .cycle, .invalid: false
        }
    }
}

/// A side of a conflict.
package enum MergeSide: Hashable, Sendable {
    /// The item keeps what this side made of it.
    case keep
    /// The item becomes what the other side made of it, and what this side did is lost.
    case take
}
