/// The meaning of a key of a JSON object or a column of delimited text.
///
/// Names are compared without regard to case, `_`, `-`, `.`, spaces, and a leading `$` or `@`.
enum LogColumn: Hashable, Sendable {
    case url, path, query, request, host, scheme, method
    case time, status, byteCount, referrer, userAgent, principal, address
    /// The number of requests that the line stands for.
    case weight
    /// The bytes of a text in hexadecimal (``ExactText``).
    case urlBytes, principalBytes, referrerBytes
    /// A time in microseconds, regardless of its magnitude.
    case exactTime
    /// A duration, with its unit if the name implies one.
    case duration(DurationUnit?)

    /// Looks up a column by its name.
    init?(name: some Collection<UInt8>) {
        let ignored = Array("_-. $@\"".utf8)
        let letters = name.lazy.filter { !ignored.contains($0) }.map(\.asciiLowercased)
        guard let column = Self.names[String(decoding: letters, as: UTF8.self)] else { return nil }
        self = column
    }

    /// Whether the column contains the URL or part of it.
    var isURL: Bool { self == .url || self == .path || self == .request }

    private static let names: [String: LogColumn] = {
        let lists: [(LogColumn, String)] = [
            (.url, "url requesturl requesturi requesttarget link href"),
            (.path, "path uri requestpath urlpath"),
            (.query, "query args querystring"),
            (.request, "request requestline"),
            (.host, "host httphost requesthost vhost servername hostname"),
            (.scheme, "scheme requestscheme"),
            (.method, "method requestmethod verb httpmethod"),
            (
                .time,
                "time ts timestamp date datetime timelocal timeiso8601 msec startutc startlocal"
            ),
            (.status, "status statuscode downstreamstatus code httpstatus"),
            (.byteCount, "bytes size bytessent bodybytessent downstreamcontentsize responsesize"),
            (.referrer, "referrer referer httpreferer httpreferrer requestreferer"),
            (.userAgent, "useragent agent ua httpuseragent requestuseragent"),
            (.principal, "principal user remoteuser userid username clientusername"),
            (.address, "address ip remoteaddr remoteip clientip clienthost remotehost client"),
            (.weight, "weight"),
            (.urlBytes, "urlbytes"), (.principalBytes, "principalbytes"),
            (.referrerBytes, "referrerbytes"), (.exactTime, "timeus"),
            (.duration(nil), "duration latency elapsed"),
            (.duration(.seconds), "requesttime rt durations durationseconds latencys"),
            (.duration(.milliseconds), "durationms latencyms elapsedms responsetimems"),
            (.duration(.microseconds), "durationus latencyus elapsedus durationmicroseconds"),
            (.duration(.nanoseconds), "durationns latencyns elapsedns"),
        ]
        var names: [String: LogColumn] = [:]
        for (column, list) in lists {
            for name in list.split(separator: " ") { names[String(name)] = column }
        }
        return names
    }()
}
