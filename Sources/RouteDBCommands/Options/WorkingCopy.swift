/// A copy of a hub's registry and hits in files of this machine, on which a command works.
struct WorkingCopy: Sendable {
    /// The copy on which the command works, if the registry is that of a hub.
    @TaskLocal static var current: WorkingCopy?

    /// The path of the registry.
    let path: String
    /// The hub as messages name it.
    let hub: String
}
