import RouteDB
import RouteDBTerminal
import RouteDBTestSupport
import Synchronization
import Testing

@Suite("The progress bar")
struct ProgressBarTests {
    /// A clock that tests move on.
    private final class Clock: Sendable {
        let time = Mutex(Timestamp(microseconds: 0))

        func move(milliseconds: Int64) { time.withLock { $0 = $0 + .milliseconds(milliseconds) } }
    }

    private let sink = MemorySink()
    private let clock = Clock()

    private func bar(onTerminal isTerminal: Bool = true) -> ProgressBar {
        let clock = clock
        let context = CommandContext(
            output: OutputWriter(MemorySink()),
            diagnostics: OutputWriter(sink, isTerminal: isTerminal),
            input: InputReader(MemorySource()), environment: [:],
            now: { clock.time.withLock { $0 } },
            interruption: Interruption())
        return ProgressBar(unit: "lines", in: context)
    }

    private var shown: String { String(decoding: sink.bytes, as: UTF8.self) }

    @Test("shows done, total, rate and the time left after half a second")
    func text() {
        let bar = bar()
        clock.move(milliseconds: 499)
        bar.update(100, of: 1_000)
        #expect(shown.isEmpty)
        clock.move(milliseconds: 1_501)
        bar.update(2_500, of: 10_000, count: 1_234_000)
        #expect(
            shown == "\r[#####---------------]  25%  1,234,000 lines  617,000 lines/s"
                + "  6s left\u{1B}[K")
    }

    @Test("is drawn ten times a second at most")
    func interval() {
        let bar = bar()
        clock.move(milliseconds: 600)
        for _ in 0..<1_000 {
            clock.move(milliseconds: 1)
            bar.update(1, of: nil)
        }
        #expect(shown.split(separator: "\r").count == 10)
    }

    @Test("without a total shows the elapsed time")
    func openEnd() {
        let bar = bar()
        clock.move(milliseconds: 3_723_000)
        bar.update(7_446, of: nil)
        #expect(shown == "\r7,446 lines  2 lines/s  1h2m3s\u{1B}[K")
    }

    @Test("leaves nothing behind")
    func clearing() {
        let bar = bar()
        bar.clear()
        #expect(shown.isEmpty)
        clock.move(milliseconds: 600)
        bar.update(1, of: 2)
        bar.clear()
        #expect(shown.hasSuffix("\r\u{1B}[K"))
    }

    @Test("is shown on terminals only")
    func noTerminal() {
        let bar = bar(onTerminal: false)
        clock.move(milliseconds: 600)
        bar.update(1, of: 2)
        bar.clear()
        #expect(shown.isEmpty)
    }
}
