import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// Checks every version of every case.
    func checkCases(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, name, request, expected, version_id FROM test_case ORDER BY version_id
            """
        try database.run(select) { statement in
            while try statement.step() {
                do {
                    _ = try CaseRecords.stored(statement)
                } catch {
                    findings.append(
                        RegistryFinding(
                            rule: .cases,
                            message: "case \(statement.int(at: 0)), row"
                                + " \(statement.int(at: 4)): it is invalid: \(error)"))
                }
            }
        }
    }
}
