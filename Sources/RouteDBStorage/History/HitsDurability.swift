/// What a commit to the history survives.
package enum HitsDurability: Sendable {
    /// The end of the process. If the machine loses power, hits since the last checkpoint may be
    /// lost; the file remains intact.
    case normal
    /// The end of the process, and a loss of power.
    case full
}
