#if !Server
    import RouteDBTestSupport
    import Testing

    @Suite("The tool without the service")
    struct ServeTests {
        @Test(
            "its commands say how to get the service",
            arguments: [
                ["serve"], ["token", "list"], ["token", "add", "robot", "--scope", "read"],
                ["token", "remove", "x"], ["follow", "http://127.0.0.1"],
            ])
        func missing(words: [String]) async throws {
            let run = try await Tool().run(words)
            #expect(run.status == 2)
            #expect(
                run.diagnostics == """
                    error: This tool was built without the service.
                    hint: Build it with 'make build', or 'swift build --traits Server'.

                    """)
            #expect(run.output.isEmpty)
        }
    }
#endif
