import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    func checkFallbacks(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, name, fallback FROM namespace WHERE ended_by IS NULL ORDER BY id
            """
        let namespaces = try database.run(select) { statement in
            var namespaces: [RouteNamespace] = []
            while try statement.step() {
                namespaces.append(
                    RouteNamespace(
                        id: NamespaceID(rawValue: statement.int(at: 0)),
                        name: statement.string(at: 1),
                        fallback: statement.optionalInt(at: 2).map(NamespaceID.init(rawValue:))))
            }
            return namespaces
        }
        var reported: Set<Set<String>> = []
        for namespace in namespaces {
            guard let cycle = NamespaceRules.cycle(from: namespace, among: namespaces),
                reported.insert(Set(cycle)).inserted
            else { continue }
            findings.append(
                RegistryFinding(
                    rule: .fallbacks,
                    message: "the fallbacks form a cycle: "
                        + cycle.joined(separator: " → ")))
        }
    }

    func checkPolicies(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT version_id, name, profile, choice, registration, host, fragment, plus,
                repeated_slashes, trailing_slash, letter_case, refusal, groups, scheme, query,
                decoding, repeated_keys, empty_values, cast_failure, marks, cast_mark, access
            FROM namespace ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                let place = "namespace '\(statement.string(at: 1))', row \(statement.int(at: 0))"
                let profile = statement.string(at: 2)
                if NamespaceProfile(rawValue: profile) == nil {
                    findings.append(
                        RegistryFinding(
                            rule: .policies, message: "\(place): unknown profile '\(profile)'"))
                }
                let access = statement.string(at: Int32(3 + NamespaceRecords.policies.count))
                if RouteNamespace.Access(rawValue: access) == nil {
                    findings.append(
                        RegistryFinding(
                            rule: .policies, message: "\(place): unknown access policy '\(access)'")
                    )
                }
                for (index, policy) in NamespaceRecords.policies.enumerated() {
                    guard let value = statement.optionalString(at: Int32(3 + index)),
                        !policy.accepts(value)
                    else { continue }
                    findings.append(
                        RegistryFinding(
                            rule: .policies,
                            message: "\(place): '\(value)' is not a valid value of the policy"
                                + " '\(policy.rawValue)'"))
                }
            }
        }
    }

    func checkPatterns(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, version_id, pattern, written, syntax, name FROM route ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                let place = "route #\(statement.int(at: 0)), row \(statement.int(at: 1))"
                let (pattern, written) = (statement.string(at: 2), statement.string(at: 3))
                let syntax = statement.string(at: 4)
                let faults =
                    syntax.isEmpty
                    ? Self.faults(ofNone: pattern, written, name: statement.optionalString(at: 5))
                    : Self.faults(of: written, in: syntax, storedAs: pattern)
                for fault in faults {
                    findings.append(RegistryFinding(rule: .patterns, message: "\(place): \(fault)"))
                }
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

    func checkPresentations(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, version_id, requirements, presentation FROM route
            WHERE requirements IS NOT NULL OR presentation IS NOT NULL ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                let place = "route #\(statement.int(at: 0)), row \(statement.int(at: 1))"
                let texts = (statement.optionalString(at: 2), statement.optionalString(at: 3))
                let faults = [
                    (RegistryFinding.Rule.requirements, texts.0.flatMap(Self.faultOfRequirements)),
                    (.presentations, texts.1.flatMap(Self.faultOfPresentation)),
                ]
                for case (let rule, let fault?) in faults {
                    findings.append(RegistryFinding(rule: rule, message: "\(place): \(fault)"))
                }
            }
        }
    }

    private static func faultOfRequirements(_ text: String) -> String? {
        do {
            _ = try RouteRequirement.list(stored: text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func faultOfPresentation(_ text: String) -> String? {
        do {
            _ = try RoutePresentation(stored: text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    func checkDefaults(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        try database.run(
            "SELECT version_id, key, value FROM default_value ORDER BY version_id"
        ) { statement in
            while try statement.step() {
                let text = statement.string(at: 2)
                do throws(JSONError) {
                    _ = try JSONValue(parsing: text)
                } catch {
                    findings.append(
                        RegistryFinding(
                            rule: .defaults,
                            message: "row \(statement.int(at: 0)): the value '\(text)' of"
                                + " '\(statement.string(at: 1))' is not valid JSON"))
                }
            }
        }
    }
}
