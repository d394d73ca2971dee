import RouteDB

extension CommandFailure {
    /// Creates the failure to report to the user.
    init(_ failure: ImportFailure) {
        let shown = PlainText.shown(failure.name)
        guard let first = failure.problems.first else {
            self.init("invalidInput", "\(shown) cannot be imported.")
            return
        }
        guard first.code != InputProblem.interruptedCode else {
            self = .interrupted
            return
        }
        let place = first.place.map { ", line \($0.line), column \($0.column)" } ?? ""
        let isOnly = failure.problems.count == 1
        if isOnly {
            self.init(first.code, "\(shown)\(place): \(first.message)", hint: first.hint)
            illustration = ["Nothing was changed."]
        } else {
            let count = (failure.isCutShort ? "the first " : "") + "\(failure.problems.count)"
            self.init(
                first.code, "\(shown) has errors: \(count) are listed; nothing was changed.",
                hint: "Fix them and import it again.",
                illustration: failure.problems.map { "  " + PlainText.shown($0.description) })
        }
        details["problems"] = .array(failure.problems.map(\.json))
    }
}

extension InputProblem {
    /// The problem as JSON.
    fileprivate var json: JSONValue {
        [
            "line": place.map { .int(Int64($0.line)) } ?? .null,
            "column": place.map { .int(Int64($0.column)) } ?? .null,
            "code": .string(code), "message": .string(message),
            "hint": hint.map(JSONValue.string) ?? .null,
        ]
    }
}
