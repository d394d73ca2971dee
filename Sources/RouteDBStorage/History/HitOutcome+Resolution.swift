package import RouteDBRouting

extension HitOutcome {
    /// The number for a resolution's outcome.
    package init(_ outcome: Resolution.Outcome) {
        self =
            switch outcome {
            case .matched: .matched
            case .unmatched: .unmatched
            case .denied: .denied
            case .challenged: .challenged
            case .invalid: .invalid
            }
    }

    /// The outcome for the number, or `nil` if the number is unknown.
    package var outcome: Resolution.Outcome? {
        switch self {
        case .matched: .matched
        case .unmatched: .unmatched
        case .denied: .denied
        case .challenged: .challenged
        case .invalid: .invalid
        default: nil
        }
    }
}
