import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    func checkAccessRules(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let live = try checkRows(&findings)
        let zones = ZoneFiles.zones(namedBy: live)
        for rule in live {
            for name in rule.zoneNames where zones[name] == nil {
                findings.append(
                    RegistryFinding(
                        rule: .accessRules,
                        message: "access rule \(rule.id.rawValue): unknown time zone"
                            + " '\(name)', so the rule's time condition cannot be evaluated"))
            }
        }
        guard live.contains(where: { !$0.parameterNames.isEmpty }) else { return }
        let routes: [Route]
        do {
            routes = try RouteRecords(database: database).live()
        } catch {
            // Unreadable routes have findings of their own.
            guard error.code == .corrupt else { throw error }
            return
        }
        let known = ScopeParameters(of: live, among: routes)
        for rule in live {
            let problem: String
            if let name = known.missingParameter(of: rule) {
                problem = "none of the routes it covers has a parameter '\(name)'"
            } else if let (name, value) = known.impossibleValue(of: rule) {
                problem = "the parameter '\(name)' can be \(value) in none of the routes it covers"
            } else {
                continue
            }
            findings.append(
                RegistryFinding(
                    rule: .accessRules, message: "access rule \(rule.id.rawValue): \(problem)"))
        }
    }

    /// Checks every version.
    ///
    /// - Returns: The live rules that are valid.
    private func checkRows(
        _ findings: inout [RegistryFinding]
    ) throws(RouteDBError) -> [AccessRule] {
        let select: StaticString = """
            SELECT id, namespace, route_group, route, effect, target, subject, subject_name,
                subject_value, conditions, is_shadow, until, code, message, version_id,
                ended_by IS NULL
            FROM access_rule ORDER BY version_id
            """
        return try database.run(select) { statement in
            var live: [AccessRule] = []
            while try statement.step() {
                guard let rule = AccessRuleRecords.rule(statement) else {
                    findings.append(
                        RegistryFinding(
                            rule: .accessRules,
                            message: "access rule \(statement.int(at: 0)), row"
                                + " \(statement.int(at: 14)): it is invalid"))
                    continue
                }
                if statement.bool(at: 15) { live.append(rule) }
            }
            return live
        }
    }
}
