/// The rules of one scope, by whom they are for; as indices, rising.
final class ScopeRules: Sendable {
    /// A claim that rules ask for.
    struct Claim: Hashable {
        let name: TextKey
        /// The text of the wanted value; `nil`: any value.
        let value: TextKey?
    }

    /// The rules while they are collected.
    struct Builder {
        fileprivate var anyone: [Int32] = []
        fileprivate var anonymous: [Int32] = []
        fileprivate var authenticated: [Int32] = []
        fileprivate var principals: [TextKey: [Int32]] = [:]
        fileprivate var roles: [TextKey: [Int32]] = [:]
        fileprivate var claims: [Claim: [Int32]] = [:]
        fileprivate var closedUntil: Int64?

        mutating func add(_ rule: AccessRule, _ index: Int32) {
            switch rule.subject {
            case .anyone: anyone.append(index)
            case .anonymous: anonymous.append(index)
            case .authenticated: authenticated.append(index)
            case .principal(let id): principals[TextKey(id), default: []].append(index)
            case .role(let role): roles[TextKey(role), default: []].append(index)
            case .claim(let name, let value):
                let claim = Claim(
                    name: TextKey(name), value: value.map { TextKey($0.plainText) })
                claims[claim, default: []].append(index)
            }
            if rule.effect == .allow && !rule.isShadow {
                closedUntil = max(closedUntil ?? .min, rule.until ?? .max)
            }
        }
    }

    private let anyone: [Int32]
    private let anonymous: [Int32]
    private let authenticated: [Int32]
    private let principals: [TextKey: [Int32]]
    private let roles: [TextKey: [Int32]]
    private let claims: [Claim: [Int32]]
    /// Until when an allow rule that counts closes the scope, in microseconds; `nil`: never closed.
    let closedUntil: Int64?

    init(_ builder: Builder) {
        anyone = builder.anyone
        anonymous = builder.anonymous
        authenticated = builder.authenticated
        principals = builder.principals
        roles = builder.roles
        claims = builder.claims
        closedUntil = builder.closedUntil
    }

    /// Calls a closure with the index of each rule that is for somebody; one of a role that is
    /// given twice comes twice.
    @inline(__always)
    func forEachRule(for principal: Principal?, _ body: (Int32) -> Void) {
        for index in anyone { body(index) }
        guard let principal else {
            for index in anonymous { body(index) }
            return
        }
        for index in authenticated { body(index) }
        if !principals.isEmpty { principals[TextKey(principal.id)]?.forEach(body) }
        if !roles.isEmpty {
            for role in principal.roles { roles[TextKey(role)]?.forEach(body) }
        }
        if !claims.isEmpty {
            for claim in principal.claims.members {
                let name = TextKey(claim.key)
                claims[Claim(name: name, value: nil)]?.forEach(body)
                let value = TextKey(claim.value.plainText)
                claims[Claim(name: name, value: value)]?.forEach(body)
            }
        }
    }
}
