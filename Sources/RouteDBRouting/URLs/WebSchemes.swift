/// The schemes whose authority is a host under the host policy `auto`.
enum WebSchemes {
    private static let names: [[UInt8]] = ["http", "https", "ws", "wss", "ftp"].map {
        Array($0.utf8)
    }

    /// Whether a scheme, in lower case, is one of them.
    static func contains(_ scheme: some Sequence<UInt8>) -> Bool {
        names.contains { $0.elementsEqual(scheme) }
    }
}
