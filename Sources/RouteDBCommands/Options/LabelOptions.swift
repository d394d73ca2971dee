import ArgumentParser
import RouteDB

/// A label as an argument: `key=value`, or, in a filter, a key alone.
package struct LabelArgument: Hashable, Sendable {
    package let key: String
    /// The value, or `nil` for any.
    package let value: String?

    /// Reads a label with its value.
    static func assignment(_ text: String) throws -> LabelArgument {
        let label = try filter(text)
        guard label.value != nil else {
            throw ValidationError("'\(text)' is not a label: write key=value.")
        }
        return label
    }

    /// Reads a label, or a key alone.
    static func filter(_ text: String) throws -> LabelArgument {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let key = String(parts[0])
        do {
            try RouteLabels.checkKey(key)
        } catch {
            throw ValidationError("\(error.message) \(error.hint ?? "")")
        }
        guard parts.count == 2 else { return LabelArgument(key: key, value: nil) }
        guard !parts[1].isEmpty else {
            throw ValidationError("The label '\(key)' has no value: write key=value.")
        }
        return LabelArgument(key: key, value: String(parts[1]))
    }

    /// Whether labels include this one.
    package func matches(_ labels: [String: String]) -> Bool {
        guard let found = labels[key] else { return false }
        return value.map { $0 == found } ?? true
    }
}

/// The options for the labels and the note of a route.
struct LabelOptions: ParsableArguments {
    @Option(
        name: .customLong("label"),
        help: ArgumentHelp(
            "A label, such as owner=growth; may be repeated.", valueName: "key=value"),
        transform: LabelArgument.assignment)
    var labels: [LabelArgument] = []

    @Option(help: ArgumentHelp("A note for people.", valueName: "text"))
    var note: String?

    var isEmpty: Bool { labels.isEmpty && note == nil }

    /// Sets the labels and the note of a draft.
    func set(_ draft: inout RouteDraft) {
        for label in labels { draft.labels[label.key] = label.value }
        draft.note = note ?? draft.note
    }
}
