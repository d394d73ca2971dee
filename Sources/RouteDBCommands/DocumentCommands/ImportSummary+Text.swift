import RouteDB

extension ImportSummary {
    /// Returns the summary in one line, with a second one if there were items other than routes.
    func lines(isDryRun: Bool) -> [String] {
        let prefix = isDryRun ? "dry run: " : ""
        var lines = [
            "\(prefix)imported \(routes.added), skipped \(routes.skipped),"
                + " unchanged \(routes.unchanged), replaced \(routes.replaced)"
        ]
        let others = [
            ("namespaces", namespaces), ("converters", converters), ("default values", defaults),
            ("access rules", rules), ("suppressions", suppressions), ("cases", cases),
            ("apps", apps),
        ]
        for (kind, counts) in others where !counts.isEmpty {
            lines.append(
                "\(prefix)\(kind): imported \(counts.added), skipped \(counts.skipped) (existing,"
                    + " but different), unchanged \(counts.unchanged), replaced"
                    + " \(counts.replaced)")
        }
        return lines
    }

    /// Lines about the skipped routes, which differ from the existing ones.
    func skipLines(of document: RegistryDocument) -> [String] {
        guard routes.skipped > 0 else { return [] }
        let place = firstSkipped.map { " (first: line \($0.line))" } ?? ""
        let verb = routes.skipped == 1 ? "differs" : "differ"
        let head = conflicts > 0 ? "warning" : "note"
        var lines = [
            "\(head): \(routes.skipped) \(verb) from a route with the same pattern\(place)"
        ]
        if let column = document.ignored.methodColumn, !hasKinds {
            lines.append(
                "hint: the column '\(column)' looks like HTTP methods: with"
                    + " --kind-column '\(column)' routes of different methods may share a pattern")
        } else if conflicts > 0 {
            lines.append(
                "hint: choose how to treat them: --on-duplicate skip, replace,"
                    + " keep-both or error")
        }
        return lines
    }
}
