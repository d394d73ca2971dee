#if Server
public import RouteDB

/// How a service is started.
public struct ServerOptions: Sendable {
    /// The path of the registry.
    public var registry: String
    /// The registry of which the one at the path is a copy, and which is edited in its place; `nil` if
    /// it is none.
    package var shared: (any SharedRegistry)?
    /// The path of the history; `nil` for the one beside the registry.
    public var history: String?
    /// The path of the file with tokens; `nil` for the one beside the registry.
    public var tokens: String?
    /// Where to listen for programs and browsers: an IP address or a name, and a port (0: any free one);
    /// `nil` to answer links only.
    public var address: ListenAddress?
    /// Where to answer links, for everybody; `nil` for nowhere.
    ///
    /// A request is resolved like one of a browser that opens the URL, and answered with the redirect of the
    /// route, or with a page. Nothing else is answered there.
    public var links: ListenAddress?
    /// Where to answer those who watch the service, under whatever name and without a token: `/livez`,
    /// `/readyz` and `/metrics`; `nil` for nowhere but at ``address``.
    public var probes: ListenAddress?
    /// The folder with the operator's own pages for links; `nil` for the usual ones.
    public var linkPages: String?
    /// True if the registry may be changed.
    public var isWriting = false
    /// Further names under which the service is called, such as that of a proxy.
    public var hosts: [String] = []
    /// The addresses of trusted proxies, or ranges of addresses such as `10.0.0.0/8`.
    public var proxies: [String] = []
    /// The header field in which a trusted proxy names the user whom it has authenticated; `nil` if
    /// it does not authenticate.
    public var userField: String?
    /// The role of users whom a trusted proxy names: `viewer`, `editor` or `admin`.
    public var proxyRole = "viewer"
    /// The header field in which a trusted proxy names the role of a user, where it is another one than
    /// ``proxyRole``; `nil` if it names none.
    public var roleField: String?
    /// The OpenID Connect provider whose users may log in; `nil` for none.
    public var openID: OpenIDOptions?
    /// The header field in which a trusted proxy names the country of a visitor, such as `CF-IPCountry`;
    /// `nil` if it does not.
    public var countryField: String?
    /// The files for TLS; `nil` for none.
    public var certificate: CertificateFiles?
    /// The path of the access log, `-` for standard output; `nil` for none.
    public var accessLog: String?
    /// How resolutions are recorded; `nil` to record none.
    public var recording: HitRecorder.Options?
    /// Called when the service begins to stop, for whatever reason.
    package var stopping: @Sendable () -> Void = {}
    /// When backups are made, and how; `nil` if none are.
    package var backups: BackupSchedule?
    /// The limits on requests.
    public var limits = ServerLimits()
    /// The author of edits by sessions.
    public var author = "unknown"
    /// The time zone of the days and times in the console: a name such as `Europe/Berlin`, or an offset such as
    /// `+02:00`.
    public var timeZone = "UTC"
    /// The clock.
    public var now: @Sendable () -> Timestamp = SystemClock.now

    /// Creates options.
    ///
    /// - Parameters:
    ///   - registry: The path of the registry.
    ///   - address: Where to listen for programs and browsers; `nil` to answer links only.
    public init(registry: String, address: ListenAddress? = ListenAddress()) {
        self.registry = registry
        self.address = address
    }

    /// True if tokens and cookies cross a network without encryption, neither by the service nor by a
    /// proxy.
    var sendsSecretsInPlain: Bool {
        certificate == nil && proxies.isEmpty && address?.isLoopback == false
    }
}

/// Where a service listens.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// The IP address, or a name that stands for one.
    public let host: String
    /// The port; 0 for any free one.
    public let port: Int

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - host: The IP address or name.
    ///   - port: The port.
    public init(host: String = "127.0.0.1", port: Int = 7878) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`, `[IPV6]:PORT`, `:PORT` or `PORT`.
    ///
    /// - Parameter text: The text.
    public init?(_ text: String) {
        let colon = text.lastIndex(of: ":")
        guard let port = Int(colon.map { text[text.index(after: $0)...] } ?? text[...]),
            0...65_535 ~= port
        else { return nil }
        var host = colon.map { text[..<$0] } ?? ""
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self.init(host: host.isEmpty ? "127.0.0.1" : String(host), port: port)
    }

    /// The address as in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// True if the address stands for all of this machine, such as `0.0.0.0`: no request is for it.
    package var isAny: Bool { ["0.0.0.0", "::"].contains(host) }

    /// True if only this machine can reach the address.
    package var isLoopback: Bool { HostRule.isLoopback(host) }
}

/// The certificate of a service and its key, in PEM files.
public struct CertificateFiles: Hashable, Sendable {
    /// The file with the certificate, followed by those that lead to the authority's.
    public let certificates: String
    /// The file with the certificate's private key.
    public let key: String

    /// Creates the pair.
    ///
    /// - Parameters:
    ///   - certificates: The file with the certificates.
    ///   - key: The file with the key.
    public init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }
}

/// The limits of what a service takes from its clients.
public struct ServerLimits: Hashable, Sendable {
    /// The most connections at once; further ones wait.
    public var connections = 4_096
    /// The most bytes of a request's head.
    public var headBytes = 32 << 10
    /// The most header fields of a request.
    public var headFields = 100
    /// How long a client may take to send a request's head, or the next part of its body.
    public var idleTime = Duration.seconds(30)
    /// How long a client may take to send the whole body of a request that is read as a whole.
    public var bodyTime = Duration.seconds(60)
    /// How long a client may stop reading an answer.
    public var stallTime = Duration.seconds(30)
    /// The most bytes of answers that wait for clients to read them; while there are more, a client that
    /// stops reading for a second is given up.
    public var unreadBytes = 64 << 20
    /// How long requests may go on when the service is stopped.
    public var drainTime = Duration.seconds(10)
    /// The most requests of a caller in a second; `nil` for any number.
    public var requestsPerSecond: Int?

    /// Creates the usual limits.
    public init() {}
}
#endif
