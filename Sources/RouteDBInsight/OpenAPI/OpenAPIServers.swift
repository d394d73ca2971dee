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
    private var lists: [[JSONValue]: Int] = [:]

    /// Reads the servers of a description.
    init(of document: OpenAPIDocument, _ losses: inout ExchangeLosses) throws(InputProblem) {
        var addresses: [[OpenAPIServer]] = []
        if document.isSwagger {
            addresses.append(try OpenAPIServer.swagger(document, &losses))
        } else {
            let written = try document.root.array("servers") ?? []
            addresses.append(
                try OpenAPIServer.list(written, at: [.key("servers")], "servers", document, &losses)
            )
            for member in try document.root.object("paths")?.members ?? [] {
                guard let item = document.object(member.value) else { continue }
                let place: [JSONStep] = [.key("paths"), .key(member.key)]
                var owners = [(members: item, place: place, label: "paths.\(member.key)")]
                owners += document.operations(of: item).map { operation in
                    (
                        operation.members, place + operation.steps,
                        "paths.\(member.key).\(operation.label)"
                    )
                }
                for owner in owners {
                    guard let list = Self.own(owner.members), lists[list] == nil else { continue }
                    lists[list] = addresses.count
                    addresses.append(
                        try OpenAPIServer.list(
                            list, at: owner.place + [.key("servers")], "\(owner.label).servers",
                            document, &losses))
                }
            }
        }
        group(addresses)
    }

    /// The bases of an operation: its own servers take the place of those of its path, and these of
    /// those of the API.
    func bases(of operation: JSONObject?, _ item: JSONObject) -> [Base] {
        let own = operation.flatMap(Self.own) ?? Self.own(item)
        return bases[own.flatMap { lists[$0] } ?? 0]
    }

    private static func own(_ members: JSONObject) -> [JSONValue]? {
        guard case .array(let list)? = members["servers"], !list.isEmpty else { return nil }
        return list
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
