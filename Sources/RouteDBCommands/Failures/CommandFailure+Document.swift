import RouteDB

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
        let place = first.placeText.map { ", \($0)" } ?? ""
        let isOnly = failure.inputProblems.count == 1
        if isOnly {
            self.init(
                first.code.description, "\(shown)\(place): \(first.message)", hint: first.hint)
            illustration = ["Nothing was changed."]
        } else {
            let count = (failure.isCutShort ? "the first " : "") + "\(failure.inputProblems.count)"
            self.init(
                first.code.description,
                "\(shown) has errors: \(count) are listed; nothing was changed.",
                hint: "Fix them and import it again.",
                illustration: failure.inputProblems.map { "  " + PlainText.shown($0.description) })
        }
        details["problems"] = .array(failure.inputProblems.map(\.json))
    }
}

extension InputProblem {
    /// The problem as JSON.
    fileprivate var json: JSONValue {
        [
            "line": place.map { .int(Int64($0.line)) } ?? .null,
            "column": place.map { .int(Int64($0.column)) } ?? .null,
            "code": .string(code.description), "message": .string(message),
            "hint": hint.map(JSONValue.string) ?? .null,
        ]
    }
}
