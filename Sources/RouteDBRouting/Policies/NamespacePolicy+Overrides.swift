extension NamespacePolicy {
    /// The policies of a namespace that differ from those of its profile.
    ///
    /// Each policy is a member, named as in ``Values``; `nil` stands for the profile's value:
    ///
    /// ```swift
    /// var draft = NamespaceDraft(name: "shop", profile: .jlroutes)
    /// draft.overrides.letterCase = .insensitive
    /// ```
    @dynamicMemberLookup
    public struct Overrides: Hashable, Sendable {
        /// The values as written.
        package private(set) var texts: [NamespacePolicy: String] = [:]

        /// Creates overrides that leave all policies to the profile.
        public init() {}

        /// Creates overrides from written values.
        package init(_ texts: [NamespacePolicy: String]) { self.texts = texts }

        /// The value of a policy; `nil` for that of the profile.
        ///
        /// A text that ``marks`` or ``castMark`` cannot be is refused when the namespace is stored.
        public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value? {
            get {
                guard let policy = NamespacePolicy(path), let text = texts[policy] else {
                    return nil
                }
                var values = Values.native
                return values.set(policy, to: text) ? values[keyPath: path] : nil
            }
            set {
                guard let policy = NamespacePolicy(path) else { return }
                texts[policy] = newValue.map { value in
                    var values = Values.native
                    values[keyPath: path] = value
                    return values[policy]
                }
            }
        }

        /// The value of a policy as written; `nil` for that of the profile.
        package subscript(policy: NamespacePolicy) -> String? {
            get { texts[policy] }
            set { texts[policy] = newValue }
        }
    }
}
