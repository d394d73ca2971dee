import RouteDBRouting
public import RouteDBStorage

extension RegistryEditor {
    /// Applies a conversion: makes its namespace native and rewrites its routes.
    ///
    /// Routes with an obstacle are left unchanged. The registry must not have changed since the
    /// conversion was computed: pass the snapshot's revision to
    /// ``RouteRegistry/edit(_:author:source:expecting:dryRun:_:)``.
    ///
    /// - Parameter conversion: The conversion.
    /// - Throws: The errors of ``replace(_:with:)`` and ``updateNamespace(_:_:)``.
    public func apply(_ conversion: NamespaceConversion) throws(RouteDBError) {
        let changes = conversion.routes.filter(\.isChange)
        if !changes.isEmpty {
            // While routes are replaced one by one, two may temporarily have equal patterns.
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
