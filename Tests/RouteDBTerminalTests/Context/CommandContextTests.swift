import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBTerminal

@Suite("The context of a command")
struct CommandContextTests {
    private let output = MemorySink()
    private let diagnostics = MemorySink()

    private func context(
        _ environment: [String: String] = [:], input: String = "", columns: Int? = nil
    ) -> CommandContext {
        CommandContext(
            output: OutputWriter(output, isTerminal: columns != nil),
            diagnostics: OutputWriter(diagnostics),
            input: InputReader(MemorySource(Array(input.utf8))), environment: environment,
            now: { 0 }, interruption: Interruption(),
            terminalSize: { columns.map { TerminalSize(columns: $0, rows: 24) } })
    }

    private var told: String { String(decoding: diagnostics.bytes, as: UTF8.self) }

    @Test("quiet hides notes, but neither warnings nor errors; only verbose shows details")
    func verbosity() {
        let context = context()
        for verbosity in [CommandContext.Verbosity.quiet, .usual, .verbose] {
            context.verbosity = verbosity
            context.printNote("note: \(verbosity)")
            context.printNote("warning: \(verbosity)")
            context.detail("detail: \(verbosity)")
            context.printError("Sure?")
        }
        #expect(
            told == """
                warning: quiet
                Sure?
                note: usual
                warning: usual
                Sure?
                note: verbose
                warning: verbose
                detail: verbose
                Sure?

                """)
    }

    @Test("a note that is printed once is not repeated, and hides no other")
    func once() {
        let context = context()
        for text in ["note: a", "note: b", "note: a"] { context.printNoteOnce(text) }
        #expect(told == "note: a\nnote: b\n")
    }

    @Test("of several exit statuses the highest wins")
    func status() {
        let context = context()
        #expect(context.status == .success)
        for status in [ExitStatus.no, .undecided, .no] { context.setExitStatus(status) }
        #expect(context.status == .undecided)
    }

    @Test("the last action that was registered runs first, and each runs once")
    func endings() {
        let order = Locked<[Int]>([])
        let context = context()
        for number in 1...3 { context.atEnd { order.withLock { $0.append(number) } } }
        context.end()
        context.end()
        #expect(order.withLock { $0 } == [3, 2, 1])
    }

    @Test(
        "only a plain yes is one",
        arguments: [
            ("y\n", true), ("YES", true), ("n\n", false), ("\n", false), ("", false),
            ("yes please\n", false),
        ])
    func confirming(input: String, isYes: Bool) throws {
        #expect(try context(input: input).confirm("Sure?") == isYes)
        #expect(told == "Sure? [y/N] ")
    }

    @Test("COLUMNS comes before the size of the terminal, within what prose can be wrapped at")
    func columns() {
        #expect(context().columns == 80 && context().tableWidth == nil)
        #expect(context(columns: 120).columns == 120)
        #expect(context(columns: 10).columns == 80)
        let set = context(["COLUMNS": "60"], columns: 120)
        #expect(set.columns == 60 && set.tableWidth == 60)
        let narrow = context(["COLUMNS": "5"], columns: 120)
        #expect(narrow.columns == 120 && narrow.tableWidth == 5)
        let wrong = context(["COLUMNS": "wide"], columns: 120)
        #expect(wrong.columns == 120 && wrong.tableWidth == 120)
    }

    @Test("only a terminal that wants colors gets them", arguments: [true, false])
    func colors(isTerminal: Bool) {
        func good(_ environment: [String: String], noColor: Bool = false) -> String {
            TextStyle(isTerminal: isTerminal, noColor: noColor, in: context(environment)).good("x")
        }
        #expect(good([:]) == (isTerminal ? "\u{1B}[32mx\u{1B}[0m" : "x"))
        #expect(good([:], noColor: true) == "x")
        #expect(good(["NO_COLOR": "1"]) == "x" && good(["TERM": "dumb"]) == "x")
    }
}
