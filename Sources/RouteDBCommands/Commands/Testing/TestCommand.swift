import ArgumentParser

/// Runs route tests, and keeps them with the registry.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run route tests: requests, and what is expected of their resolutions.",
        discussion: """
            EXAMPLES:
              routedb test cases.ndjson
              routedb test --all --coverage --fail-under 80
              routedb test --all --against candidate.db --junit report.xml
              routedb test --record --since 7d --per-route 3 > cases.ndjson
              routedb test add 'myapp://user/42' --case 'a user'

            A case is a JSON object a line, a request with what is expected:

              {"case":"a user","url":"myapp://user/42","principal":"ada",
               "expect":{"outcome":"matched","route":"user","values":{"id":42}}}

            'routedb test run --help' says more of running.
            """,
        subcommands: [
            TestRunCommand.self, TestAddCommand.self, TestRemoveCommand.self, TestListCommand.self,
            TestImportCommand.self, TestExportCommand.self,
        ], defaultSubcommand: TestRunCommand.self)
}
