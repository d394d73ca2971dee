extension RegistryStore {
    /// Reports the first revision whose digest does not match; mismatches of later ones follow from
    /// it.
    func checkDigests(_ findings: inout [RegistryFinding]) throws(RouteDBError) {
        guard let number = try RevisionDigests(database: database).firstMismatch() else { return }
        findings.append(
            RegistryFinding(
                rule: .digests,
                message: "revision \(number): digest mismatch: the revision was modified"
                    + " outside routedb"))
    }
}
