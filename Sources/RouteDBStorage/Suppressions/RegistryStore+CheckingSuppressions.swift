import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    func checkSuppressions(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, code, route, other_route, namespace, name, reason, version_id
            FROM suppression ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                guard SuppressionRecords.suppression(statement) == nil else { continue }
                findings.append(
                    RegistryFinding(
                        rule: .suppressions,
                        message: "suppression \(statement.int(at: 0)), row"
                            + " \(statement.int(at: 7)): unknown code"
                            + " '\(statement.string(at: 1))'"))
            }
        }
    }
}
