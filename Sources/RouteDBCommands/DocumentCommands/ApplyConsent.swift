import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The changes that `apply` and `revert` may make without asking: each kind by an option of its own, so that
/// a job that may do one may not do the other.
struct ApplyConsent: ParsableArguments {
    @Flag(
        name: .customLong("allow-removals"),
        help: "Remove and disable routes with traffic without asking.")
    var allowsRemovals = false

    @Flag(
        name: .customLong("allow-access-changes"),
        help: "Let requests pass that access rules refused before, without asking.")
    var allowsAccessChanges = false

    /// A kind of change that needs consent.
    private struct Question: Sendable {
        /// Why consent is needed, as a sentence.
        let reason: String
        /// The changes that would be made.
        let lines: [String]
        /// The option that consents.
        let option: String
    }

    /// The questions about a plan that the options do not answer.
    private func questions(about plan: RegistryPlan, _ known: KnownTraffic) -> [Question] {
        [
            allowsRemovals ? nil : Self.removals(plan, known),
            allowsAccessChanges ? nil : Self.accessChanges(plan),
        ].compactMap(\.self)
    }

    /// Thrown to roll back an edit that the user has to confirm first.
    private struct Needed: Error {
        let questions: [Question]
        /// The revision that the questions are about.
        let revision: Int64
    }

    /// Checks a plan inside its edit.
    typealias Check = @Sendable (RegistryPlan) throws -> Void

    /// Makes an edit, after the user has answered the questions about its plan; `edit` is called with the
    /// revision that it expects.
    func asking<Result>(
        about known: KnownTraffic, _ write: WriteOptions, in context: CommandContext,
        _ edit: (_ expected: Int64?, _ check: @escaping Check) async throws -> Result
    ) async throws -> Result {
        do {
            return try await edit(write.expectedRevision) { plan in
                let questions = write.dryRun ? [] : questions(about: plan, known)
                guard questions.isEmpty else {
                    throw Needed(questions: questions, revision: plan.before.revision)
                }
            }
        } catch let needed as Needed {
            try Self.ask(needed.questions, in: context)
            // Do exactly what was shown to the user.
            return try await edit(write.expectedRevision ?? needed.revision) { _ in }
        }
    }

    /// Asks each question on a terminal; throws if the answer is no, or if nobody can be asked.
    private static func ask(_ questions: [Question], in context: CommandContext) throws {
        guard context.input.isTerminal, context.diagnostics.isTerminal else {
            let options = questions.map { "'\($0.option)'" }.joined(separator: " and ")
            throw CommandFailure(
                "confirmationRequired", questions.map(\.reason).joined(separator: " "),
                hint: "Add \(options) to confirm, or '--dry-run' to see what would be done.",
                status: .usage, illustration: questions.flatMap(\.lines).map { "  " + $0 })
        }
        for question in questions {
            context.printError(question.reason)
            for line in question.lines { context.printError("  " + line) }
            guard try context.confirm("Do this?") else {
                throw CommandFailure("cancelled", "Nothing was changed.", status: .no)
            }
        }
    }

    /// The question about routes that may have traffic and are removed or disabled.
    private static func removals(_ plan: RegistryPlan, _ known: KnownTraffic) -> Question? {
        let routes = known.needingConsent(plan.unreachable)
        guard !routes.isEmpty else { return nil }
        let names = plan.before.namespaceNames
        let removed = Set(plan.removed.map(\.id))
        let lines = routes.map { route in
            let facts = RouteOutput(route, namespace: names[route.namespace] ?? "", defaults: [:])
            let verb = removed.contains(route.id) ? "remove" : "disable"
            return "\(verb) \(facts.text)  (\(known.text(for: route.id)))"
        }
        let count = NumberText.counted(routes.count, "route")
        let verbs =
            plan.disabled.isEmpty ? "remove" : plan.removed.isEmpty ? "disable" : "end"
        let reason =
            known.reason.map { "This would \(verbs) \(count) whose traffic is not known. \($0)" }
            ?? "This would \(verbs) \(count) with traffic."
        return Question(reason: reason, lines: lines, option: "--allow-removals")
    }

    /// The question about access that gets wider.
    private static func accessChanges(_ plan: RegistryPlan) -> Question? {
        let lines = plan.wideningLines
        guard !lines.isEmpty else { return nil }
        return Question(
            reason: "This would let requests pass that access rules refuse now.", lines: lines,
            option: "--allow-access-changes")
    }
}

extension RegistryPlan {
    /// The changes that may let requests pass that access rules refuse, a line each.
    var wideningLines: [String] {
        guard !widenings.isEmpty else { return [] }
        let (old, new) = (SnapshotNames(before), SnapshotNames(after))
        return widenings.map { widening in
            let place = Self.place(widening.scope, old)
            return switch widening.cause {
            case .lifted(let rule):
                "lift \(RuleOutput(rule, in: old).text)"
                    + (rule.scope == widening.scope ? "" : ", for \(place)")
            case .granted(let rule):
                "add \(RuleOutput(rule, in: new).text)"
                    + (rule.scope == widening.scope ? "" : ", for \(place)")
            case .opened: "open \(place)"
            }
        }
    }

    private static func place(_ scope: RouteScope, _ names: SnapshotNames) -> String {
        switch scope {
        case .namespace(let id): PlainText.shown("namespace \(names.name(of: id))")
        case .group(let id, let group):
            PlainText.shown("group \(RouteLabel.group(group, in: names.name(of: id)))")
        case .route(let id): PlainText.shown("route \(names.label(id))")
        }
    }
}
