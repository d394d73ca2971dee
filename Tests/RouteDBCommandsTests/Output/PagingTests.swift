import RouteDB
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite struct PagingTests {
    private let screen = MemorySink()

    /// A pager with a screen of four lines.
    private func pager(showing sink: any ByteSink) -> Pager {
        Pager(
            environment: [:], size: { TerminalSize(columns: 20, rows: 4) },
            launch: { _ in Pager.Running(sink: sink) {} })
    }

    @Test func `lists are paged on a terminal, unless told otherwise, and quitting is quiet`()
        async throws
    {
        let tool = try Tool()
        for number in 1...9 { await tool("add", "/\(number)", "--target", "t") }
        let long = await tool.run(
            ["list", "--db", tool.path], onTerminal: true, pager: pager(showing: screen))
        #expect(long.status == 0 && long.output.isEmpty)
        let shown = screen.bytes
        #expect(String(decoding: shown, as: UTF8.self).contains("/9"))
        let plain = await tool.run(
            ["list", "--no-pager", "--db", tool.path], onTerminal: true,
            pager: pager(showing: screen))
        #expect(plain.output.contains("/9") && screen.bytes == shown)
        let quit = await tool.run(
            ["list", "--db", tool.path], onTerminal: true,
            pager: pager(showing: FailingSink(error: .closed)))
        #expect(quit.status == 0 && quit.output.isEmpty && quit.diagnostics.isEmpty)
    }
}
