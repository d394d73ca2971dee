import RouteDB

/// Converts JSON objects to requests.
struct JSONRequestParser {
    /// The time of requests that do not contain one.
    let time: Int64

    /// Returns the request of an object.
    func request(_ members: JSONMembers) throws(InputProblem) -> ResolutionRequest {
        var request = try members.read { reader throws(JSONMemberError) in
            try ResolutionRequest(json: reader.object)
        }
        request.time = request.time ?? time
        return request
    }

    /// Returns the unknown keys of an object.
    func ignoredKeys(_ members: JSONMembers) -> [String] {
        members.object.members.map(\.key).filter { !ResolutionRequest.jsonKeys.contains($0) }
    }
}

/// The rules and requests of a trial, read from files.
struct TrialFiles {
    /// The path of the file with the rules, or `-`.
    let rules: String
    /// The path of the file with the requests, or `-`.
    let requests: String
    let context: CommandContext

    /// Reads the rules, and checks each against a snapshot.
    func drafts(for snapshot: RegistrySnapshot) throws -> [RuleDraft] {
        try context.reading(rules) { reader throws(InputProblem) in
            let text = try JSONText(try reader.rest(limit: InputLimits.smallDocument), firstLine: 1)
            let entries: [(JSONValue, [JSONLocator.Step])]
            switch text.value {
            case .array(let values):
                entries = values.enumerated().map { ($1, [.index($0)]) }
            case .object(let object) where object["effect"] == nil && object["rule"] != nil:
                entries = [(object["rule"] ?? .null, [.key("rule")])]
            default: entries = [(text.value, [])]
            }
            var drafts: [RuleDraft] = []
            let parser = JSONRuleParser()
            for (value, path) in entries {
                let members = try JSONMembers(value, at: path, of: text)
                if case .int? = members.value("route") {
                    throw members.problem(
                        "route", "A number is a route's place in an exported document.",
                        hint: "Write its name, or '#' and its id.")
                }
                let draft = try parser.draft(members, in: try parser.place(members))
                do throws(RouteDBError) {
                    _ = try snapshot.rule(RuleID(rawValue: 1), of: draft)
                } catch {
                    throw InputProblem(error, at: members.place(of: nil), hint: error.hint)
                }
                drafts.append(draft)
            }
            return drafts
        }
    }

    /// Calls a closure with each request and its line number.
    ///
    /// - Returns: The number of requests.
    func forEachRequest(_ body: (Int, ResolutionRequest) -> Void) throws -> Int {
        let parser = JSONRequestParser(time: context.currentTimeMicroseconds())
        var ignored: [String] = []
        let count = try context.forEachObject(of: requests) { line, members throws(InputProblem) in
            body(line, try parser.request(members))
            for key in parser.ignoredKeys(members)
            where ignored.count < IgnoredFields.limit && !ignored.contains(key) {
                ignored.append(key)
            }
        }
        note(ignored)
        return count
    }

    private func note(_ ignored: [String]) {
        guard !ignored.isEmpty else { return }
        let names = ignored.map { "'\($0)'" }.joined(separator: ", ")
        context.notify("note: ignored \(PlainText.shown(names))")
    }
}
