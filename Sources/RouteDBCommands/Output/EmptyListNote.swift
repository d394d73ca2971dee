import RouteDB

/// Why a list is empty, for a note on standard error.
struct EmptyListNote {
    /// What is listed: one of it, and several.
    let noun: (one: String, many: String)
    /// How many there are, whatever the options of the command select.
    let total: Int
    /// What has none.
    var holder = "the registry"
    /// The past revision that is listed; `nil`: the newest.
    var revision: Int64?
    /// The command that adds the first one.
    var command: String?

    /// The note.
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
    /// Tells why a list is empty, if it is.
    func explain<Element>(_ elements: [Element], _ note: @autoclosure () -> EmptyListNote) {
        if elements.isEmpty { notify(note().text) }
    }
}

extension AsOfOption {
    /// The past revision that was asked for; `nil`: the newest.
    func pastRevision(of snapshot: RegistrySnapshot) -> Int64? {
        reference == nil ? nil : snapshot.revision
    }
}
