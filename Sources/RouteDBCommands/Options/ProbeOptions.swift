import ArgumentParser
import RouteDB

#if Server
    import RouteDBServer
#endif

/// The option for where a program answers those who watch it.
struct ProbeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to answer /livez, /readyz and /metrics, to everybody (default: nowhere else).",
            valueName: "host:port"))
    var probes: String?

    #if Server
        /// The address, if there is one.
        func address() throws -> ListenAddress? { try probes.map { try ListenAddress(option: $0) } }
    #endif
}

#if Server
    extension ListenAddress {
        /// Reads the value of an option.
        init(option text: String) throws {
            guard let address = ListenAddress(text) else {
                throw ValidationError(
                    "'\(text)' is not an address: use one such as '127.0.0.1:7878'.")
            }
            self = address
        }
    }
#endif
