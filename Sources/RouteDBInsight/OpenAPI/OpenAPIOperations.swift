import RouteDB
import RouteDBRouting

/// An operation of an API: a method of a path.
struct OpenAPIOperation {
    /// The method in capitals, or as it is written if it is one of `additionalOperations`.
    let kind: String
    /// The name of the operation in losses, below its path.
    let label: String
    /// Its place below that of its path.
    let steps: [JSONStep]
    /// The members that are read.
    let members: JSONObject
    /// Its own parameters.
    let parameters: OpenAPIParameters

    private static let known: Set = [
        "callbacks", "deprecated", "description", "operationId", "parameters", "requestBody",
        "responses", "security", "servers", "summary", "tags", "x-routedb-target",
    ]

    init(
        kind: String, below steps: [String], _ members: JSONObject, of document: OpenAPIDocument
    ) {
        self.kind = kind
        label = steps.joined(separator: ".")
        self.steps = steps.map { .key($0) }
        self.members = JSONObject(
            distinct: members.members.filter { Self.known.contains($0.key) })
        parameters = OpenAPIParameters(self.members["parameters"], of: document)
    }
}

/// The contents of a path, read once for all paths that refer to it.
struct OpenAPIItem {
    /// The first of these paths.
    let path: String
    let members: JSONObject
    /// The parameters of all operations.
    let parameters: OpenAPIParameters
    let operations: [OpenAPIOperation]
    /// The members that are neither operations nor known.
    let unknown: [String]
}

/// The paths of an API.
struct OpenAPIPaths {
    /// The contents of the paths, each once.
    private(set) var items: [OpenAPIItem] = []
    /// The paths as they are written, with the index of their contents if these are in this file.
    private(set) var list: [(path: JSONObject.Member, item: Int?)] = []

    /// Reads the paths of a description.
    ///
    /// - Complexity: Linear in the file, however many paths refer to one item.
    init(of document: OpenAPIDocument) throws(InputProblem) {
        var known: [ObjectIdentifier: (node: OpenAPINode, item: Int)] = [:]
        for member in try document.root.object("paths")?.members ?? [] {
            guard let node = document.target(of: OpenAPINode(member.value)),
                case .object(let members) = node.value
            else {
                list.append((member, nil))
                continue
            }
            let item = known[ObjectIdentifier(node)]?.item ?? items.count
            list.append((member, item))
            guard item == items.count else { continue }
            // The node is kept, so that no other one has its identity.
            known[ObjectIdentifier(node)] = (node, item)
            items.append(
                OpenAPIItem(
                    path: member.key, members: members,
                    parameters: OpenAPIParameters(members["parameters"], of: document),
                    operations: document.operations(of: members),
                    unknown: document.unknownMembers(of: members)))
        }
    }
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
    fileprivate func operations(of item: JSONObject) -> [OpenAPIOperation] {
        var found = Self.readMethods.compactMap { method -> OpenAPIOperation? in
            guard case .object(let members)? = item[method] else { return nil }
            return OpenAPIOperation(
                kind: method.uppercased(), below: [method], members, of: self)
        }
        guard case .object(let more)? = item[Self.additional] else { return found }
        for case (let method, .object(let members)) in more.members.map({ ($0.key, $0.value) }) {
            found.append(
                OpenAPIOperation(
                    kind: RouteKind.canonical(method), below: [Self.additional, method], members,
                    of: self))
        }
        return found
    }

    /// The members of a path that are neither operations nor known.
    fileprivate func unknownMembers(of item: JSONObject) -> [String] {
        item.members.map(\.key).filter { key in
            !Self.readMethods.contains(key) && !Self.others.contains(key) && key != Self.additional
                && !key.utf8.starts(with: "x-".utf8)
        }
    }

    /// Refuses a description that makes too many routes or losses, before any of them is made.
    func checkWork(_ paths: OpenAPIPaths, for servers: OpenAPIServers) throws(InputProblem) {
        let work = paths.items.indices.map { item in
            let item = (index: item, members: paths.items[item])
            return servers.bases(of: item.index).count + item.members.unknown.count
                + item.members.operations.indices.reduce(0) {
                    $0 + servers.bases(of: item.index, $1).count
                }
        }
        var sum = 0
        for path in paths.list {
            sum += path.item.map { work[$0] } ?? 1
            guard sum > Self.workLimit else { continue }
            throw root.problem(
                "paths",
                "The description has more than \(Self.workLimit) paths, operations and unknown"
                    + " members, counted for each server with another path.",
                hint: "Divide the description, or keep fewer servers.")
        }
    }
}
