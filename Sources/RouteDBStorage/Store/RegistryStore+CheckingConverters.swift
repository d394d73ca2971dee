import RouteDBRouting
import RouteDBSQLite

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
