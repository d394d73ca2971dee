/// The parts of a generated URL, as they are written.
struct URLDraft {
    /// What precedes the segments.
    enum Form: CaseIterable {
        /// Nothing: the whole URL consists of segments.
        case text
        /// `scheme://`, with the first segment as authority.
        case authority
        /// `scheme:/`
        case scheme
        /// `scheme:///`
        case emptyAuthority
        /// `scheme:`
        case bareScheme
        /// `/`
        case rooted
        /// `//`
        case network
        /// `scheme://x1/`
        case host
        /// `https://www.example.com/`
        case web
        /// `scheme://localhost:80/`
        case local
    }

    var form: Form
    var scheme: String
    /// The host, if the pattern has one.
    var host: String?
    var segments: [String]
    /// The text after the last segment.
    var ending = ""
    var query = ""
    var fragment = ""

    /// The URL.
    var text: String { start + segments.joined(separator: "/") + ending + query + fragment }

    private var start: String {
        if let host {
            switch form {
            case .network: return "//\(host)/"
            case .text, .rooted, .bareScheme: break
            case .authority, .scheme, .emptyAuthority, .host, .web, .local:
                return "\(scheme)://\(host)/"
            }
        }
        return switch form {
        case .text: ""
        case .authority: "\(scheme)://"
        case .scheme: "\(scheme):/"
        case .emptyAuthority: "\(scheme):///"
        case .bareScheme: "\(scheme):"
        case .rooted: "/"
        case .network: "//"
        case .host: "\(scheme)://x1/"
        case .web: "https://www.example.com/"
        case .local: "\(scheme)://localhost:80/"
        }
    }
}
