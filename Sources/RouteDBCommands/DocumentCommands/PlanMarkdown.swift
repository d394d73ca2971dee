import RouteDB
import RouteDBTerminal

// What a plan does beside its changes, as Markdown.
extension RegistryPlan {
    /// The notes about the document, the routes that lose URLs, and the requests that would pass.
    var markdownNotes: [String] {
        let notes = notes.map { "note: \($0)" } + reachability.notes()
        let list = notes.map { line in
            "- \(MarkdownText.prose(String(line.drop { $0 == " " })))"
        }
        return (list.isEmpty ? [] : [""] + list) + markdownWidenings
    }

    /// The changes that may let requests pass which access rules refuse.
    var markdownWidenings: [String] {
        guard !widenings.isEmpty else { return [] }
        let table = MarkdownTable(
            columns: [.init("access")], rows: wideningLines.map { [MarkdownText.code($0)] })
        return MarkdownText.collapsed(
            "Requests would pass that access rules refuse now: \(widenings.count)", table.lines)
    }
}
