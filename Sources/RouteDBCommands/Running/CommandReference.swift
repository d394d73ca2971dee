import ArgumentParser

/// The reference of all commands, made of their help.
package enum CommandReference {
    /// The reference as Markdown.
    package static func markdown() -> String {
        var text = """
            # The command line

            What `routedb help` says of each command. A test compares this page with the tool;
            `routedb reference > Docs/cli.md` writes it anew.

            ## Exit status

            | status | means |
            |---|---|
            | 0 | yes, clean, done |
            | 1 | the answer is no: unmatched, invalid, findings, another revision |
            | 2 | could not decide: the file, the system, or what was given |
            | 3 | finished, with rejects |
            | 64 | the command line is wrong |
            | 130 | interrupted |

            The environment variable `ROUTEDB_TIMEOUT_MS` says how long to wait for another
            process's write, in milliseconds; 5000 unless it is set.

            Data goes to standard output, all else to standard error. With `--json` an error is
            `{"error":{"code":…,"message":…,"hint":…}}` on standard error.

            """
        append(RootCommand.self, path: [], to: &text)
        return text
    }

    private static func append(
        _ command: any ParsableCommand.Type, path: [String], to text: inout String
    ) {
        let path = path + [command.configuration.commandName ?? ""]
        let help = RootCommand.helpMessage(for: command, columns: 100)
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        text += "\n## \(path.joined(separator: " "))\n\n```\n"
        text += lines.joined(separator: "\n")
        text += "\n```\n"
        for subcommand in command.configuration.subcommands
        where subcommand.configuration.shouldDisplay {
            append(subcommand, path: path, to: &text)
        }
    }
}
