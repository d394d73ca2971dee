#if Server
import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBPages

/// What tests of the console's pages have in common: hostile texts everywhere.
enum ConsoleFixture {
    static let hostile = "<img src=x onerror=alert(1)>\"'\u{301}\u{202E}"

    static func frame(isWriting: Bool = true) -> ConsoleFrame {
        ConsoleFrame(
            registry: hostile, revision: 7, user: hostile, isWriting: isWriting,
            commands: ReportCommandLine(registry: "shop.db"))
    }

    /// A registry whose names, notes and messages are hostile.
    static func registry() async throws -> (TemporaryDirectory, RouteRegistry) {
        let directory = try TemporaryDirectory()
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"),
            options: RegistryOptions(access: .creating, refreshInterval: nil))
        _ = try await registry.edit(hostile, author: hostile) { editor in
            try editor.add(
                RouteDraft(
                    pattern: "/item/{id:int}", target: "item.show", name: "item", group: "shop",
                    defaults: ["tab": .string(hostile)], labels: ["owner": hostile],
                    note: hostile))
            try editor.add(RouteDraft(pattern: "/old", target: "old", isEnabled: false))
        }
        return (directory, registry)
    }

    /// Checks what every page must be.
    static func check(_ page: ConsolePage, _ comment: Comment) {
        let html = page.html(in: frame())
        let problems = HTMLCheck(html).problems
        #expect(problems == [], comment)
        for part in ["<img", "\u{202E}", "style=\"", "Optional("] {
            let isThere = html.contains(part)
            #expect(!isThere, "\(comment): \(part)")
        }
        let scripts = html.split(separator: "<script").count
        #expect(scripts == 2, "only our own file")
    }
}
#endif
