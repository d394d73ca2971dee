import RouteDB
import Testing

/// A registry whose disk fails at every call of every step.
@Suite("Faults under a registry")
struct RegistryFaultTests {
    @Test("whatever fails while a registry is made and edited, nothing is lost or halved")
    func editing() async throws {
        #expect(try await FaultSession.editing.tryAll() > 40)
    }

    @Test("whatever fails while a namespace is converted, it is converted or not")
    func converting() async throws {
        #expect(try await FaultSession.converting.tryAll() > 8)
    }

    @Test("whatever fails while an old schema is brought up to date, every version is whole")
    func migrating() async throws {
        #expect(try await FaultSession.migrating.tryAll() > 8)
    }

    @Test("a copy that fails is nowhere, or whole")
    func backingUp() async throws {
        #expect(try await FaultSession.backingUp.tryAll() > 8)
    }
}
