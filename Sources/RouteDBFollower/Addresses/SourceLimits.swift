#if Server || Hub
/// The limits on what a source may send.
package struct SourceLimits: Sendable {
    /// How long connecting may take.
    package var connectTime = Duration.seconds(10)
    /// How long nothing may come.
    package var silentTime = Duration.seconds(60)
    /// How long a feed may take as a whole.
    package var feedTime = Duration.seconds(1_800)
    /// The most bytes of a feed.
    package var feedBytes: Int64 = 4 << 30

    package init() {}
}
#endif
