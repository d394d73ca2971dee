import ArgumentParser
import RouteDB

/// Commands for short links.
struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make, list and show short links.",
        discussion: """
            EXAMPLES:
              routedb link https://example.com/spring
              routedb link https://example.com/spring --slug spring --until 2026-12-31
              routedb link list
              routedb link show spring
              routedb link qr spring -o spring.svg

            A link is a route of the group 'links' with a redirect, so all that is true
            of routes is true of links: 'routedb set', 'disable' and 'remove' change
            them, 'routedb serve --links' answers them, and 'routedb stats top' counts
            their hits.
            """,
        subcommands: [
            LinkAddCommand.self, LinkListCommand.self, LinkShowCommand.self, LinkQRCommand.self,
        ],
        defaultSubcommand: LinkAddCommand.self)

    @OptionGroup var global: GlobalOptions
}
