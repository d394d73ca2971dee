/// The client that the user agent of a request tells of: on which platform it runs, and whether it is a
/// program that acts by itself, such as a crawler.
package struct HitClient: Hashable, Sendable, BitwiseCopyable {
    /// The platform of a client.
    ///
    /// The order is part of the file format.
    package enum Platform: String, CaseIterable, Sendable, BitwiseCopyable {
        case ios, ipados, android, macos, windows, linux
        /// Another one, or one that the user agent does not tell.
        case other
    }

    /// True if the client is a bot.
    package let isBot: Bool
    package let platform: Platform

    package init(isBot: Bool, platform: Platform) {
        (self.isBot, self.platform) = (isBot, platform)
    }
}

// A client as stored with a hit: the place of the platform from 1, and 8 more for a bot; 0 if nothing
// is known.
extension HitClient {
    private static let bot: Int64 = 8
    private static let all = [false, true].flatMap { isBot in
        Platform.allCases.map { HitClient(isBot: isBot, platform: $0) }
    }

    package var number: Int64 {
        Int64(Platform.allCases.firstIndex(of: platform) ?? 0) + 1 + (isBot ? Self.bot : 0)
    }

    /// Reads a client; `nil` for the number of none, or of one that this version does not know.
    package init?(number: Int64) {
        let place = Int(truncatingIfNeeded: number & (Self.bot - 1)) - 1
        guard 0...15 ~= number, Platform.allCases.indices ~= place else { return nil }
        self.init(isBot: number & Self.bot != 0, platform: Platform.allCases[place])
    }

    /// The numbers of the bots, or of all others: those that are used by people, and those of which
    /// nothing is known.
    package static func numbers(ofBots areBots: Bool) -> Set<Int64> {
        numbers { $0.isBot == areBots }.union(areBots ? [] : [0])
    }

    /// The numbers of the clients that meet a condition.
    package static func numbers(where isWanted: (HitClient) -> Bool) -> Set<Int64> {
        Set(all.filter(isWanted).map(\.number))
    }
}
