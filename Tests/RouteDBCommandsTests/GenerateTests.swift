import Foundation
import RouteDBTestSupport
import Testing

@Suite("generate swift")
struct GenerateTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "app://user/{id:int}", "--target", "user.profile", "--name", "user")
        await tool("add", "app://a", "--target", "a")
    }

    private var file: String { tool.directory.path("AppRoute.swift") }

    @Test("writes the cases, and says what has none")
    func written() async throws {
        let run = await tool("generate", "swift", "-o", file)
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("1 unnamed route got no case, such as 'app://a'; name it"))
        let source = try String(contentsOfFile: file, encoding: .utf8)
        #expect(source.contains("    case user(id: Int)\n"))
        #expect(await tool("generate", "swift").output == source)
    }

    @Test("--check passes until a route changes, and then names the first line that differs")
    func checked() async throws {
        await tool("generate", "swift", "-o", file)
        #expect(await tool("generate", "swift", "-o", file, "--check").status == 0)
        await tool("set", "user", "pattern=app://user/{id}")
        let run = await tool("generate", "swift", "-o", file, "--check")
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("differs from the routes, first in line 9"))
        #expect(await tool("generate", "swift", "--check").status == 64)
        #expect(await tool("generate", "swift", "-o", file + ".no", "--check").status == 2)
    }

    @Test("a past revision can be asked for, and a missing namespace is an error")
    func selected() async throws {
        #expect(await tool("generate", "swift", "--as-of", "1").output.contains("enum AppRoute"))
        #expect(!(await tool("generate", "swift", "--as-of", "1").output.contains("case user")))
        #expect(await tool("generate", "swift", "--namespace", "no").status == 2)
        #expect(await tool("generate", "swift", "--enum", "lower").status == 2)
    }
}
