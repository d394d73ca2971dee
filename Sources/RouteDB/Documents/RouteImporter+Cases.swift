import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension RouteImporter {
    /// Imports the route tests of a document.
    ///
    /// A test whose name is taken is skipped, unless duplicates are replaced.
    mutating func addCases(_ entries: [JSONValue], of text: JSONText) throws {
        guard exact?.isWholeRegistry ?? true else { return }
        for (index, value) in entries.enumerated() {
            do {
                let members = try JSONMembers(value, at: [.key("cases"), .index(index)], of: text)
                let content = try members.read { reader throws(JSONMemberError) in
                    try RouteTestCase(json: reader.object)
                }
                try addCase(content, members)
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    private mutating func addCase(_ content: RouteTestCase, _ members: JSONMembers) throws {
        do {
            let outcome = try editor.addCase(content, replacing: duplicateRule == .replace)
            exact?.cases.insert(outcome.item)
            summary.cases.count(outcome)
        } catch {
            let isSkipped = duplicateRule == .skip || duplicateRule == .keepBoth
            if error.code == .caseConflict && isSkipped {
                summary.cases.skipped += 1
            } else {
                try report(error) { members.place(of: nil) }
            }
        }
    }
}

extension RouteImporter {
    /// Imports the suppressions of a document.
    ///
    /// - Parameters:
    ///   - entries: The suppressions.
    ///   - routes: The outcomes of the document's routes.
    ///   - text: The document.
    /// - Throws: ``ImportFailure`` if there are too many problems; `RouteDBError` from the storage.
    mutating func addSuppressions(
        _ entries: [JSONValue], about routes: [EditOutcome<RouteID>?], of text: JSONText
    ) throws {
        for (index, value) in entries.enumerated() {
            do {
                let members = try JSONMembers(
                    value, at: [.key("suppressions"), .index(index)], of: text)
                let code = try code(of: members)
                guard let reason = try members.string("reason") else {
                    throw members.problem(nil, "The suppression has no 'reason'.")
                }
                let (route, isRouteKnown) = try reference("route", of: members, among: routes)
                let (other, isOtherKnown) = try reference("other", of: members, among: routes)
                guard isRouteKnown, isOtherKnown else {
                    summary.suppressions.skipped += 1
                    continue
                }
                let draft = SuppressionDraft(
                    code, route: route, other: other, namespace: try members.string("namespace"),
                    name: try members.string("about"), reason: reason)
                guard exact?.covers(draft) ?? true else { continue }
                try addSuppression(draft, members)
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    private mutating func addSuppression(_ draft: SuppressionDraft, _ members: JSONMembers) throws {
        do {
            let outcome = try editor.addSuppression(draft)
            exact?.suppressions.insert(outcome.item.id)
            summary.suppressions.count(outcome)
        } catch {
            try report(error) { members.place(of: nil) }
        }
    }

    private func code(of members: JSONMembers) throws(InputProblem) -> LintCode {
        let name = try members.string("code") ?? ""
        if let code = LintCode(rawValue: name) { return code }
        let nearest = NameSuggestion.nearest(to: name, among: LintCode.allCases.map(\.rawValue))
        throw members.problem(
            "code", "Unknown finding '\(name)'.", hint: nearest.map { "Did you mean '\($0)'?" })
    }

    /// Returns the route that a suppression refers to, by its number in the document or by a
    /// reference.
    ///
    /// - Returns: The route, and `false` if it is a route of the document that was not imported.
    private func reference(
        _ key: String, of members: JSONMembers, among routes: [EditOutcome<RouteID>?]
    ) throws(InputProblem) -> (RouteReference?, isKnown: Bool) {
        guard case .int(let number)? = members.value(key) else {
            return (try members.string(key).map { RouteReference($0) }, true)
        }
        let outcome = try documentRoute(number, key, of: members, among: routes)
        switch outcome {
        case .added(let id)?, .replaced(let id)?, .unchanged(let id)?:
            return (RouteReference(id), true)
        case .skipped?, nil: return (nil, false)
        }
    }
}
