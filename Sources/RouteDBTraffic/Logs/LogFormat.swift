/// A log format in which each line is one request.
package enum LogFormat: Hashable, Sendable {
    /// `address ident user [time] "request" status bytes`, with optional further fields.
    case common
    /// The common format with referrer and user agent.
    case combined
    /// The common format, preceded by the virtual host and its port.
    case vhostCommon
    /// The combined format, preceded by the virtual host and its port.
    case vhostCombined
    /// JSON objects whose keys are the names of nginx variables.
    case nginx
    /// The access log of Caddy.
    case caddy
    /// The JSON access log of Traefik.
    case traefik
    /// JSON objects with keys such as `url` and `time`; see ``LogColumn``.
    case ndjson
    /// Delimited text with a header.
    case delimited(DelimitedHeader)
    /// URLs, one a line.
    case urls

    /// The names of all formats.
    package static let names = [
        "common", "combined", "vhost-common", "vhost-combined", "nginx", "caddy", "traefik",
        "ndjson", "csv", "urls",
    ]

    /// The name of the format.
    package var name: String {
        switch self {
        case .common: "common"
        case .combined: "combined"
        case .vhostCommon: "vhost-common"
        case .vhostCombined: "vhost-combined"
        case .nginx: "nginx"
        case .caddy: "caddy"
        case .traefik: "traefik"
        case .ndjson: "ndjson"
        case .delimited: "csv"
        case .urls: "urls"
        }
    }

    /// Creates the format with a name.
    ///
    /// - Parameters:
    ///   - name: One of ``names``.
    ///   - lines: The first lines of the log; CSV takes its header from them.
    package init?(name: String, lines: [[UInt8]]) {
        if name == "csv" {
            guard let line = Self.contents(of: lines).first,
                let header = DelimitedHeader(line)
            else { return nil }
            self = .delimited(header)
            return
        }
        let plain: [LogFormat] = [
            .common, .combined, .vhostCommon, .vhostCombined, .nginx, .caddy, .traefik, .ndjson,
            .urls,
        ]
        guard let format = plain.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    /// The unit of durations where neither the name nor the text implies one; `nil` to apply rule 5
    /// of the server formats.
    var durationUnit: DurationUnit? {
        switch self {
        case .nginx, .caddy: .seconds
        case .traefik: .nanoseconds
        default: nil
        }
    }
}
