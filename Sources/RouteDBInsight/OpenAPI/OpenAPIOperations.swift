import RouteDB
import RouteDBRouting

/// An operation of an API: a method of a path.
struct OpenAPIOperation {
    /// The method in capitals, or as it is written if it is one of `additionalOperations`.
    let kind: String
    /// What losses call it, below its path.
    let label: String
    /// Its place below that of its path.
    let steps: [JSONStep]
    let members: JSONObject
}

extension OpenAPIDocument {
    /// The methods that a path may have operations for up to OpenAPI 3.1, in their order.
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    /// The same since OpenAPI 3.2.
    private static let readMethods = methods + ["query"]
    /// The other members of a path.
    private static let others: Set = ["$ref", "summary", "description", "servers", "parameters"]
    private static let additional = "additionalOperations"

    /// The operations of a path.
    func operations(of item: JSONObject) -> [OpenAPIOperation] {
        var found = Self.readMethods.compactMap { method -> OpenAPIOperation? in
            guard case .object(let members)? = item[method] else { return nil }
            return OpenAPIOperation(
                kind: method.uppercased(), label: method, steps: [.key(method)], members: members)
        }
        guard case .object(let more)? = item[Self.additional] else { return found }
        for case (let method, .object(let members)) in more.members.map({ ($0.key, $0.value) }) {
            found.append(
                OpenAPIOperation(
                    kind: RouteKind.canonical(method), label: "\(Self.additional).\(method)",
                    steps: [.key(Self.additional), .key(method)], members: members))
        }
        return found
    }

    /// The members of a path that are neither operations nor known.
    func unknownMembers(of item: JSONObject) -> [String] {
        item.members.map(\.key).filter { key in
            !Self.readMethods.contains(key) && !Self.others.contains(key) && key != Self.additional
                && !key.utf8.starts(with: "x-".utf8)
        }
    }

    /// Refuses a description that makes too many routes, before any of them is made.
    func checkWork(for servers: OpenAPIServers) throws(InputProblem) {
        var work = 0
        for member in try root.object("paths")?.members ?? [] {
            let item = object(member.value) ?? [:]
            work += servers.bases(of: nil, item).count
            for operation in operations(of: item) {
                work += servers.bases(of: operation.members, item).count
            }
            guard work > Self.workLimit else { continue }
            throw root.problem(
                "paths",
                "The description has more than \(Self.workLimit) paths and operations, counted for"
                    + " each server with another path.",
                hint: "Divide the description, or keep fewer servers.")
        }
    }
}
