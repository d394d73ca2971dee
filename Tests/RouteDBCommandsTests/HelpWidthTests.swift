import ArgumentParser
import RouteDBCommands
import Testing

@Suite("Help")
struct HelpWidthTests {
    /// A command and all below it.
    private static func commands(below command: any ParsableCommand.Type)
        -> [any ParsableCommand.Type]
    {
        [command] + command.configuration.subcommands.flatMap { commands(below: $0) }
    }

    // The parser of arguments breaks a line of 80.
    @Test("no line of a command's discussion wraps on a terminal of 80 columns")
    func width() {
        for command in Self.commands(below: RootCommand.self) {
            let lines = command.configuration.discussion.split(separator: "\n")
            let longest = lines.max { $0.count < $1.count } ?? ""
            #expect(longest.count < 80, "\(command): \(longest)")
        }
    }
}
