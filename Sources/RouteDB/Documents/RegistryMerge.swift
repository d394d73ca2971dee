import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The changes of a merge or a revert, which keep what this registry changed itself, and where that is
/// in the way.
///
/// Items are compared field by field: in the base, on the other side, and here. A field that only
/// the other side changed becomes what it is there. What it added comes, and what it removed goes.
/// Where this registry changed the same, there is a conflict, which nobody but you can decide. In a
/// revert, the base is what the revisions made, and the other side what was before them.
public struct RegistryMerge: Sendable {
    /// A side of a conflict.
    public enum Side: String, Sendable {
        /// The item keeps what this registry made of it.
        case keep
        /// The item becomes what the other side has, and what this registry made of it is lost.
        case take
    }

    /// How conflicts are decided.
    ///
    /// An item is named by its ``RegistryChange/label``, such as `rule #4`; a route also by its
    /// `#id`, its name or its pattern, and a namespace by its name.
    public struct Choices: Sendable {
        /// The items that keep what this registry made of them.
        public var keep: [String]
        /// The items that become what the other side has.
        public var take: [String]
        /// The side of all other conflicts; `nil` to leave them undecided.
        public var others: Side?

        /// Creates choices.
        ///
        /// - Parameters:
        ///   - keep: The items that keep what this registry made of them.
        ///   - take: The items that become what the other side has.
        ///   - others: The side of all other conflicts; `nil` to leave them undecided.
        public init(keep: [String] = [], take: [String] = [], others: Side? = nil) {
            (self.keep, self.take, self.others) = (keep, take, others)
        }
    }

    /// An item that this registry keeps from becoming what the other side has.
    public struct Conflict: Hashable, Sendable {
        /// The change that taking the other side would make to the fields in conflict.
        public let change: RegistryChange
        /// The values of these fields in the base, by name.
        package let base: JSONObject
        /// Why the item does not just change, as a word.
        package let cause: String
        /// Why the item does not just change, such as `changed since`.
        public let reason: String
        /// True if the other side can be taken.
        ///
        /// If it cannot, keep the item, or edit the one that is in the way.
        public let canBeTaken: Bool
        /// How the conflict is decided; `nil` if it is not.
        public let side: Side?
    }

    /// How the conflicts are told.
    package let words: MergeWords
    /// The changes, as if what is undecided were kept.
    public let plan: RegistryPlan
    /// The conflicts, decided or not.
    public let conflicts: [Conflict]

    /// The conflicts that are not decided; while there are any, nothing is written.
    public var undecided: [Conflict] { conflicts.filter { $0.side == nil } }
}

extension RegistryEditor {
    /// Merges what another side changed; conflicts without a choice count as kept.
    func merge(
        _ other: OtherChanges, _ choices: RegistryMerge.Choices, in words: MergeWords
    ) throws(RouteDBError) -> RegistryMerge {
        let before = try snapshot()
        let decisions = MergeDecisions(choices, in: words)
        var known: MergeStates?
        try merge(other) { (conflict) throws(RouteDBError) in
            let states: MergeStates
            if let known {
                states = known
            } else {
                let (base, theirs) = try self.states(of: other)
                states = MergeStates(base: base, theirs: theirs, now: before)
                known = states
            }
            return try decisions.decide(conflict, states)
        }
        try decisions.requireUse()
        return RegistryMerge(
            words: words, plan: RegistryPlan(nil, from: before, to: try snapshot()),
            conflicts: decisions.conflicts)
    }
}

/// The decisions about the conflicts of a merge.
private final class MergeDecisions {
    private let choices: RegistryMerge.Choices
    private let words: MergeWords
    /// The labels of the items that the names of the choices stand for.
    private var used: [String: String] = [:]
    private(set) var conflicts: [RegistryMerge.Conflict] = []

    init(_ choices: RegistryMerge.Choices, in words: MergeWords) {
        (self.choices, self.words) = (choices, words)
    }

    /// Notes a conflict, and decides it.
    func decide(
        _ conflict: MergeConflict, _ states: MergeStates
    ) throws(RouteDBError) -> MergeSide? {
        let change = states.change(conflict.item)
        let names = states.names(of: conflict.item, label: change.label)
        let isKept = try isNamed(in: choices.keep, names, change.label)
        let isTaken = try isNamed(in: choices.take, names, change.label)
        guard !(isKept && isTaken) else {
            throw RouteDBError(
                .invalidValue, "'\(change.label)' is both to be kept and to be taken.",
                hint: "Choose one side.")
        }
        let side = isKept ? .keep : isTaken ? .take : choices.others
        let (cause, reason) = words.cause(conflict.cause, label: states.label)
        guard side != .take || conflict.canBeTaken else {
            throw RouteDBError(
                .mergeConflict, "'\(change.label)' cannot be \(words.taken): \(reason).",
                hint: conflict.cause == .removed
                    ? words.removedHint : "Keep it, or edit what is in the way first.")
        }
        conflicts.append(
            RegistryMerge.Conflict(
                change: change, base: states.base(conflict.item, change.fields),
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
