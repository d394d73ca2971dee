import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The options of commands that list what a revision contains.
struct RevisionListOptions: ParsableArguments {
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions

    /// Opens the registry, and reads all items but routes, of which there are those that the others refer to, and
    /// that of a place.
    func openItems(
        and place: DefaultPlace? = nil, _ global: GlobalOptions, in context: CommandContext
    ) async throws -> RevisionList {
        try await open(global, in: context) { try await $0.items(and: place, at: $1) }
    }

    /// Opens the registry, and reads what is listed of the revision: the whole, unless a closure reads less.
    func open(
        _ global: GlobalOptions, in context: CommandContext,
        reading read: (RouteRegistry, RevisionReference?) async throws -> RegistrySnapshot =
            AsOfOption.snapshot(of:at:)
    ) async throws -> RevisionList {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await read(registry, asOf.reference)
        return RevisionList(
            registry: registry, snapshot: snapshot, format: format,
            pastRevision: asOf.reference == nil ? nil : snapshot.revision, context: context)
    }
}

/// The list that a command writes: the contents of a revision, in a format.
struct RevisionList {
    let registry: RouteRegistry
    let snapshot: RegistrySnapshot
    let format: ListingFormat
    /// The past revision that was requested, or `nil` for the newest.
    let pastRevision: Int64?
    let context: CommandContext

    /// Writes a list, with the revision as its head; if it is empty, a note says why.
    func write(
        _ rows: ListedRows, head: JSONObject = [:], whenEmpty note: EmptyListNote? = nil
    ) throws {
        let revision: JSONObject = ["revision": .int(snapshot.revision)]
        let head = revision.merging(head)
        guard var note else {
            return try rows.write(as: format, head: head, to: context.output)
        }
        note.revision = pastRevision
        try rows.write(as: format, head: head, whenEmpty: note, in: context)
    }
}
