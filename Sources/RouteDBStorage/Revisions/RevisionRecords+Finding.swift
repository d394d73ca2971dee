import RouteDBRouting

extension RevisionRecords {
    /// The revision that a reference identifies.
    func find(_ reference: RevisionReference) throws(RouteDBError) -> Revision {
        let number: Int64
        switch reference {
        case .number(let wanted): number = wanted
        case .live: number = try latest()
        case .tag(let name):
            let tags = TagRecords(database: database)
            guard let tagged = try tags.revision(of: name) else { throw try tags.missing(name) }
            number = tagged
        case .time(let microseconds):
            guard let latest = try latest(until: microseconds) else {
                throw RouteDBError(
                    .revisionNotFound,
                    "The registry '\(database.path)' has no revision at or before \(reference).",
                    hint: try find(1).map {
                        "The first was created at \(Timestamp(microseconds: $0.timeMicroseconds))."
                    })
            }
            number = latest
        }
        if let revision = try find(number) { return revision }
        throw RouteDBError(
            .revisionNotFound, "The registry '\(database.path)' has no revision \(number).",
            hint: "The newest is \(try latest()).")
    }
}

extension TagRecords {
    /// Creates the error for a tag that does not exist.
    func missing(_ name: String) throws(RouteDBError) -> RouteDBError {
        let nearest = NameSuggestion.nearest(to: name, among: try all().map(\.name))
        return RouteDBError(
            .tagNotFound, "The registry '\(database.path)' has no tag '\(name)'.",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "`routedb tag` lists them.")
    }
}
