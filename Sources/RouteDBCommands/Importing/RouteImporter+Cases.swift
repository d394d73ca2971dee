import RouteDB

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
            exact?.cases.insert(outcome.id)
            switch outcome {
            case .added: summary.cases.added += 1
            case .replaced: summary.cases.replaced += 1
            case .unchanged: summary.cases.unchanged += 1
            }
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
