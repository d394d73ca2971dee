#if Server
package import HTTPTypes
package import RouteDB

/// The proxies whose word the service takes for who sends a request.
package struct TrustedProxies: Sendable {
    /// Their addresses.
    package let ranges: [NetworkRange]
    /// The header field in which they name the user whom they have authenticated; `nil` if they do
    /// not authenticate.
    package let userField: HTTPField.Name?
    /// The operations that their users may request.
    package let scopes: TokenScope

    package init(
        ranges: [NetworkRange] = [], userField: HTTPField.Name? = nil, scopes: TokenScope = []
    ) {
        self.ranges = ranges
        self.userField = userField
        self.scopes = scopes
    }

    /// Returns whether a request on a connection from an address may carry a proxy's header fields.
    package func trusts(_ address: IPAddress?) -> Bool {
        address.map { address in ranges.contains { $0.contains(address) } } ?? false
    }

    /// The user whom a proxy names; `nil` if the connection is not a trusted proxy's.
    package func caller(
        _ fields: HTTPFields, from address: @autoclosure () -> IPAddress?
    ) -> Caller? {
        guard let userField, trusts(address()), let name = fields[userField], !name.isEmpty,
            name.utf8.count <= 200
        else { return nil }
        return Caller(proof: .proxy, name: name, scopes: scopes)
    }

    /// The address of the client, as far as trusted proxies tell it.
    ///
    /// Each proxy appends the address that it was called from, so the last one that is not a trusted
    /// proxy's is the client's; what is before it may be invented.
    package func client(_ fields: HTTPFields, on connection: ConnectionContext) -> String? {
        var client = connection.addressText
        guard !ranges.isEmpty, trusts(connection.address) else { return client }
        let forwarded = fields[values: .forwardedFor].joined(separator: ",")
        for part in forwarded.split(separator: ",").reversed() {
            let text = String(part.drop { $0 == " " })
            guard let next = IPAddress(text) else { break }
            client = text
            guard trusts(next) else { break }
        }
        return client
    }
}

extension HTTPField.Name {
    /// The addresses that a request came through.
    static let forwardedFor = Self.checked("X-Forwarded-For")

    /// A name of our own spelling, which is valid.
    static func checked(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else {
            preconditionFailure("'\(name)' is not the name of a header field")
        }
        return name
    }
}
#endif
