/// How much a finding matters.
public enum LintSeverity: String, CaseIterable, Comparable, Sendable {
    /// Something does not do what its author meant.
    case error
    /// Something may surprise its author.
    case warning
    /// Something is worth knowing.
    case note

    /// Orders the graver before the lesser.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}
