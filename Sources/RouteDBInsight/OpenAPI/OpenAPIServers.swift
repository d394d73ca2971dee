import RouteDB
import RouteDBRouting

/// The servers of an API, its paths and its operations, as namespaces: hosts with the same paths are one.
struct OpenAPIServers {
    /// The schemes and hosts of a namespace; no hosts for what stands on any.
    struct Namespace {
        var schemes: [String] = []
        var hosts: [String] = []
    }

    /// A path before those of operations, in a namespace.
    struct Base {
        /// The index of the namespace.
        let namespace: Int
        let path: OpenAPIBasePath
        /// How many bases of the same servers come before it in the namespace.
        let number: Int
    }

    private(set) var namespaces: [Namespace] = []
    /// The bases of each list of servers; the first one is that of the API.
    private var bases: [[Base]] = []
    /// The lists of each item of paths, and those of its operations.
    private var uses: [(item: Int, operations: [Int])] = []

    /// Reads the servers of a description.
    init(
        of document: OpenAPIDocument, _ paths: OpenAPIPaths, _ losses: inout ExchangeLosses
    ) throws(InputProblem) {
        guard !document.isSwagger else {
            uses = paths.items.map { (0, $0.operations.map { _ in 0 }) }
            group([try OpenAPIServer.swagger(document, &losses)])
            return
        }
        let written = try document.root.array("servers") ?? []
        var room = OpenAPIDocument.serverLimit
        var addresses = [
            try OpenAPIServer.list(
                written, at: [.key("servers")], "servers", document, &room, &losses)
        ]
        var known: [[JSONValue]: Int] = [:]
        func list(
            of members: JSONObject, at place: [JSONStep], _ label: String
        ) throws(InputProblem) -> Int? {
            guard case .array(let list)? = members["servers"], !list.isEmpty else { return nil }
            if let number = known[list] { return number }
            known[list] = addresses.count
            addresses.append(
                try OpenAPIServer.list(
                    list, at: place + [.key("servers")], "\(label).servers", document, &room,
                    &losses))
            return addresses.count - 1
        }
        for item in paths.items {
            let place: [JSONStep] = [.key("paths"), .key(item.path)]
            let label = "paths.\(item.path)"
            let own = try list(of: item.members, at: place, label) ?? 0
            var operations: [Int] = []
            for operation in item.operations {
                let number = try list(
                    of: operation.members, at: place + operation.steps,
                    "\(label).\(operation.label)")
                operations.append(number ?? own)
            }
            uses.append((own, operations))
        }
        group(addresses)
    }

    /// The bases of an item of paths, or of an operation of it: its own servers take the place of those
    /// of its path, and these of those of the API.
    func bases(of item: Int, _ operation: Int? = nil) -> [Base] {
        bases[operation.map { uses[item].operations[$0] } ?? uses[item].item]
    }

    /// A path of a list of servers.
    private struct Use: Hashable {
        let list: Int
        let path: OpenAPIBasePath
    }

    /// Makes one namespace of the hosts that have the same paths in the same lists.
    private mutating func group(_ lists: [[OpenAPIServer]]) {
        var hosts: [String?] = []
        var uses: [String?: [Use]] = [:]
        var schemes: [String?: [String]] = [:]
        var seen: [String?: Set<Use>] = [:]
        for (number, list) in lists.enumerated() {
            for server in list {
                let use = Use(list: number, path: server.path)
                if uses[server.host] == nil { hosts.append(server.host) }
                if seen[server.host, default: []].insert(use).inserted {
                    uses[server.host, default: []].append(use)
                }
                if let scheme = server.scheme, schemes[server.host]?.contains(scheme) != true {
                    schemes[server.host, default: []].append(scheme)
                }
            }
        }
        bases = Array(repeating: [], count: lists.count)
        var places: [[Use]: Int] = [:]
        for host in hosts {
            let own = uses[host] ?? []
            // What stands on any host is a namespace of its own.
            let known = host == nil ? nil : places[own]
            let place = known ?? namespaces.count
            if known == nil {
                namespaces.append(Namespace())
                if host != nil { places[own] = place }
                for use in own {
                    let number = bases[use.list].count { $0.namespace == place }
                    bases[use.list].append(
                        Base(namespace: place, path: use.path, number: number))
                }
            }
            if let host { namespaces[place].hosts.append(host) }
            for scheme in schemes[host] ?? []
            where !namespaces[place].schemes.contains(scheme) {
                namespaces[place].schemes.append(scheme)
            }
        }
    }
}
