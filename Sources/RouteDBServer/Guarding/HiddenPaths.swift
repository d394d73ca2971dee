#if Server
import RouteDB

/// The places of the service's files, which only callers with the scope `admin` are told.
///
/// Others read the names of the files: 'routes.db' for '/srv/app/routes.db'.
package struct HiddenPaths: Sendable {
    private var replacements: [(text: String, by: String)] = []

    package init(_ paths: [String]) {
        for path in paths {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let name = String(path[path.index(after: slash)...])
            replacements.append((path, name))
            // A relative one may be a word of the caller's.
            guard path.utf8.first == UInt8(ascii: "/"), slash > path.startIndex else { continue }
            replacements += [("\(path[...slash])", ""), ("'\(path[..<slash])'", "'.'")]
        }
    }

    /// The problem as a caller is told it.
    package func hidden(in problem: Problem, from caller: Caller? = nil) -> Problem {
        if let caller, caller.scopes.allows(.admin) { return problem }
        var problem = problem
        for (text, name) in replacements {
            problem.message = problem.message.replacing(text, with: name)
            problem.hint = problem.hint?.replacing(text, with: name)
        }
        return problem
    }
}
#endif
