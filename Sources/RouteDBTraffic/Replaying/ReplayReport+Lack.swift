package import RouteDBRouting

extension ReplayReport {
    /// An attribute that access rules or kinds read and that was not recorded with some of the hits.
    ///
    /// Such a hit is decided as one without the attribute: as anonymous, without roles, or of any kind. That
    /// may be another answer than its request got.
    public struct Lack: Hashable, Sendable {
        /// An attribute of a request.
        public enum Attribute: Hashable, Comparable, Sendable {
            /// The kind of route that was wanted, such as the method of an HTTP request.
            case kind
            /// The principal.
            case principal
            /// The roles of the principal.
            case roles
            /// A claim of the principal, by name.
            case claim(String)
            /// A value of the context, by name.
            case context(String)

            /// The attribute as conditions and reports write it: `kind`, `principal`, `roles`,
            /// `claim.NAME` or `context.NAME`.
            public var name: String {
                switch self {
                case .kind: "kind"
                case .principal: "principal"
                case .roles: "roles"
                case .claim(let name): "claim.\(name)"
                case .context(let name): "context.\(name)"
                }
            }
        }

        /// The attribute.
        public let attribute: Attribute
        /// The hits without it, among those of routes that ask for it.
        public let count: ReplayCount
    }
}

extension ReplayReport.Lack {
    /// The lack as a sentence.
    package var sentence: String {
        let (missing, result) =
            switch attribute {
            case .kind: ("kind", "resolved as for any kind")
            case .principal: ("principal", "decided as anonymous")
            case .roles: ("roles", "decided as having none")
            case .claim, .context:
                ("'\(PlainText.shown(attribute.name))'", "decided without it")
            }
        let (has, was) = count.hits == 1 ? ("has", "was") : ("have", "were")
        return "\(NumberText.hits(count.hits)) \(has) no recorded \(missing), and \(was) \(result)"
    }

    package var json: JSONValue {
        [
            "attribute": .string(attribute.name), "hits": .int(count.hits),
            "recorded": .int(count.recorded),
        ]
    }
}
