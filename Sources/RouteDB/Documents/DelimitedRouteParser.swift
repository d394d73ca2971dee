import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// Converts the records of delimited text to routes.
///
/// An empty field counts as absent. A pattern may be absent only if the syntax is `none`.
struct DelimitedRouteParser {
    let columns: ImportColumns
    let options: DocumentOptions

    /// Returns the route of a record.
    func route(_ record: DelimitedRecord) throws(InputProblem) -> ImportedRoute {
        guard record.count == columns.count else {
            throw InputProblem(
                at: record.place,
                "The record has \(NumberText.counted(record.count, "field")); the header has"
                    + " \(columns.count).",
                hint: "Enclose fields that contain the delimiter in double quotes.")
        }
        let target = try text(.target, of: record)
        let syntax = try text(.syntax, of: record)
        let pattern = try pattern(of: record, hasNone: syntax == RouteField.noSyntax)
        var route = ImportedRoute(draft: RouteDraft(pattern: pattern, target: target ?? ""))
        for field in RouteField.plain where field != .redirect {
            guard let value = try value(of: field, in: record) else { continue }
            try route.set(field, to: value) { place(of: field, in: record) }
        }
        route.draft.redirect = try redirect(of: record)
        if target == nil {
            guard let usual = route.draft.redirect?.usualTarget else {
                throw problem(
                    .target, of: record, "The route has no target.",
                    hint: "Fill in the column.", remedy: .giveTarget)
            }
            route.draft.target = usual
        }
        if pattern != nil, let syntax {
            route.draft.syntax = try self.syntax(syntax, of: record)
        }
        if let rule = try text(.onDuplicate, of: record) {
            route.duplicateRule = try duplicateRule(rule, of: record)
        }
        return route
    }

    /// Returns the place of a field of a record; that of the record if it has no such field.
    func place(of field: RouteField?, in record: DelimitedRecord) -> InputPlace {
        guard let field, let index = columns.indexes[field] else { return record.place }
        return record.place(ofField: index)
    }

    /// Returns the pattern of a record; `nil` if the record has none.
    private func pattern(
        of record: DelimitedRecord, hasNone: Bool
    ) throws(InputProblem) -> String? {
        let text = try columns.indexes[.pattern].map { (index) throws(InputProblem) in
            try record.text(index)
        }
        let isEmpty = text?.isEmpty ?? true
        guard hasNone else {
            if let text, !isEmpty { return text }
            throw problem(
                .pattern, of: record, "The route has no pattern.",
                hint: "Fill the column in, with '/' for the root path. A task has a name, and"
                    + " '\(RouteField.noSyntax)' as its syntax.")
        }
        if isEmpty { return nil }
        throw problem(
            .pattern, of: record,
            "The route has both a pattern and the syntax '\(RouteField.noSyntax)'.",
            hint: "Leave out one of them.")
    }

    /// Returns the redirect of a record: a URL, a status, or both.
    private func redirect(of record: DelimitedRecord) throws(InputProblem) -> RouteRedirect? {
        let location = try text(.redirect, of: record)
        let status = try text(.status, of: record).map { (text) throws(InputProblem) in
            Int(try number(text, of: .status, in: record))
        }
        guard location != nil || status != nil else { return nil }
        let redirect = RouteRedirect(location: location, status: status ?? 301)
        do {
            try redirect.check()
        } catch {
            // A URL that is refused is at fault, whatever the status.
            let isStatus = status.map { !RouteRedirect.statuses.contains($0) } ?? false
            throw problem(
                isStatus ? .status : .redirect, of: record, error.message, hint: error.hint)
        }
        return redirect
    }

    /// Returns the value of a field, in the field's form.
    private func value(
        of field: RouteField, in record: DelimitedRecord
    ) throws(InputProblem) -> JSONValue? {
        guard let text = try text(field, of: record) else { return nil }
        switch field.form {
        case .text: return .string(text)
        case .number: return .int(Int64(try number(text, of: field, in: record)))
        case .boolean: return .bool(try truth(text, of: field, in: record))
        case .object: return .object(try object(text, of: record))
        case .json: return try json(text, of: field, in: record)
        }
    }

    private func json(
        _ text: String, of field: RouteField, in record: DelimitedRecord
    ) throws(InputProblem) -> JSONValue {
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw problem(
                field, of: record,
                "The field '\(field.name)' is not JSON, at byte \(error.offset):"
                    + " \(error.message).", hint: "Write an object.")
        }
    }

    private func text(
        _ field: RouteField, of record: DelimitedRecord
    ) throws(InputProblem) -> String? {
        guard let index = columns.indexes[field] else { return options.fixed[field] }
        let text = try record.text(index)
        return text.isEmpty ? options.fixed[field] : text
    }

    private func syntax(
        _ text: String, of record: DelimitedRecord
    ) throws(InputProblem) -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw problem(
            .syntax, of: record, "Unknown syntax '\(text)'.",
            hint: PatternSyntax.hint(for: text))
    }

    private func number(
        _ text: String, of field: RouteField, in record: DelimitedRecord
    ) throws(InputProblem) -> Int32 {
        if let number = Int32(text) { return number }
        throw problem(
            field, of: record, "'\(text)' is not a valid \(field.name).",
            hint: "Use a whole number from \(Int32.min) to \(Int32.max).")
    }

    private func truth(
        _ text: String, of field: RouteField, in record: DelimitedRecord
    ) throws(InputProblem) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default:
            throw problem(
                field, of: record, "'\(text)' is not a valid value of '\(field.name)'.",
                hint: "Use true or false.")
        }
    }

    private func object(
        _ text: String, of record: DelimitedRecord
    ) throws(InputProblem) -> JSONObject {
        do {
            if case .object(let object) = try JSONValue(parsing: text) { return object }
        } catch {
            throw problem(
                .defaults, of: record,
                "The default values are not JSON, at byte \(error.offset): \(error.message).",
                hint: "Write an object, such as {\"tab\":\"posts\"}.")
        }
        throw problem(
            .defaults, of: record, "The default values are not a JSON object.",
            hint: "Write an object, such as {\"tab\":\"posts\"}.")
    }

    private func duplicateRule(
        _ text: String, of record: DelimitedRecord
    ) throws(InputProblem) -> DuplicateRule {
        if let rule = DuplicateRule(rawValue: text) { return rule }
        throw problem(
            .onDuplicate, of: record, "'\(text)' is not a valid value of 'onDuplicate'.",
            hint: DuplicateRule.listing)
    }

    private func problem(
        _ field: RouteField, of record: DelimitedRecord, _ message: String, hint: String,
        remedy: InputProblem.Remedy? = nil
    ) -> InputProblem {
        InputProblem(at: place(of: field, in: record), message, hint: hint, remedy: remedy)
    }
}

extension DuplicateRule {
    /// A sentence that lists the values.
    static var listing: String {
        "Use " + allCases.map(\.rawValue).joined(separator: ", ") + "."
    }
}
