/// The limits of a URL; one beyond them is invalid, so that no request costs more than they allow.
public enum URLLimits {
    /// The longest URL, in bytes.
    public static let bytes = 1 << 20

    /// The most segments of a path, before dot segments are resolved.
    public static let segments = 2_048
}
