import Foundation

/// The paths of GitHub's REST interface, read from a table with a column `path`.
enum GitHubRoutes {
    /// The variable that names the file if no option does.
    static let variable = "ROUTEDB_GITHUB_ROUTES"

    /// Reads the routes, one for each path, in the order of the file, whose first line names
    /// its columns.
    static func read(_ file: String) throws -> [RouteSketch] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        guard let header = lines.first,
            let column = header.split(separator: "\t", omittingEmptySubsequences: false)
                .firstIndex(of: "path")
        else { throw BenchmarkFailure(message: "\(file): no column `path`") }
        var seen: Set<Substring> = []
        var routes: [RouteSketch] = []
        for line in lines.dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > column, seen.insert(fields[column]).inserted else { continue }
            let segments = fields[column].split(separator: "/").map(segment)
            routes.append(
                RouteSketch(scheme: "https", host: "api.github.com", segments: segments))
        }
        return routes
    }

    private static func segment(_ text: Substring) -> SegmentSketch {
        text.hasPrefix("{") && text.hasSuffix("}")
            ? .text(String(text.dropFirst().dropLast())) : .literal(String(text))
    }
}
