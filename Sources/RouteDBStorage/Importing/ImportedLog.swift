/// A log as the history knows it.
package struct ImportedLog: Sendable {
    /// Its id, which its hits have as their source.
    package let id: Int64
    /// How many of its lines were dealt with.
    package let lines: Int64
    /// How many bytes the last of them has, if it had no end.
    package let cut: Int?
}
