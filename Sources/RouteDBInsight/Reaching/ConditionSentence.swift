import RouteDBRouting

// A condition as people say it: "the parameter 'id' is 5", "it is Monday to Friday, 09:00 to 17:00
// (Europe/Berlin)". The syntax that a condition is written in is its description.
extension AccessRule.Condition {
    /// The condition as a clause that can follow "if".
    package var clause: String {
        switch test {
        case .oneOf(let values): "\(subject) is \(Self.alternatives(values.map(Self.quoted)))"
        case .range(let low, let high):
            "\(subject) is \(Self.range(low?.description, high?.description))"
        case .prefix(let text): "\(subject) begins with '\(text)'"
        case .network(let ranges):
            "\(subject) is in \(Self.alternatives(ranges.map(\.description)))"
        case .version(let low, let high):
            "\(subject) is \(Self.versions(low?.description, high?.description))"
        case .percent(let percent, let salt):
            "\(subject) is among \(ExactNumber(percent))% of all"
                + (salt.isEmpty ? "" : " (chosen by '\(salt)')")
        case .period(let start, let end):
            "it is " + Self.period(start?.description, end?.description)
        case .window(let window): "it is \(window.clause)"
        }
    }

    private var subject: String {
        switch attribute {
        case .parameter(let name): "the parameter '\(name)'"
        case .query(let name): "the query's '\(name)'"
        case .context(let name): "the context's '\(name)'"
        case .principal: "the principal"
        case .time: "the time"
        }
    }

    private static func quoted(_ value: JSONValue) -> String {
        if case .string(let text) = value { "'\(text)'" } else { value.description }
    }

    private static func alternatives(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "nothing" }
        return "\(texts.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func range(_ low: String?, _ high: String?) -> String {
        switch (low, high) {
        case (let low?, let high?): low == high ? low : "from \(low) to \(high)"
        case (let low?, nil): "at least \(low)"
        case (nil, let high): "at most \(high ?? "")"
        }
    }

    private static func versions(_ low: String?, _ high: String?) -> String {
        switch (low, high) {
        case (let low?, let high?): low == high ? "version \(low)" : "version \(low) to \(high)"
        case (let low?, nil): "version \(low) or newer"
        case (nil, let high): "version \(high ?? "") or older"
        }
    }

    private static func period(_ start: String?, _ end: String?) -> String {
        switch (start, end) {
        case (let start?, let end?): "between \(start) and \(end)"
        case (let start?, nil): "\(start) or later"
        case (nil, let end): "\(end ?? "") or earlier"
        }
    }
}

extension TimeWindow {
    private static let names = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// The window as a clause that can follow "it is".
    fileprivate var clause: String {
        let hours =
            start == 0 && end == 1_440
            ? ""
            : "\(Self.clock(start)) to \(Self.clock(end))\(end <= start ? " of the next day" : "")"
        let parts = [dayNames, hours].filter { !$0.isEmpty }
        return "\(parts.isEmpty ? "any time" : parts.joined(separator: ", ")) (\(zone))"
    }

    /// The days, with three or more in a row as a range; empty for all.
    private var dayNames: String {
        var runs: [ClosedRange<Int>] = []
        for day in dayNumbers {
            if let run = runs.last, run.upperBound + 1 == day {
                runs[runs.count - 1] = run.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        guard runs != [0...6] else { return "" }
        return runs.flatMap { run in
            run.count > 2
                ? ["\(Self.names[run.lowerBound]) to \(Self.names[run.upperBound])"]
                : run.map { Self.names[$0] }
        }.joined(separator: ", ")
    }
}
