import RouteDB
import RouteDBTerminal

extension CommandFailure {
    /// Creates the failure to report to the user.
    init(_ failure: RegistryDocument.Failure) {
        let shown = PlainText.shown(failure.name)
        guard let first = failure.inputProblems.first else {
            self.init("invalidInput", "\(shown) cannot be imported.")
            return
        }
        guard first.code != .interrupted else {
            self = .interrupted
            return
        }
        let place = first.placesText.map { ", \($0)" } ?? ""
        let isOnly = failure.inputProblems.count == 1
        if isOnly {
            self.init(
                first.code.description, "\(shown)\(place): \(first.message)", hint: first.fullHint)
            illustration = ["Nothing was changed."]
        } else {
            let count = (failure.isCutShort ? "the first " : "") + "\(failure.inputProblems.count)"
            self.init(
                first.code.description,
                "\(shown) has errors: \(count) are listed; nothing was changed.",
                hint: "Fix them and import it again.",
                illustration: failure.inputProblems.map {
                    "  " + PlainText.shown($0.fullDescription)
                })
        }
        details["problems"] = .array(failure.inputProblems.map(\.json))
    }
}

extension InputProblem {
    /// The first place, and which others have the same problem.
    fileprivate var placesText: String? {
        guard let placeText, count > 1 else { return placeText }
        let rest = Int64(count - 1 - others.count)
        let lines = place == nil ? "" : count == 2 ? "line " : "lines "
        let more = rest > 0 ? " and \(NumberText.grouped(rest)) more" : ""
        return "\(placeText) (and \(lines)\(others.joined(separator: ", "))\(more))"
    }

    /// The places, the message and the hint with the options of the commands.
    fileprivate var fullDescription: String {
        (placesText.map { "\($0): " } ?? "") + message + (fullHint.map { " \($0)" } ?? "")
    }

    /// The hint with the options of the commands.
    fileprivate var fullHint: String? {
        switch remedy {
        case nil: return hint
        case .giveTarget:
            return "Fill in the column, or set a target for such routes with --target."
        case .nameColumn(let field, let nearest, let hasHeader):
            return (nearest.map { NameSuggestion.question($0) + " " } ?? "")
                + "Name the column with --\(field)-column"
                + (field == "target" ? ", or set a target for all routes with --target" : "")
                + (hasHeader
                    ? ". If the first line is a route, name the columns with --header." : ".")
        case .nameKey(let field):
            return "Name the key with --\(field)-column"
                + (field == "target"
                    ? ", or set a target for such routes with --target."
                    : "; a task has the pattern null.")
        case .giveLines: return "If each line is a route, give --file-format ndjson."
        case .addNamespace:
            return (hint.map { "\($0) " } ?? "")
                + "With --create-namespaces the import adds them."
        case .settleDuplicates: return "Choose what happens: --on-duplicate skip or replace."
        }
    }

    /// The problem as JSON.
    fileprivate var json: JSONValue {
        [
            "line": place.map { .int(Int64($0.line)) } ?? .null,
            "column": place.map { .int(Int64($0.column)) } ?? .null,
            "code": .string(code.description), "message": .string(message),
            "hint": fullHint.map(JSONValue.string) ?? .null, "count": .int(Int64(count)),
        ]
    }
}
