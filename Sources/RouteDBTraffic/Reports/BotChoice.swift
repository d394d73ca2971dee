/// The treatment of the hits of bots.
package enum BotChoice: String, CaseIterable, Sendable {
    case include, exclude, only

    /// True for the hits of bots, `false` for those of all other clients; `nil` for all.
    package var areBots: Bool? {
        switch self {
        case .include: nil
        case .exclude: false
        case .only: true
        }
    }
}
