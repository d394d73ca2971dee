import RouteDB

/// A note on standard error that explains why a list is empty.
struct EmptyListNote {
    /// The name of the elements, in the singular and the plural.
    let noun: (one: String, many: String)
    /// The number of elements that exist, regardless of the command's options.
    let total: Int
    /// The name of the file that has no elements.
    var holder = "the registry"
    /// The past revision that is listed, or `nil` for the newest.
    var revision: Int64?
    /// The command that adds an element.
    var command: String?

    /// The text of the note.
    var text: String {
        if total > 0 {
            let all = total == 1 ? "the one \(noun.one)" : "any of the \(total) \(noun.many)"
            return "note: the options do not match \(all)"
        }
        let when = revision.map { " at revision \($0)" } ?? ""
        let hint = revision == nil ? command.map { "; add one with '\($0)'" } ?? "" : ""
        return "note: \(holder) has no \(noun.many)\(when)\(hint)"
    }
}

extension CommandContext {
    /// Prints a note if a list is empty.
    func explain<Element>(_ elements: [Element], _ note: @autoclosure () -> EmptyListNote) {
        if elements.isEmpty { notify(note().text) }
    }
}

extension AsOfOption {
    /// Returns the past revision that was requested, or `nil` for the newest.
    func pastRevision(of snapshot: RegistrySnapshot) -> Int64? {
        reference == nil ? nil : snapshot.revision
    }
}
