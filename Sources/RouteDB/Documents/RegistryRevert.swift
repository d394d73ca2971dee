package import RouteDBDatabase
package import RouteDBRouting
public import RouteDBStorage

/// The changes that take back revisions and keep later edits, and where these are in the way.
///
/// A field that the revisions changed and nobody touched since goes back to what it was. What they
/// added goes, and what they removed comes back with its id. Where later edits changed the same,
/// there is a conflict, which nobody but you can decide.
public struct RegistryRevert: Sendable {
    /// A side of a conflict.
    public enum Side: String, Sendable {
        /// The item keeps what later edits made of it.
        case keep
        /// The item goes back, and what later edits made of it is lost.
        case take
    }

    /// How conflicts are decided.
    ///
    /// An item is named by its ``RegistryChange/label``, such as `rule #4`; a route also by its
    /// `#id`, its name or its pattern, and a namespace by its name.
    public struct Choices: Sendable {
        /// The items that keep what later edits made of them.
        public var keep: [String]
        /// The items that go back.
        public var take: [String]
        /// The side of all other conflicts; `nil` to leave them undecided.
        public var others: Side?

        /// Creates choices.
        ///
        /// - Parameters:
        ///   - keep: The items that keep what later edits made of them.
        ///   - take: The items that go back.
        ///   - others: The side of all other conflicts; `nil` to leave them undecided.
        public init(keep: [String] = [], take: [String] = [], others: Side? = nil) {
            (self.keep, self.take, self.others) = (keep, take, others)
        }
    }

    /// An item that later edits keep from going back.
    public struct Conflict: Hashable, Sendable {
        /// The change that taking the item back would make to the fields in conflict.
        public let change: RegistryChange
        /// The values of these fields after the revisions, by name.
        package let undone: JSONObject
        /// Why the item does not just go back, as a word.
        package let cause: String
        /// Why the item does not just go back, such as `changed since`.
        public let reason: String
        /// True if the item can be taken back.
        ///
        /// If it cannot, keep it, or edit the item that is in the way.
        public let canBeTaken: Bool
        /// How the conflict is decided; `nil` if it is not.
        public let side: Side?
    }

    /// The numbers of the revisions that are taken back.
    public let revisions: ClosedRange<Int64>
    /// The changes, as if what is undecided were kept.
    public let plan: RegistryPlan
    /// The conflicts, decided or not.
    public let conflicts: [Conflict]

    /// The conflicts that are not decided; while there are any, nothing is written.
    public var undecided: [Conflict] { conflicts.filter { $0.side == nil } }
}

extension RouteRegistry {
    /// Thrown to roll back a revert with undecided conflicts.
    private struct Undecided: Error {
        let revert: RegistryRevert
    }

    /// Takes back what revisions changed and keeps all later edits, as a new revision.
    ///
    /// A conflict with later edits is never decided in silence: unless the choices cover all of them,
    /// nothing is written, and the result has the conflicts.
    ///
    /// ```swift
    /// let result = try await registry.revert(.number(12))
    /// for conflict in result.value.undecided { print(conflict.change.label, conflict.reason) }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The revision, or the first of several.
    ///   - last: The last of several revisions, or `nil` for only one.
    ///   - choices: How conflicts are decided.
    ///   - message: Why the edit is made, or `nil` for a message that names the revisions.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    ///   - approve: Called with the changes before they are committed, if no conflict is
    ///     undecided. If it throws, all of them are rolled back, and the error is passed on.
    /// - Returns: The changes and conflicts, and the revision that was made; `nil` if nothing
    ///   changed.
    /// - Throws: Any error that `approve` throws; ``RouteDBError`` with `revisionNotFound`,
    ///   `tagNotFound`, `invalidValue` for revision 1 or a choice that names no conflict,
    ///   `nameAmbiguous`, `revertConflict` if an item is to be taken back that cannot be,
    ///   `revisionConflict`, `busy`, `full`, `readOnly`, `storageFailure`, `closed`.
    /// - Complexity: O(*n*) in the size of the registry.
    public func revert(
        _ first: RevisionReference, through last: RevisionReference? = nil,
        choices: RegistryRevert.Choices = RegistryRevert.Choices(), message: String? = nil,
        author: String? = nil, source: String = "library", expecting expected: Int64? = nil,
        dryRun: Bool = false,
        approving approve: @Sendable (RegistryRevert) throws -> Void = { _ in }
    ) async throws -> EditResult<RegistryRevert> {
        // The log names numbers, because `@live` and tags move on.
        let first = RevisionReference.number(try await revision(first).number)
        let last: RevisionReference? =
            if let last { .number(try await revision(last).number) } else { nil }
        let name = last.map { "\(first)..\($0)" } ?? "\(first)"
        do {
            return try await edit(
                message ?? "Revert \(name)", author: author, source: source, expecting: expected,
                dryRun: dryRun
            ) { editor in
                let revert = try editor.revert(first, through: last, choices)
                if revert.undecided.isEmpty {
                    try approve(revert)
                } else if !dryRun {
                    throw Undecided(revert: revert)
                }
                return revert
            }
        } catch let undecided as Undecided {
            let revert = undecided.revert
            return EditResult(
                value: revert, revision: nil, newest: revert.plan.before.revision)
        }
    }
}

extension RegistryEditor {
    /// Takes back revisions; conflicts without a choice count as kept.
    package func revert(
        _ first: RevisionReference, through last: RevisionReference?,
        _ choices: RegistryRevert.Choices
    ) throws(RouteDBError) -> RegistryRevert {
        let revisions = try revisions(from: first, through: last)
        let before = try snapshot()
        let decisions = RevertDecisions(choices)
        var states: RevertStates?
        try revert(revisions) { (conflict) throws(RouteDBError) in
            let known: RevertStates
            if let states {
                known = states
            } else {
                known = RevertStates(
                    before: try self.snapshot(at: revisions.lowerBound - 1),
                    after: try self.snapshot(at: revisions.upperBound), now: before)
                states = known
            }
            return try decisions.decide(conflict, known)
        }
        try decisions.requireUse()
        return RegistryRevert(
            revisions: revisions, plan: RegistryPlan(nil, from: before, to: try snapshot()),
            conflicts: decisions.conflicts)
    }
}

/// The decisions about the conflicts of a revert.
private final class RevertDecisions {
    private let choices: RegistryRevert.Choices
    /// The labels of the items that the names of the choices stand for.
    private var used: [String: String] = [:]
    private(set) var conflicts: [RegistryRevert.Conflict] = []

    init(_ choices: RegistryRevert.Choices) { self.choices = choices }

    /// Notes a conflict, and decides it.
    func decide(
        _ conflict: RevertConflict, _ states: RevertStates
    ) throws(RouteDBError) -> RevertSide? {
        let change = states.change(conflict.item)
        let names = states.names(of: conflict.item, label: change.label)
        let isKept = try isNamed(in: choices.keep, names, change.label)
        let isTaken = try isNamed(in: choices.take, names, change.label)
        guard !(isKept && isTaken) else {
            throw RouteDBError(
                .invalidValue, "'\(change.label)' is both to be kept and to be taken back.",
                hint: "Choose one side.")
        }
        let side = isKept ? .keep : isTaken ? .take : choices.others
        let (cause, reason) = states.words(for: conflict.cause)
        guard side != .take || conflict.canBeTaken else {
            throw RouteDBError(
                .revertConflict, "'\(change.label)' cannot be taken back: \(reason).",
                hint: conflict.cause == .removed
                    ? "Keep it, or revert the revision that removed it first."
                    : "Keep it, or edit what is in the way first.")
        }
        conflicts.append(
            RegistryRevert.Conflict(
                change: change, undone: states.undone(conflict.item, change.fields),
                cause: cause, reason: reason, canBeTaken: conflict.canBeTaken, side: side))
        return side.map { $0 == .keep ? .keep : .take }
    }

    private func isNamed(
        in list: [String], _ names: Set<String>, _ label: String
    ) throws(RouteDBError) -> Bool {
        var isNamed = false
        for name in list where names.contains(name) {
            if let other = used[name], other != label {
                throw RouteDBError(
                    .nameAmbiguous, "'\(name)' is in conflict as '\(other)' and as '\(label)'.",
                    hint: "Give all of its words, such as '\(label)'.")
            }
            used[name] = label
            isNamed = true
        }
        return isNamed
    }

    /// Requires that each choice is about a conflict.
    func requireUse() throws(RouteDBError) {
        guard let name = (choices.keep + choices.take).first(where: { used[$0] == nil }) else {
            return
        }
        let labels = conflicts.map(\.change.label)
        throw RouteDBError(
            .invalidValue, "'\(name)' is in no conflict.",
            hint: NameSuggestion.didYouMean(name, among: labels)
                ?? (labels.isEmpty ? "There are no conflicts." : "A dry run lists the conflicts."))
    }
}
