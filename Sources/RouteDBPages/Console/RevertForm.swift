#if Server
package import RouteDB

/// The form that takes back a revision, with the conflicts that somebody has to decide.
package struct RevertForm: Sendable {
    private let number: Int64
    private let revision: Int64
    private let conflicts: [RegistryMerge.Conflict]
    /// The hits of each conflict in the last 30 days, as far as they are known.
    private let hits: [Int64?]
    private let message: String?
    private let answer: EditForm.Answer

    /// Creates the form, with the hits of each conflict that are known.
    package init(
        of number: Int64, at revision: Int64, conflicts: [RegistryMerge.Conflict],
        hits: [Int64?], message: String? = nil, answer: EditForm.Answer = .asking
    ) {
        (self.number, self.revision) = (number, revision)
        (self.conflicts, self.hits) = (conflicts, hits)
        (self.message, self.answer) = (message, answer)
    }

    /// The beginning of the names of the fields that decide a conflict; the label of its item follows.
    private static let field = "side "

    /// The choices that the fields of a form make.
    package static func choices(
        in form: [(key: String, value: String)]
    ) -> RegistryMerge.Choices {
        var choices = RegistryMerge.Choices()
        for (key, value) in form where key.hasPrefix(field) {
            let label = String(key.dropFirst(field.count))
            switch RegistryMerge.Side(rawValue: value) {
            case .keep: choices.keep.append(label)
            case .take: choices.take.append(label)
            case nil: break
            }
        }
        return choices
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Revert revision \(number)", place: "/changes",
            action: "/changes/\(number)/revert", revision: revision,
            inputs: zip(conflicts, hits).map(input).joined(),
            message: message ?? "Revert @\(number)",
            note: """
                <p class="summary">Makes a new revision without what revision \(number) changed. All later \
                edits stay\(conflicts.isEmpty ? "" : ", but for what you choose to take back"). It can be \
                reverted itself.</p>
                """, answer: answer)
    }

    private func input(_ conflict: RegistryMerge.Conflict, _ hits: Int64?) -> Markup {
        let lines = MergeWords.reverting(number...number).lines(of: conflict)
            .map { "<li>\($0)</li>" as Markup }.joined()
        let label = conflict.change.label
        var sides = [("", "undecided"), ("keep", "keep what is now")]
        if conflict.canBeTaken { sides.append(("take", "take it back anyway")) }
        let traffic = hits.map { " (\(NumberText.hits($0)) in 30 days)" } ?? ""
        let options = FormField.options(sides, conflict.side?.rawValue ?? "")
        return """
            <label class="wide">\(label): \(conflict.reason)\(traffic)\
            <select name="\(PageText.field(Self.field + label))">\(options)</select></label>\
            <ul class="plain">\(lines)</ul>
            """
    }
}
#endif
