/// How the tool ends.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number that the system is given.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Yes, clean, done.
    package static let success = ExitStatus(rawValue: 0)
    /// The answer is no: unmatched, denied, invalid, findings, another revision.
    package static let no = ExitStatus(rawValue: 1)
    /// The question could not be decided: the file, the system, or what was given.
    package static let undecided = ExitStatus(rawValue: 2)
    /// Finished, but some of what was given was rejected.
    package static let rejects = ExitStatus(rawValue: 3)
    /// The command line is not one.
    package static let usage = ExitStatus(rawValue: 64)
    /// The user stopped it.
    package static let interrupted = ExitStatus(rawValue: 130)
}
