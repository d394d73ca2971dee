import RouteDB

/// Two states that were compared.
struct ComparedStates {
    /// The differences, with the contents of both states: items that are the same have the ids of the
    /// earlier state.
    let plan: RegistryPlan
    /// The earlier state.
    let old: RegistryState
    /// The later state, with ids of its own.
    let new: RegistryState
}

extension RegistryStates {
    /// Reads two states, and compares them.
    func comparison(
        _ old: RegistryArgument, _ new: RegistryArgument
    ) async throws -> ComparedStates {
        let left = try await copy(old)
        let right = try await copy(new)
        let plan =
            if let document = right.document, document.selectedPart == nil, !isApplying {
                try await left.registry.comparison(with: document)
            } else {
                try await left.registry.comparison(with: right.registry)
            }
        let states = ComparedStates(
            plan: plan, old: try await state(old, left), new: try await state(new, right))
        await left.registry.close()
        await right.registry.close()
        return states
    }

    /// Returns the contents of a copy as a state.
    private func state(_ argument: RegistryArgument, _ copy: Copy) async throws -> RegistryState {
        var snapshot = try await copy.registry.snapshot()
        snapshot.revision = copy.revision ?? snapshot.revision
        let path = argument.revision == nil ? argument.name : global.path(in: context)
        return RegistryState(
            name: argument.name, snapshot: snapshot, registry: copy.revision.map { _ in path },
            document: copy.document)
    }
}
