/// The outcome of recovering a damaged file.
package struct RecoveryReport: Sendable {
    /// The kind of the file.
    package let kind: DatabaseKind
    /// The number of pages of the damaged file that were read.
    package let pages: Int
    /// The number of pages that are cut off.
    package let missingPages: Int
    /// The pages of which something cannot be read.
    package let damage: [PageDamage]
    /// The rows of the new file, by table.
    package let kept: [(table: String, rows: Int64)]
    /// Everything that is lost, or not as it was.
    package let losses: [RecoveryLoss]

    package init(
        kind: DatabaseKind, salvage: Salvage, kept: [(table: String, rows: Int64)],
        losses: [RecoveryLoss]
    ) {
        self.kind = kind
        pages = salvage.file.pageCount
        missingPages = salvage.file.expectedPageCount - salvage.file.pageCount
        damage = salvage.damage
        self.kept = kept
        self.losses = losses
    }
}

/// Something that a recovered file lacks, or has otherwise than the damaged one had.
package struct RecoveryLoss: Hashable, Sendable {
    /// The kind of loss; its raw value is the word in output.
    package enum Kind: String, Sendable {
        /// Rows or items that are in no page any more.
        case lost
        /// A row that was read and breaks a rule, so that the new file does not have it.
        case invalid
        /// An item that was live, and is not any more, because of what is lost.
        case ended
        /// Something that stands in for what is lost.
        case replaced
        /// Revisions whose content is no longer what their digests prove.
        case changed
    }

    package let kind: Kind
    /// A one-sentence description, with the item and the time.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        (self.kind, self.message) = (kind, message)
    }
}
