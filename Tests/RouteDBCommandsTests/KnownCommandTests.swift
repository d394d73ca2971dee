import ArgumentParser
import Testing

@testable import RouteDBCommands

@Suite("Command lines of a known command")
struct KnownCommandTests {
    @Test(
        "a command is parsed alike with and without the others",
        arguments: [
            "resolve app://x/1 --db routes.db --format json", "resolve --namespace web app://x",
            "add /a/{id} --target t --label owner=me --default n=1 --dry-run",
            "namespace add web --scheme https --host example.com", "list --target t",
            "hits import access.log --log-format combined", "stats top --by routes",
            "resolve help", "log --limit 2 -q",
        ])
    func alike(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let known = try #require(RootCommand.parsedKnown(arguments))
        let whole = try RootCommand.parseAsRoot(arguments)
        #expect(String(reflecting: known) == String(reflecting: whole))
    }

    @Test(
        "mistakes, requests for help, and options before the command need all commands",
        arguments: [
            "", "resolv x", "help resolve", "resolve --help", "--version", "resolve --bogus x",
            "--db routes.db resolve app://x", "namespace", "namespace ad web", "resolve --version",
        ])
    func unknown(line: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(RootCommand.parsedKnown(arguments) == nil)
    }
}
