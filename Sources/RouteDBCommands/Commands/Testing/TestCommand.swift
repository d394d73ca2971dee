import ArgumentParser

/// Runs route tests, and stores them in the registry.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run route tests: requests with their expected results.",
        discussion: """
            EXAMPLES:
              routedb test cases.ndjson
              routedb test --all --coverage --fail-under 80
              routedb test --all --against candidate.db --junit report.xml
              routedb test --record --since 7d --per-route 3 > cases.ndjson
              routedb test add 'myapp://user/42' --case 'a user'

            Each line of a file is a case: a JSON object with a request and what to expect.

              {"case":"a user","url":"myapp://user/42","principal":"ada",
               "expect":{"outcome":"matched","route":"user","values":{"id":42}}}

            'routedb test run --help' describes the options of a run.
            """,
        subcommands: [
            TestRunCommand.self, TestAddCommand.self, TestRemoveCommand.self, TestListCommand.self,
            TestImportCommand.self, TestExportCommand.self,
        ], defaultSubcommand: TestRunCommand.self)
}
