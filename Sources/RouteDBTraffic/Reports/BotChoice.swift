/// What is done with the hits of bots.
package enum BotChoice: String, CaseIterable, Sendable {
    case include, exclude, only

    /// Whether the hits are those of bots, or those of all other clients; `nil` for all.
    package var areBots: Bool? {
        switch self {
        case .include: nil
        case .exclude: false
        case .only: true
        }
    }
}
