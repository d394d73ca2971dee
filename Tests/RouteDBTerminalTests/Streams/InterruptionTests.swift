import RouteDBTerminal
import Testing

@Suite("Interruptions")
struct InterruptionTests {
    @Test("whoever checks for an interruption ends with its exit status")
    func check() throws {
        let interruption = Interruption()
        try interruption.check()
        interruption.interrupt()
        let failure = #expect(throws: CommandFailure.self) { try interruption.check() }
        #expect(failure?.status == .interrupted)
    }
}
