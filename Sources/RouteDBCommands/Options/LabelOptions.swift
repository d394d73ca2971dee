import ArgumentParser
import RouteDB

/// Labels as arguments.
enum LabelArgument {
    /// Reads a label with its value.
    static func assignment(_ text: String) throws -> RouteFilter.Label {
        let label = try filter(text)
        guard label.value != nil else {
            throw ValidationError("'\(text)' is not a label: write key=value.")
        }
        return label
    }

    /// Reads a label, or a key alone.
    static func filter(_ text: String) throws -> RouteFilter.Label {
        do {
            return try RouteFilter.Label(text)
        } catch {
            throw ValidationError("\(error.message) \(error.hint ?? "")")
        }
    }
}

/// The options for the labels and the note of a route.
struct LabelOptions: ParsableArguments {
    @Option(
        name: .customLong("label"),
        help: ArgumentHelp(
            "A label, such as owner=growth; may be repeated.", valueName: "key=value"),
        transform: LabelArgument.assignment)
    var labels: [RouteFilter.Label] = []

    @Option(help: ArgumentHelp("A note for people.", valueName: "text"))
    var note: String?

    /// Sets the labels and the note of a draft.
    func set(_ draft: inout RouteDraft) {
        for label in labels { draft.labels[label.key] = label.value }
        draft.note = note ?? draft.note
    }
}
