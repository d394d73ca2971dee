#if Server
package import RouteDB

/// The fields of a form for a route that others have changed since it was read.
///
/// What only one side changed is kept. A field that both changed differently is a conflict, and stays as it was
/// typed until somebody decides.
package struct RouteFormMerge: Sendable {
    /// A field that both sides changed.
    struct Conflict: Sendable {
        let name: String
        let label: String
        let mine: String
        let theirs: String
    }

    /// The fields, with what only others changed.
    package private(set) var fields: RouteForm.Fields
    private(set) var conflicts: [Conflict]
    private let theirs: RouteForm.Fields

    /// True if both sides changed a field differently.
    package var hasConflicts: Bool { !conflicts.isEmpty }

    /// Merges what was typed with what is there now, by what both began with.
    package init(
        _ mine: RouteForm.Fields, from base: RouteForm.Fields, with theirs: RouteForm.Fields
    ) {
        (fields, self.theirs) = (mine, theirs)
        var conflicts: [Conflict] = []
        for text in RouteForm.Fields.texts {
            let values = [mine, base, theirs].map { $0[keyPath: text.path] }
            if values[0] == values[1] {
                fields[keyPath: text.path] = values[2]
            } else if values[2] != values[1], values[2] != values[0] {
                conflicts.append(Self.conflict(text, mine, theirs))
            }
        }
        if mine.isEnabled == base.isEnabled { fields.isEnabled = theirs.isEnabled }
        self.conflicts = conflicts
    }

    private static func conflict(
        _ text: RouteForm.Fields.Text, _ mine: RouteForm.Fields, _ theirs: RouteForm.Fields
    ) -> Conflict {
        Conflict(
            name: text.name, label: text.label, mine: mine[keyPath: text.path],
            theirs: theirs[keyPath: text.path])
    }

    /// Takes the others' value of the field with a name; the conflicts are then all other differences.
    package mutating func take(_ name: String) {
        conflicts = []
        for text in RouteForm.Fields.texts {
            if text.name == name { fields[keyPath: text.path] = theirs[keyPath: text.path] }
            guard fields[keyPath: text.path] != theirs[keyPath: text.path] else { continue }
            conflicts.append(Self.conflict(text, fields, theirs))
        }
    }
}

/// The fields of an item that others have changed too since a form was read, beside what was typed.
package struct EditConflict: Sendable {
    private let conflicts: [RouteFormMerge.Conflict]
    private let revisions: [RevisionOutput]
    /// The address of the form as others left the item.
    private let address: String

    /// Describes the conflicts of a merge, with the revisions that others made.
    package init(_ merge: RouteFormMerge, _ revisions: [RevisionOutput], address: String) {
        (conflicts, self.revisions, self.address) = (merge.conflicts, revisions, address)
    }

    func markup(in frame: ConsoleFrame) -> Markup {
        var table = DataTable(
            "Both changed",
            [.init("field"), .init("theirs", .code), .init("yours", .code), .init("")])
        for conflict in conflicts {
            let take: Markup = """
                <button type="submit" form="edit" name="take" value="\(conflict.name)">Use theirs</button>
                """
            table.add([
                .init(conflict.label), .init(PageText.field(conflict.theirs)),
                .init(PageText.field(conflict.mine)), .init(take),
            ])
        }
        let log = RevisionTables.log(revisions, time: frame.text, number: ConsoleLink.revision)
        return """
            <section role="alert"><h2>Somebody else has changed this too</h2>
            <p>What only they changed is in the form now. <strong>Save</strong> once more puts your values on \
            top; <a href="\(address)">start again from theirs</a> drops yours.</p>
            \(table.markup)\(log.markup)</section>
            """
    }
}
#endif
