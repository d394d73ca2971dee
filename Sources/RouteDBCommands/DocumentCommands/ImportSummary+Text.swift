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

    /// Lines about routes that lead nowhere, or might redirect.
    static func targetLines(of document: RegistryDocument, targetColumn: String?) -> [String] {
        let count = document.urlTargetCount
        if count > 0 {
            let routes = NumberText.counted(count, "route")
            return [
                "warning: \(routes) \(count == 1 ? "leads" : "lead") nowhere: a target is a name that"
                    + " code binds, and \(count == 1 ? "its target is a URL" : "their targets are URLs")",
                "hint: to redirect there, use --redirect-column '\(targetColumn ?? RouteField.target.name)'",
            ]
        }
        guard let column = document.ignored.urlColumn, !document.hasRedirects else { return [] }
        return [
            "hint: the column '\(column)' looks like URLs: with --redirect-column '\(column)' the"
                + " routes redirect there"
        ]
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
