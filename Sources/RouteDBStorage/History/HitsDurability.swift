/// What a commit to the history has survived when it returns.
package enum HitsDurability: Sendable {
    /// The end of the process. When the machine stops, the hits since the last checkpoint may be
    /// lost; the file stays whole.
    case normal
    /// The end of the machine's power as well.
    case full
}
