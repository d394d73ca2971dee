import RouteDBHistory
import RouteDBRouting

/// A field by which hits are counted or selected, as a text.
enum HitField: Hashable, Sendable {
    /// A text that occurs again and again.
    case text(HitText)
    case status
    case platform
    case bot
    /// The URL as it was recorded.
    case url
    /// The host of the URL.
    case host
    /// The value of a parameter of the URL's query.
    case query(String)
    /// A value of the context.
    case context(String)
    /// The route and the number of its redirect's variant.
    case variant

    /// The texts of segments that are read for it.
    var texts: TextSelection {
        switch self {
        case .status, .platform, .bot: .none
        case .text, .context, .variant: .names
        case .url, .host, .query: .urls
        }
    }

    /// The column whose numbers tell the field; `nil` if texts do.
    var number: HitNumber? {
        switch self {
        case .status: .status
        case .platform, .bot: .client
        case .text, .url, .host, .query, .context, .variant: nil
        }
    }

    /// The text of a URL that the field is; `nil` if it has none, or is no part of URLs.
    func text(ofURL url: RawSpan) -> String? {
        switch self {
        case .url: String(decoding: url)
        case .host: URLParts(url).hostText(in: url)
        case .query(let name): NormalizedURL.QueryItem.value(of: name, in: url)
        default: nil
        }
    }

    /// The text for a number of the column ``number``; `nil` if nothing is known.
    func text(ofNumber number: Int64) -> String? {
        switch self {
        case .status: number > 0 ? "\(number)" : nil
        case .platform: HitClient(number: number)?.platform.rawValue
        case .bot: HitClient(number: number).map { $0.isBot ? "yes" : "no" }
        case .text, .url, .host, .query, .context, .variant: nil
        }
    }

    /// The property whose roll-ups tell the field; `nil` if there are none.
    var summedProperty: SummedProperty? {
        switch self {
        case .platform, .bot: .client
        case .query(let name): .parameter(name)
        case .text, .status, .url, .host, .context, .variant: nil
        }
    }

    /// The text for a value of the ``summedProperty``; `nil` if nothing is known.
    func text(ofSummed value: String) -> String? {
        guard case .client? = summedProperty else { return value }
        return Int64(value).flatMap(text(ofNumber:))
    }

    /// A value of the context as a text; `nil` for null, as which an absent value is recorded.
    static func text(ofContext name: String, in attributes: ResolutionRequest.Attributes) -> String?
    {
        switch attributes.context[name] {
        case nil, .null: nil
        case .string(let text): text
        case let value?: value.description
        }
    }
}
