import RouteDBRouting
public import RouteDBStorage

extension RegistryEditor {
    /// Makes a namespace native as a conversion says; routes that have an obstacle stay as they are.
    ///
    /// The registry must still be as it was when the conversion was made: give the revision of the
    /// snapshot to ``RouteRegistry/edit(_:author:source:expecting:dryRun:_:)``.
    ///
    /// - Throws: What ``replace(_:with:)`` and ``updateNamespace(_:_:)`` throw.
    public func apply(_ conversion: NamespaceConversion) throws(RouteDBError) {
        let changes = conversion.routes.filter(\.isChange)
        if !changes.isEmpty {
            // On the way two routes may have one pattern that in the end do not.
            try updateNamespace(conversion.namespace.name) { (draft) throws(RouteDBError) in
                draft.overrides[.registration] =
                    NamespacePolicies.Registration.keepBoth.rawValue
            }
        }
        for change in changes {
            let reference = RouteReference(change.route.id)
            var draft = try draft(of: reference)
            draft.syntax = .native
            draft.pattern = change.result.pattern?.description
            try replace(reference, with: draft)
        }
        try updateNamespace(conversion.namespace.name) { (draft) throws(RouteDBError) in
            draft.profile = conversion.result.profile
            draft.overrides = conversion.result.overrides
        }
    }
}
