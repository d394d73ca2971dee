import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBTerminal

@Suite struct PagerTests {
    /// A pager that keeps what it is shown, up to where its user quits it.
    private final class Screen: ByteSink {
        struct State: Sendable {
            var commands: [String] = []
            var shown: [UInt8] = []
            var isQuit = false
            var isFinished = false
        }

        private let state = Locked(State())

        var commands: [String] { state.withLock { $0.commands } }
        var shown: [UInt8] { state.withLock { $0.shown } }
        var isFinished: Bool { state.withLock { $0.isFinished } }

        func change(_ body: (inout State) -> Void) { state.withLock(body) }

        func write(_ bytes: [UInt8]) throws(StreamError) {
            if state.withLock({ $0.isQuit }) { throw .closed }
            change { $0.shown += bytes }
        }
    }

    private let screen = Screen()
    private let terminal = MemorySink()

    private func pager(_ environment: [String: String] = [:], rows: Int = 4) -> Pager {
        let screen = screen
        return Pager(
            environment: environment, size: { TerminalSize(columns: 20, rows: rows) },
            launch: { command in
                screen.change { $0.commands.append(command) }
                return Pager.Running(sink: screen) { screen.change { $0.isFinished = true } }
            })
    }

    @Test func `output that fits the screen is just shown`() throws {
        let pager = pager()
        let output = OutputWriter(PagedSink(terminal, by: pager), isTerminal: true)
        pager.begin()
        for line in ["one", "two", "three"] {
            try output.writeLine(line)
            try output.flush()
        }
        #expect(terminal.bytes.isEmpty)
        pager.finish()
        #expect(screen.commands.isEmpty)
        #expect(String(decoding: terminal.bytes, as: UTF8.self) == "one\ntwo\nthree\n")
    }

    @Test func `more than the screen goes to the pager, with what people are told`() throws {
        let pager = pager()
        let output = OutputWriter(PagedSink(terminal, by: pager), isTerminal: true)
        let diagnostics = OutputWriter(PagedSink(MemorySink(), by: pager), isTerminal: true)
        pager.begin()
        for line in ["one", "a line of more than twenty columns", "three"] {
            try output.writeLine(line)
        }
        try output.flush()
        try diagnostics.writeLine("note: told")
        try diagnostics.flush()
        #expect(!screen.isFinished)
        pager.finish()
        #expect(screen.commands == ["less"] && screen.isFinished && terminal.bytes.isEmpty)
        #expect(
            String(decoding: screen.shown, as: UTF8.self)
                == "one\na line of more than twenty columns\nthree\nnote: told\n")
    }

    @Test func `without a command that pages, nothing is held back`() throws {
        let pager = pager()
        let output = OutputWriter(PagedSink(terminal, by: pager), isTerminal: true)
        try output.write(String(repeating: "line\n", count: 10))
        try output.flush()
        #expect(terminal.bytes.count == 50 && screen.commands.isEmpty)
    }

    @Test(
        arguments: [
            ([:], "less"), (["PAGER": "more"], "more"),
            (["PAGER": "more", "ROUTEDB_PAGER": "most -x"], "most -x"), (["PAGER": ""], nil),
            (["PAGER": "more", "ROUTEDB_PAGER": ""], nil), (["PAGER": "cat"], nil),
            (["TERM": "dumb"], nil),
        ] as [([String: String], String?)])
    func `the environment names the pager`(environment: [String: String], command: String?) {
        #expect(Pager.command(environment) == command)
    }
}
