import RouteDBRouting

extension RegistryStore {
    /// Checks that the newest revision is the one that the writer expects.
    ///
    /// - Returns: The number of the newest revision.
    @discardableResult
    func require(expected: Int64?) throws(RouteDBError) -> Int64 {
        let records = RevisionRecords(database: database)
        let latest = try records.latest()
        guard let expected, expected != latest else { return latest }
        let place = "The registry '\(path)' is at revision \(latest), not at \(expected)"
        guard expected < latest, let first = try records.find(expected + 1) else {
            throw RouteDBError(
                .revisionConflict, "\(place).", hint: "The newest revision is \(latest).")
        }
        let others = latest - first.number
        throw RouteDBError(
            .revisionConflict,
            "\(place): \(first.author) made revision \(first.number) at"
                + " \(Timestamp(microseconds: first.timeMicroseconds))"
                + (first.message.isEmpty ? "" : ", '\(first.message)'")
                + (others == 0 ? "." : ", and \(others) followed."),
            hint: "See what changed with `routedb diff @\(expected)`, then try again with"
                + " revision \(latest).")
    }
}
