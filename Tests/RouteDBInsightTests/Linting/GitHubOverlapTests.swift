import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDBInsight
@testable import RouteDBRouting

/// Pairs of paths of GitHub's REST interface.
@Suite struct GitHubOverlapTests {
    private static let path = "routes/github_rest_ghapi_2.1.4.tsv"

    @Test(
        "115 pairs of GitHub's paths overlap, of which 45 have no path that contains the other",
        .enabled(if: SharedData.url(of: path) != nil))
    func overlaps() throws {
        let snapshot = try snapshot()
        // The method of a request is the kind of its route, so pairs have one method.
        let table = RoutingTable(snapshot)
        let lint = NamespaceLint(table.tables.objects[0], of: table)
        var pairs = 0
        var search = OverlapSearch(
            lint.variants, lint.tree, lint.classes, sameShape: false, mixesCase: false,
            budget: NamespaceLint.budget)
        search.run { pair in
            let (one, other) = (lint.variants[pair.first], lint.variants[pair.second])
            if one.competes(with: other) { pairs += 1 }
        }
        #expect(pairs == 115)

        let report = snapshot.lint(at: 0)
        #expect(report.findings.count { $0.code == .crossing } == 45)
        #expect(report.findings.allSatisfy { $0.witness != nil })
        // Nothing is left to the order of registration, and each path is reached.
        #expect(report.total == 45)
        #expect(!report.isBounded)
    }

    /// The table's routes in one namespace, of the kind that their method is.
    private func snapshot() throws -> RegistrySnapshot {
        let url = try #require(SharedData.url(of: Self.path))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
        let routes = try lines.enumerated().map { index, line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: NamespaceID(rawValue: 1),
                kind: String(fields[0]), pattern: try RoutePattern(String(fields[1])),
                target: String(fields[3]))
        }
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        return RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes)
    }
}
