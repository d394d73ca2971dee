extension CommandContext {
    /// The program that has started this one and waits to hear of it; `nil` if there is none.
    package var serviceManager: ServiceManager? { ServiceManager(environment) }

    /// Does work that goes on until somebody interrupts the command, and tells the service manager when it
    /// has begun, that it lives, and when it begins to end.
    package func serving(
        _ work: @escaping @Sendable (_ begun: @escaping @Sendable () -> Void) async throws -> Void
    ) async throws {
        let manager = serviceManager
        try await interruption.ending {
            let alive = Task { try await manager?.keepAlive() }
            defer { alive.cancel() }
            try await withTaskCancellationHandler {
                try await work { manager?.tell(.ready) }
            } onCancel: {
                manager?.tell(.stopping)
            }
        }
    }
}
