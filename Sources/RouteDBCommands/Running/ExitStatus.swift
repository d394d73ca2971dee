/// The exit status of the tool.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number returned to the system.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Success: yes, or nothing found.
    package static let success = ExitStatus(rawValue: 0)
    /// A negative answer: unmatched, denied, invalid, findings, conflicting revision.
    package static let no = ExitStatus(rawValue: 1)
    /// The command failed: because of the file, the system or its input.
    package static let undecided = ExitStatus(rawValue: 2)
    /// Finished, but some of the input was rejected.
    package static let rejects = ExitStatus(rawValue: 3)
    /// The command line is invalid.
    package static let usage = ExitStatus(rawValue: 64)
    /// The user interrupted the command.
    package static let interrupted = ExitStatus(rawValue: 130)
}
