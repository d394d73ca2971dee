import RouteDBRouting
import Testing

@Suite("The table of policies")
struct PolicyTableTests {
    @Test("it has every policy with its values, and what each profile sets")
    func table() throws {
        let lines = try Repository.file("Docs/dialects.md").lines
        let head = try #require(lines.firstIndex { $0.hasPrefix("| policy | values |") })
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
        #expect(rows.count == NamespacePolicy.allCases.count)
        for (row, policy) in zip(rows, NamespacePolicy.allCases) {
            let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|").map {
                $0.replacing("\u{0}", with: "|")
            }
            try #require(cells.count == 2 + NamespaceProfile.allCases.count, "\(policy)")
            #expect(cells[0].hasPrefix(" `\(policy.rawValue)`: "), "\(policy)")
            let values = cells[1].matches(of: #/`([a-z-]+)`(?=[:;])/#).map { String($0.1) }
            #expect(values == policy.values, "\(policy)")
            for (cell, profile) in zip(cells[2...], NamespaceProfile.allCases) {
                #expect(cell == " `\(profile.policies[policy])` ", "\(policy) of \(profile)")
            }
        }
    }
}
