import RouteDBDatabase
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
                problem = "no route it covers has a parameter '\(name)'"
            } else if let (name, value) = known.impossibleValue(of: rule) {
                problem = "no route it covers allows \(value) for the parameter '\(name)'"
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

extension RegistryStore {
    func checkConverters(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let known = try checkRules(&findings)
        let select: StaticString = """
            SELECT id, namespace, pattern FROM route WHERE ended_by IS NULL
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
                    findings.append(
                        RegistryFinding(
                            rule: .converters,
                            message: "route #\(statement.int(at: 0)): its namespace has no"
                                + " converter '\(name)'"))
                }
            }
        }
    }

    /// Checks the rule of every version.
    ///
    /// - Returns: The names of the live converters, by namespace.
    private func checkRules(
        _ findings: inout [RegistryFinding]
    ) throws(RouteDBError) -> [Int64: Set<String>] {
        let select: StaticString = """
            SELECT version_id, namespace, name, rule, argument, ended_by IS NULL FROM converter
            ORDER BY version_id
            """
        return try database.run(select) { statement in
            var live: [Int64: Set<String>] = [:]
            while try statement.step() {
                let name = statement.string(at: 2)
                let (rule, argument) = (statement.string(at: 3), statement.optionalString(at: 4))
                if ConverterRecords.rule(rule, argument: argument) == nil {
                    findings.append(
                        RegistryFinding(
                            rule: .converters,
                            message: "converter '\(name)', row \(statement.int(at: 0)): the rule"
                                + " '\(rule)' with \(argument.map { "'\($0)'" } ?? "nothing")"
                                + " is invalid"))
                }
                if statement.bool(at: 5) {
                    live[statement.int(at: 1), default: []].insert(name)
                }
            }
            return live
        }
    }
}
