/// The limits of a URL.
///
/// A URL beyond them is invalid, which bounds the cost of a request.
public enum URLLimits {
    /// The maximum length of a URL, in bytes.
    public static let bytes = 1 << 20

    /// The maximum number of segments of a path, before dot segments are resolved.
    public static let segments = 2_048
}
