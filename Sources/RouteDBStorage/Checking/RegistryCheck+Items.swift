import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryCheck {
    func checkFallbacks() throws(RouteDBError) {
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
        let known = LiveNamespaces(namespaces)
        var reported: Set<Set<String>> = []
        for namespace in namespaces {
            guard let cycle = NamespaceRules.cycle(from: namespace, find: { known[$0] }),
                reported.insert(Set(cycle)).inserted
            else { continue }
            report(.fallbacks, "the fallbacks form a cycle: " + cycle.joined(separator: " → "))
        }
    }

    func checkPolicies() throws(RouteDBError) {
        try readVersions(of: RouteNamespace.table) { row, number, _ in
            let place = "namespace '\(row.string(at: 1))', row \(number)"
            let profile = row.string(at: 2)
            if NamespaceProfile(rawValue: profile) == nil {
                report(.policies, "\(place): unknown profile '\(profile)'")
            }
            let access = row.string(at: 5)
            if RouteNamespace.Access(rawValue: access) == nil {
                report(.policies, "\(place): unknown access policy '\(access)'")
            }
            for (index, column) in RouteNamespace.policyColumns.enumerated() {
                guard let value = row.optionalString(at: RouteNamespace.firstPolicy + Int32(index)),
                    !column.policy.accepts(value)
                else { continue }
                report(
                    .policies,
                    "\(place): '\(value)' is not a valid value of the policy"
                        + " '\(column.policy.rawValue)'")
            }
        }
    }

    func checkDefaults() throws(RouteDBError) {
        try readVersions(of: DefaultRecord.table) { row, number, _ in
            let text = row.string(at: 4)
            do throws(JSONError) {
                _ = try JSONValue(parsing: text)
            } catch {
                report(
                    .defaults,
                    "row \(number): the value '\(text)' of '\(row.string(at: 3))' is not valid JSON"
                )
            }
        }
    }

    func checkConverters() throws(RouteDBError) {
        try readVersions(of: ParameterConverter.table) { row, number, _ in
            let name = row.string(at: 1)
            if ParameterConverter.parseRule(row) == nil {
                let argument = row.optionalString(at: 3).map { "'\($0)'" } ?? "nothing"
                report(
                    .converters,
                    "converter '\(name)', row \(number): the rule '\(row.string(at: 2))' with"
                        + " \(argument) is invalid")
            }
        }
        var known: [Int64: Set<String>] = [:]
        try database.run("SELECT namespace, name FROM converter WHERE ended_by IS NULL") { row in
            while try row.step() { known[row.int(at: 0), default: []].insert(row.string(at: 1)) }
        }
        let select: StaticString = """
            SELECT id, namespace, pattern, version_id FROM route WHERE ended_by IS NULL
                AND instr(pattern, '@') > 0 ORDER BY id
            """
        try database.run(select) { statement in
            while try statement.step() {
                // An invalid pattern has a finding of its own.
                guard let pattern = try? RoutePattern(stored: statement.string(at: 2)) else {
                    continue
                }
                let missing = pattern.converterNames.subtracting(
                    known[statement.int(at: 1)] ?? [])
                for name in missing.sorted() {
                    report(
                        .converters,
                        "route #\(statement.int(at: 0)): its namespace has no converter '\(name)'",
                        ofLive: VersionNumber(table: "route", number: statement.int(at: 3)))
                }
            }
        }
    }

    /// Checks the rows of access rules, and passes on the live rules.
    func checkAccessRuleRows(
        _ body: (AccessRule, VersionNumber) -> Void
    ) throws(RouteDBError) {
        try readVersions(of: AccessRule.table) { row, number, isLive in
            guard let rule = AccessRule.parse(row) else {
                report(
                    .accessRules, "access rule \(row.int(at: 0)), row \(number): it is invalid")
                return
            }
            if isLive { body(rule, VersionNumber(table: "access_rule", number: number)) }
        }
    }

    func checkAccessRules() throws(RouteDBError) {
        var live: [AccessRule] = []
        var rows: [RuleID: VersionNumber] = [:]
        try checkAccessRuleRows { rule, row in
            live.append(rule)
            rows[rule.id] = row
        }
        let zones = ZoneFiles.zones(namedBy: live)
        for rule in live {
            for name in rule.zoneNames where zones[name] == nil {
                report(
                    .accessRules,
                    "access rule \(rule.id.rawValue): unknown time zone '\(name)', so the rule's"
                        + " time condition cannot be evaluated")
            }
        }
        try checkParameters(of: live, in: rows)
    }

    /// Checks that live rules use parameters that a route in their scope has.
    private func checkParameters(
        of rules: [AccessRule], in rows: [RuleID: VersionNumber]
    ) throws(RouteDBError) {
        guard rules.contains(where: { !$0.parameterNames.isEmpty }) else { return }
        let routes: [Route]
        do {
            routes = try Versions<Route>(database: database).all(at: nil)
        } catch {
            // Unreadable routes have findings of their own.
            guard error.code == .corrupt else { throw error }
            return
        }
        let known = ScopeParameters(of: rules, among: routes)
        for rule in rules {
            let problem: String
            if let name = known.missingParameter(of: rule) {
                problem = "no route it covers has a parameter '\(name)'"
            } else if let (name, value) = known.impossibleValue(of: rule) {
                problem = "no route it covers allows \(value) for the parameter '\(name)'"
            } else {
                continue
            }
            let message = "access rule \(rule.id.rawValue): \(problem)"
            if let row = rows[rule.id] {
                report(.accessRules, message, ofLive: row)
            } else {
                report(.accessRules, message)
            }
        }
    }

    func checkSuppressions() throws(RouteDBError) {
        try readVersions(of: LintSuppression.table) { row, number, _ in
            let code = row.string(at: 1)
            guard LintCode(rawValue: code) == nil else { return }
            report(
                .suppressions,
                "suppression \(row.int(at: 0)), row \(number): unknown code '\(code)'")
        }
    }

    func checkCases() throws(RouteDBError) {
        try readVersions(of: RouteTestCase.Stored.table) { row, number, _ in
            do {
                _ = try RouteTestCase.Stored.parse(row)
            } catch {
                report(.cases, "case \(row.int(at: 0)), row \(number): it is invalid: \(error)")
            }
        }
    }

    func checkApps() throws(RouteDBError) {
        try readVersions(of: AppRecord.table) { row, number, _ in
            do {
                try AppRules.check(try AppRecord.parse(row))
            } catch {
                report(.apps, "app '\(row.string(at: 2))', row \(number): it is invalid: \(error)")
            }
        }
    }
}
