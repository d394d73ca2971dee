import RouteDB
import RouteDBTestSupport

extension CaseRegistry {
    /// What explanations of a case's URLs say otherwise than the registry does.
    func misexplained(_ test: ConformanceCase) -> [String] {
        var urls: [String] = test.url.map { [$0] } ?? []
        for object in test.steps + [test.request] {
            for member in object.members {
                if case .string(let text) = member.value { urls.append(text) }
            }
        }
        var check = ExplanationCheck(table)
        let namespaces: [String?] = [nil] + table.namespaces.map(\.name)
        return urls.flatMap { url in
            namespaces.compactMap { namespace in
                check.problem(ResolutionRequest(url, namespace: namespace)).map {
                    "\(test.id), '\(url)' in \(namespace ?? "-"): \($0)"
                }
            }
        }
    }
}
