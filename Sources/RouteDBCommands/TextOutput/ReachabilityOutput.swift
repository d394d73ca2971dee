import RouteDB
import RouteDBInsight

/// The output for the routes that lose URLs in a change.
struct ReachabilityOutput: Sendable {
    private let change: ReachabilityChange
    private let names: [NamespaceID: String]

    /// The number of routes shown for each extent.
    private static let shown = 3

    init(_ change: ReachabilityChange, in snapshot: RegistrySnapshot) {
        self.change = change
        names = snapshot.namespaceNames
    }

    /// The routes that require confirmation: those that lose every URL, and new ones whose URLs are
    /// bound to another namespace.
    private var grave: [ReachabilityChange.Loss] { change.losses.filter(isGrave) }

    /// Why confirmation is required, or `nil` if it is not.
    var reason: String? {
        let grave = grave
        guard let first = grave.first else { return nil }
        let isNew = grave.allSatisfy { $0.extent == .new }
        let count = NumberText.counted(grave.count, "route")
        guard isNew else {
            return "\(count) would lose every URL that reaches"
                + " \(grave.count == 1 ? "it" : "them")."
        }
        guard grave.count == 1 else { return "No URL would reach \(count)." }
        return "No URL would reach the route unless the request names its namespace: its URLs are"
            + " bound to the namespace '\(first.namespace?.name ?? "")'."
    }

    /// The routes that require confirmation, as lines of text.
    var consentLines: [String] { lines(of: grave) }

    /// Returns notes for the user.
    func notes(withGrave: Bool = true) -> [String] {
        var notes = ReachabilityChange.Extent.allCases.flatMap { extent -> [String] in
            let losses = change.losses(extent).filter { withGrave || !isGrave($0) }
            guard let first = losses.first else { return [] }
            let count = NumberText.counted(losses.count, "route")
            switch extent {
            case .all:
                let (verb, them) = losses.count == 1 ? ("loses", "it") : ("lose", "them")
                return ["note: \(count) \(verb) every URL that reached \(them):"] + indented(losses)
            case .some:
                // One example is enough for routes that keep other URLs.
                let others = losses.count - 1
                let subject =
                    others == 0
                    ? "\(label(first.route)) loses some of its URLs"
                    : "\(label(first.route)) and \(NumberText.counted(others, "other route")) lose some of"
                        + " their URLs"
                return [PlainText.shown("note: \(subject):")]
                    + (place(first).map { ["  " + $0] } ?? [])
            case .new: return ["note: no URL reaches \(count):"] + indented(losses)
            }
        }
        if change.isBounded {
            notes.append(
                "note: there are too many bindings or routes to look at all; more routes may lose"
                    + " URLs")
        }
        return notes
    }

    private func isGrave(_ loss: ReachabilityChange.Loss) -> Bool {
        switch loss.extent {
        case .all: true
        case .some: false
        case .new: loss.isBound
        }
    }

    private func lines(of losses: [ReachabilityChange.Loss]) -> [String] {
        let shown = losses.prefix(Self.shown)
        let rest = losses.count - shown.count
        return shown.flatMap { loss in
            let facts = RouteOutput(
                loss.route, namespace: names[loss.route.namespace] ?? "", defaults: [:])
            return [facts.text] + (place(loss).map { ["    " + $0] } ?? [])
        } + (rest == 0 ? [] : ["and \(rest) more"])
    }

    private func indented(_ losses: [ReachabilityChange.Loss]) -> [String] {
        lines(of: losses).map { "  " + $0 }
    }

    private func label(_ route: Route) -> String {
        route.numberedLabel(in: names[route.namespace])
    }

    /// Describes where the URL of a loss leads now.
    private func place(_ loss: ReachabilityChange.Loss) -> String? {
        guard let url = loss.url else { return nil }
        let first = loss.namespace.map { "the namespace '\($0.name)'" } ?? "no namespace"
        let text: String
        if let taker = loss.taker {
            text = "goes to \(label(taker))"
        } else if let target = loss.fallbackTarget {
            text = "goes to the fallback target '\(target)' of \(first)"
        } else {
            text = "is looked up in \(first), which has no match"
        }
        return PlainText.shown("'\(url)' \(text)")
    }

    /// The losses as JSON.
    var object: JSONObject { change.object(names) }
}

extension CommandEdit {
    /// Adds what is said about routes that lose URLs, and asks if they lose all.
    fileprivate mutating func add(_ facts: ReachabilityOutput) {
        extras["reachability"] = .object(facts.object)
        notes += facts.notes()
        question = facts.reason.map { reason in
            Question(
                lines: facts.consentLines, reason: reason, details: extras,
                notes: facts.notes(withGrave: false))
        }
    }

    /// Edits namespaces, and finds the routes that lose URLs.
    init(ofNamespacesIn editor: RegistryEditor, _ edit: () throws -> CommandEdit) throws {
        let before = try editor.storedNamespaces()
        self = try edit()
        var after = RegistrySnapshot(
            revision: 0, namespaces: try editor.storedNamespaces(), routes: [])
        // If no namespace changed, the routes need not be read.
        if before != after.namespaces { after = try editor.snapshot() }
        var old = after
        old.namespaces = before
        add(ReachabilityOutput(ReachabilityChange(from: old, to: after), in: after))
    }

    /// Creates the result of an edit of routes.
    init(
        _ changes: [ItemChange], from before: [Route], to after: [Route],
        in editor: RegistryEditor
    ) throws {
        self.init("routes", changes)
        let changed = Set(after.map(\.id))
        let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var new = RegistrySnapshot(
            revision: 0, namespaces: try editor.storedNamespaces(), routes: after)
        let change = { (new: RegistrySnapshot) in
            var old = new
            old.routes = new.routes.compactMap { changed.contains($0.id) ? known[$0.id] : $0 }
            return ReachabilityChange(from: old, to: new)
        }
        // The other routes only determine where the URLs lead instead.
        if !change(new).losses.isEmpty { new = try editor.snapshot() }
        add(ReachabilityOutput(change(new), in: new))
    }
}

extension RevisionDifference {
    /// True if all namespaces are the same, and every route that both revisions have is where it was.
    fileprivate var keepsPlaces: Bool {
        let places = Dictionary(
            old.routes.map { ($0.id, $0.namespace) }, uniquingKeysWith: { first, _ in first })
        return old.namespaces.isEmpty && new.namespaces.isEmpty
            && new.routes.allSatisfy { places[$0.id] ?? $0.namespace == $0.namespace }
    }
}

extension RouteRegistry {
    /// Finds the routes that lose URLs if one revision takes the place of another.
    func reachability(
        of difference: RevisionDifference
    ) async throws(RouteDBError) -> ReachabilityOutput {
        var (old, new) = (difference.old, difference.new)
        if difference.keepsPlaces {
            // Only routes that are new can be where no URL leads.
            if !new.routes.isEmpty { new.namespaces = try await namespaces(at: new.revision) }
            old.namespaces = new.namespaces
            let change = ReachabilityChange(from: old, to: new)
            if change.losses.isEmpty { return ReachabilityOutput(change, in: new) }
        }
        // The other routes determine where the URLs lead instead.
        old = try await snapshot(at: old.revision)
        new = try await snapshot(at: new.revision)
        return ReachabilityOutput(ReachabilityChange(from: old, to: new), in: new)
    }
}
