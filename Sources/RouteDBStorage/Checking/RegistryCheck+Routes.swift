import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryCheck {
    func checkPatterns() throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, version_id, pattern, written, syntax, name FROM route
            WHERE ?1 IS NULL OR made_by > ?1 ORDER BY version_id
            """
        try database.run(select) { statement in
            try statement.bind(base, at: 1)
            defer { currentRow = nil }
            while try statement.step() {
                currentRow = VersionNumber(table: "route", number: statement.int(at: 1))
                let place = "route #\(statement.int(at: 0)), row \(statement.int(at: 1))"
                let (pattern, written) = (statement.string(at: 2), statement.string(at: 3))
                let syntax = statement.string(at: 4)
                let faults =
                    syntax.isEmpty
                    ? Self.faults(ofNone: pattern, written, name: statement.optionalString(at: 5))
                    : Self.faults(of: written, in: syntax, storedAs: pattern)
                for fault in faults { report(.patterns, "\(place): \(fault)") }
            }
        }
    }

    /// The problems of a route without a syntax, which must not have a pattern.
    private static func faults(
        ofNone pattern: String, _ written: String, name: String?
    ) -> [String] {
        (pattern.isEmpty && written.isEmpty
            ? [] : ["it has no syntax for the pattern '\(pattern)', written '\(written)'"])
            + (name == nil ? ["it has neither a pattern nor a name"] : [])
    }

    private static func faults(
        of written: String, in name: String, storedAs stored: String
    ) -> [String] {
        var faults: [String] = []
        var converters: Set<String> = []
        let fault = fault(of: stored, storedAs: stored) { (text) throws(PatternError) in
            let pattern = try RoutePattern(stored: text)
            converters = pattern.converterNames
            return pattern
        }
        if let fault { faults.append(fault) }
        guard let syntax = PatternSyntax(name) else {
            return faults + ["unknown syntax '\(name)'"]
        }
        // Uses the converters that existed when the pattern was written, not the current ones.
        let mismatch = Self.fault(of: written, storedAs: stored) { (text) throws(PatternError) in
            try syntax.parse(text, converters: converters)
        }
        if let mismatch { faults.append(mismatch) }
        return faults
    }

    private static func fault(
        of text: String, storedAs pattern: String,
        _ parse: (String) throws(PatternError) -> RoutePattern
    ) -> String? {
        do throws(PatternError) {
            let canonical = try parse(text).description
            guard canonical.utf8.elementsEqual(pattern.utf8) else {
                return "'\(text)' prints as '\(canonical)', and '\(pattern)' is stored"
            }
            return nil
        } catch {
            return "'\(text)' is not a valid pattern, at byte \(error.range.lowerBound):"
                + " \(error.message)"
        }
    }

    func checkPresentations() throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, version_id, requirements, presentation, labels, note, redirect FROM route
            WHERE (?1 IS NULL OR made_by > ?1)
                AND (requirements IS NOT NULL OR presentation IS NOT NULL OR labels IS NOT NULL
                    OR note IS NOT NULL OR redirect IS NOT NULL)
            ORDER BY version_id
            """
        try database.run(select) { statement in
            try statement.bind(base, at: 1)
            defer { currentRow = nil }
            while try statement.step() {
                currentRow = VersionNumber(table: "route", number: statement.int(at: 1))
                let place = "route #\(statement.int(at: 0)), row \(statement.int(at: 1))"
                let checks: [(RegistryFinding.Rule, Int32, (String) throws -> Void)] = [
                    (.requirements, 2, { _ = try RouteRequirement.list(stored: $0) }),
                    (.presentations, 3, { _ = try RoutePresentation(stored: $0) }),
                    (.labels, 4, { _ = try RouteLabels.labels(stored: $0) }),
                    (.labels, 5, { try RouteLabels.checkNote($0) }),
                    (.redirects, 6, { _ = try RouteRedirect(stored: $0) }),
                ]
                for (rule, column, read) in checks {
                    guard let text = statement.optionalString(at: column) else { continue }
                    do { try read(text) } catch { report(rule, "\(place): \(error)") }
                }
            }
        }
    }
}
