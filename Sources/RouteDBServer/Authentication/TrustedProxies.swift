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
    /// The header field in which they name the role of the user; `nil` if all have the scopes above.
    package let roleField: HTTPField.Name?

    package init(
        ranges: [NetworkRange] = [], userField: HTTPField.Name? = nil, scopes: TokenScope = [],
        roleField: HTTPField.Name? = nil
    ) {
        self.ranges = ranges
        self.userField = userField
        self.scopes = scopes
        self.roleField = roleField
    }

    /// Reads addresses and ranges of addresses.
    static func ranges(_ texts: [String]) throws(RouteDBError) -> [NetworkRange] {
        try texts.map { text throws(RouteDBError) in
            guard let range = NetworkRange(text) else {
                throw RouteDBError(
                    .invalidValue, "'\(text)' is not an address, nor a range of addresses.",
                    hint: "Give one such as 10.0.0.1 or 10.0.0.0/8.")
            }
            return range
        }
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
        return Caller(proof: .proxy, name: name, scopes: scopes(in: fields))
    }

    /// The scopes of the role that a proxy names; those of everybody if it names none that is known.
    private func scopes(in fields: HTTPFields) -> TokenScope {
        guard let roleField, let role = fields[roleField] else { return scopes }
        return TokenScope(role: role) ?? scopes
    }

    /// The address of the client, as far as trusted proxies tell it.
    ///
    /// Each proxy appends the address that it was called from, so the last one that is not a trusted
    /// proxy's is the client's; what is before it may be invented.
    package func client(_ fields: HTTPFields, from address: String?) -> String? {
        var client = address
        guard !ranges.isEmpty, trusts(address.flatMap(IPAddress.init)) else { return client }
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

    /// Reads the name of a field that a proxy sets, if one is given.
    static func read(_ name: String?) throws(RouteDBError) -> HTTPField.Name? {
        guard let name else { return nil }
        guard let field = HTTPField.Name(name) else {
            throw RouteDBError(
                .invalidValue, "'\(name)' is not the name of a header field.",
                hint: "Give a name such as X-Forwarded-User.")
        }
        return field
    }

    /// A name of our own spelling, which is valid.
    static func checked(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else {
            preconditionFailure("'\(name)' is not the name of a header field")
        }
        return name
    }
}
#endif
