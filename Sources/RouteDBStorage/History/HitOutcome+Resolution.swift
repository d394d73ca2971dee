package import RouteDBRouting

extension HitOutcome {
    /// The number of a resolution's outcome.
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

    /// The outcome of the number; nil if there is none of it.
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
