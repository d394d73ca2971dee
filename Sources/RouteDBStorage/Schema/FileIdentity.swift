/// What the system knows a file by, whatever its name becomes.
struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64
}
