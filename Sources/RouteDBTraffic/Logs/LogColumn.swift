import RouteDBRouting

/// The meaning of a key of a JSON object or a column of delimited text.
///
/// Names are compared without regard to case, `_`, `-`, `.`, spaces, and a leading `$` or `@`.
enum LogColumn: Hashable, Sendable {
    case url, target, path, query, request, host, scheme, method
    /// A day whose time may be a column of its own.
    case date
    case time, status, byteCount, referrer, userAgent, principal, address
    /// The languages that the client prefers.
    case language
    /// An object of further attributes of the request, as `hits export` writes it.
    case attributes
    /// The number of requests that the line stands for.
    case weight
    /// The bytes of a text in hexadecimal (``ExactText``).
    case urlBytes, principalBytes, referrerBytes, userAgentBytes
    /// A flag for bots, 1 or 0, and the platform of the client, as `hits export` writes them.
    case bot, platform
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

    /// True if the column contains the URL or part of it.
    var isURL: Bool {
        self == .url || self == .target || self == .path || self == .request
    }

    private static let names: [String: LogColumn] = {
        let lists: [(LogColumn, String)] = [
            (.url, "url requesturl link href"),
            (.target, "requesturi requesttarget clientrequesturi csuri"),
            (.path, "path uri requestpath urlpath csuristem clientrequestpath"),
            (.query, "query args querystring csuriquery requestquery"),
            (.request, "request requestline"),
            (
                .host,
                "host httphost requesthost vhost servername hostname clientrequesthost cs(host) cshost xhostheader authority"
            ),
            (.scheme, "scheme requestscheme clientrequestscheme csprotocol"),
            (.method, "method requestmethod verb httpmethod kind clientrequestmethod csmethod"),
            (.attributes, "attributes"),
            (
                .time,
                "time ts timestamp datetime timelocal timeiso8601 msec startutc startlocal edgestarttimestamp starttime"
            ), (.date, "date"),
            (
                .status,
                "status statuscode downstreamstatus code httpstatus httpstatuscode edgeresponsestatus scstatus responsestatus responsecode"
            ),
            (
                .byteCount,
                "bytes size bytessent bodybytessent downstreamcontentsize responsesize edgeresponsebytes scbytes responsebodysize"
            ),
            (
                .referrer,
                "referrer referer httpreferer httpreferrer requestreferer clientrequestreferer cs(referer)"
            ),
            (
                .userAgent,
                "useragent agent ua httpuseragent requestuseragent clientrequestuseragent cs(useragent)"
            ),
            (
                .language,
                "language acceptlanguage httpacceptlanguage requestacceptlanguage cs(acceptlanguage)"
            ), (.principal, "principal user remoteuser userid username clientusername csusername"),
            (.address, "address ip remoteaddr remoteip clientip clienthost remotehost client cip"),
            (.weight, "weight"),
            (.urlBytes, "urlbytes"), (.principalBytes, "principalbytes"),
            (.referrerBytes, "referrerbytes"), (.userAgentBytes, "useragentbytes"),
            (.bot, "bot"), (.platform, "platform"), (.exactTime, "timeus"),
            (.duration(nil), "duration latency elapsed"),
            (.duration(.seconds), "requesttime rt durations durationseconds latencys timetaken"),
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

/// The header line of delimited text: the meaning of the columns, and their separator.
package struct DelimitedHeader: Hashable, Sendable {
    /// The byte between columns: a comma, a semicolon or a tab.
    let separator: UInt8
    /// The meaning of each column; `nil` if its name is unknown.
    let columns: [LogColumn?]
    /// The line as written, without a byte order mark.
    private let text: [UInt8]

    /// Parses a header; `nil` if no column contains a URL.
    package init?(_ line: [UInt8]) {
        let text = Array(line[LogLineParser.start(of: line.span.bytes)...])
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = separators.map { separator in text.count { $0 == separator } }
        let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        separator = separators[most]
        columns = text.split(separator: separator, omittingEmptySubsequences: false).map {
            LogColumn(name: $0.filter { $0 != 0x0D })
        }
        self.text = text
        guard columns.contains(where: { $0?.isURL == true }) else { return nil }
    }

    /// Returns whether a line repeats the header, as in concatenated files.
    func isHeader(_ line: RawSpan) -> Bool {
        let line = line.extracting(LogLineParser.start(of: line)..<line.byteCount)
        // The buffer is read before the closure returns.
        return unsafe line.withUnsafeBytes { unsafe $0.elementsEqual(text) }
    }
}
