/// How long a dispatch may take.
public enum DispatchTimeout: Hashable, Sendable {
    /// As long as the dispatcher's options say.
    case standard
    /// As long as it takes.
    case never
    /// A time of its own.
    case after(Duration)
}
