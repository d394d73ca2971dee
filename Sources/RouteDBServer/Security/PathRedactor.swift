#if Server
import RouteDB

/// The places of the service's files, which only callers with the scope `admin` are told.
///
/// Others read the names of the files: 'routes.db' for '/srv/app/routes.db', and 'routes' for a hub.
package struct PathRedactor: Sendable {
    private var replacements: [(text: String, by: String)] = []
    /// The path of a copy, and the registry that everybody is told in its place.
    private var copy: (path: String, of: String)?

    /// Creates the rule.
    package init(_ paths: [String], copyOf shared: String? = nil) {
        if let shared, let path = paths.first { copy = (path, shared) }
        for path in paths + (shared.map { [$0] } ?? []) {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let name = String(path[path.index(after: slash)...])
            replacements.append((path, name))
            // A relative one may be a word of the caller's.
            guard path.utf8.first == UInt8(ascii: "/"), slash > path.startIndex else { continue }
            replacements += [("\(path[...slash])", ""), ("'\(path[..<slash])'", "'.'")]
        }
    }

    /// Returns the problem with paths removed for this caller.
    package func hidden(in problem: Problem, from caller: Caller? = nil) -> Problem {
        var problem = problem
        if let copy {
            problem.message = problem.message.replacing(copy.path, with: copy.of)
            problem.hint = problem.hint?.replacing(copy.path, with: copy.of)
        }
        if let caller, caller.scopes.allows(.admin) { return problem }
        if let copy, problem.code == RouteDBError.Code.sourceUnavailable.description {
            // The reason has the address of the server.
            problem.message = "The hub '\(copy.of)' cannot be reached, or has failed."
        }
        for (text, name) in replacements {
            problem.message = problem.message.replacing(text, with: name)
            problem.hint = problem.hint?.replacing(text, with: name)
        }
        return problem
    }
}
#endif
