/// The numbered subjects of a registry's rules, so that names are looked up once for all scopes.
///
/// Names are compared by bytes.
struct AccessSubjects: ~Copyable, Sendable {
    static let anyone: UInt32 = 0
    static let anonymous: UInt32 = 1
    static let authenticated: UInt32 = 2

    /// A claim by its name.
    // Not private: the compiler, 6.3, fails to link its metadata where files are compiled one by one.
    final class Claim: Sendable {
        /// The subject for the claim with any value, if a rule uses it.
        let any: UInt32?
        /// The subjects for the claim with a value, by its text.
        let values: TextIndex

        fileprivate init(_ builder: Builder.Claim) {
            any = builder.any
            values = TextIndex(builder.values.pairs)
        }
    }

    private let principals: TextIndex
    private let roles: TextIndex
    private let claimNames: TextIndex
    /// By the numbers of their names.
    private let claims: ReferenceArray<Claim>

    init(_ builder: Builder) {
        principals = TextIndex(builder.principals.pairs)
        roles = TextIndex(builder.roles.pairs)
        claimNames = TextIndex(builder.claimNames.pairs)
        claims = ReferenceArray(builder.claims.map(Claim.init))
    }

    /// Calls a closure with each subject that includes a principal; the subject of a role that is given
    /// twice is passed twice.
    @inline(__always)
    func forEach(of principal: RequestPrincipal?, _ body: (UInt32) -> Void) {
        body(Self.anyone)
        guard let principal else { return body(Self.anonymous) }
        body(Self.authenticated)
        if let subject = Self.value(of: principal.id, in: principals) { body(subject) }
        if !roles.isEmpty {
            // Spans lend their elements; arrays would hand out copies.
            let names = principal.roles.span
            for index in names.indices {
                if let subject = Self.value(of: names[index], in: roles) { body(subject) }
            }
        }
        if claimNames.isEmpty { return }
        let members = principal.claims.members.span
        for index in members.indices {
            guard let place = Self.value(of: members[index].key, in: claimNames) else { continue }
            claims.lend(Int(place)) { claim in
                if let subject = claim.any { body(subject) }
                if let subject = Self.value(of: members[index].value.plainText, in: claim.values) {
                    body(subject)
                }
            }
        }
    }

    @inline(__always)
    private static func value(of text: String, in index: borrowing TextIndex) -> UInt32? {
        if index.isEmpty { return nil }
        return text.withBytes { index.value(in: $0, from: 0, to: $0.byteCount) }
    }
}

extension AccessSubjects {
    /// Numbers the subjects of rules.
    struct Builder {
        /// Texts with their numbers.
        fileprivate struct Texts {
            private var pool = TextPool()
            private(set) var pairs: [(key: [UInt8], value: UInt32)] = []

            /// The number of a text; a new text gets the given number.
            mutating func number(of text: String, orNew new: UInt32) -> UInt32 {
                let place = pool.number(of: text)
                if place == pairs.count { pairs.append((Array(text.utf8), new)) }
                return pairs[place].value
            }
        }

        fileprivate struct Claim {
            var any: UInt32?
            var values = Texts()
        }

        fileprivate var principals = Texts()
        fileprivate var roles = Texts()
        fileprivate var claimNames = Texts()
        fileprivate var claims: [Claim] = []
        private var next = AccessSubjects.authenticated + 1

        /// The number of a subject.
        mutating func number(of subject: AccessRule.Subject) -> UInt32 {
            let number: UInt32
            switch subject {
            case .anyone: return AccessSubjects.anyone
            case .anonymous: return AccessSubjects.anonymous
            case .authenticated: return AccessSubjects.authenticated
            case .principal(let id): number = principals.number(of: id, orNew: next)
            case .role(let role): number = roles.number(of: role, orNew: next)
            case .claim(let name, let value):
                let place = Int(claimNames.number(of: name, orNew: UInt32(claims.count)))
                if place == claims.count { claims.append(Claim()) }
                if let value {
                    number = claims[place].values.number(of: value.plainText, orNew: next)
                } else {
                    number = claims[place].any ?? next
                    claims[place].any = number
                }
            }
            if number == next { next += 1 }
            return number
        }
    }
}
