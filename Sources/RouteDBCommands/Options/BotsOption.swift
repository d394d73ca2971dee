import ArgumentParser
import RouteDBTraffic

/// The option for the hits of bots.
struct BotsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Hits of bots, by their user agents: include (the default), exclude or only.",
            valueName: "choice"))
    var bots = BotChoice.include

    /// True for the hits of bots, `false` for those of all other clients; `nil` for all.
    var areBots: Bool? { bots.areBots }
}

extension BotChoice: ExpressibleByArgument {}
