import RouteDBHistory
import Testing

/// A history whose disk fails at every call of every step.
@Suite("Faults under a history")
struct HistoryFaultTests {
    @Test(
        "whatever fails while hits are written, sealed, pruned and rolled up, each is there once",
        arguments: [HitsDurability.full, .normal])
    func writing(durability: HitsDurability) async throws {
        #expect(try await FaultSession.writing(durability).tryAll() > 40)
    }

    @Test("whatever fails while a recorder writes, each hit is there once, or known to be lost")
    func recording() async throws {
        #expect(try await FaultSession.recording.tryAll() > 8)
    }

    @Test("whatever fails while logs are imported and forgotten, each line counts once or not")
    func importing() async throws {
        #expect(try await FaultSession.importing.tryAll() > 20)
    }
}
