/// How serious a finding is.
public enum LintSeverity: String, CaseIterable, Comparable, Sendable {
    /// Something does not work as its author intended.
    case error
    /// Something may not work as its author intended.
    case warning
    /// Something worth knowing.
    case note

    /// Orders the more serious severity first.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}
