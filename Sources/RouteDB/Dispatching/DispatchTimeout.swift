/// How long one dispatch may take.
public enum DispatchTimeout: Hashable, Sendable {
    /// The timeout of the dispatcher's options.
    case standard
    /// No timeout.
    case never
    /// A timeout for this dispatch alone.
    case after(Duration)
}
