import RouteDB

/// A service of short links whose exports are read, and how its columns and keys are called.
///
/// Names are compared without case, spaces and `_`: exports of one service differ in these.
package enum ShortLinkService: String, CaseIterable, Sendable {
    /// Firebase Dynamic Links.
    case firebase
    /// Shlink.
    case shlink
    /// YOURLS.
    case yourls
    /// Bitly.
    case bitly
    /// Dub.
    case dub

    /// A thing that an export says of a link.
    enum Field: CaseIterable {
        case shortURL, keyword, host, destination, longLink, title, tags, start, end, visits, rules,
            forwarding
    }

    /// The names of a field; none if the service does not have it.
    func names(of field: Field) -> [String] {
        switch (self, field) {
        case (.firebase, .shortURL): ["shortlink", "shorturl", "shortdynamiclink"]
        case (.firebase, .destination): ["link", "deeplink", "destinationurl", "url"]
        case (.firebase, .longLink): ["longlink", "longdynamiclink", "dynamiclink"]
        case (.firebase, .title): ["name", "linkname", "title"]
        case (.shlink, .shortURL): ["shorturl"]
        case (.shlink, .keyword): ["shortcode", "slug"]
        case (.shlink, .host): ["domain"]
        case (.shlink, .destination): ["longurl", "originalurl"]
        case (.shlink, .title): ["title"]
        case (.shlink, .tags): ["tags"]
        case (.shlink, .start): ["validsince"]
        case (.shlink, .end): ["validuntil"]
        case (.shlink, .visits): ["maxvisits"]
        case (.shlink, .rules): ["hasredirectrules"]
        case (.shlink, .forwarding): ["forwardquery"]
        case (.yourls, .shortURL): ["shorturl"]
        case (.yourls, .keyword): ["keyword"]
        case (.yourls, .destination): ["url", "longurl"]
        case (.yourls, .title): ["title"]
        case (.bitly, .shortURL): ["bitlink", "link", "shortlink", "shorturl"]
        case (.bitly, .destination): ["longurl", "destination", "destinationurl"]
        case (.bitly, .title): ["title"]
        case (.bitly, .tags): ["tags"]
        case (.dub, .shortURL): ["shortlink"]
        case (.dub, .keyword): ["key"]
        case (.dub, .host): ["domain"]
        case (.dub, .destination): ["url", "destinationurl"]
        case (.dub, .title): ["title"]
        case (.dub, .end): ["expiresat"]
        default: []
        }
    }

    /// The status with which the service answers a short link.
    var status: Int { [.yourls, .bitly].contains(self) ? 301 : 302 }

    /// The name in messages.
    package var title: String {
        switch self {
        case .firebase: "Firebase Dynamic Links"
        case .shlink: "Shlink"
        case .yourls: "YOURLS"
        case .bitly: "Bitly"
        case .dub: "Dub"
        }
    }

    /// How to get the rest of a list that the API answers in parts.
    var nextPart: String {
        switch self {
        case .firebase, .shlink, .bitly, .dub:
            "Import its other pages too, as '?page=2' answers them."
        case .yourls: "Import the others too, as 'start' and 'limit' choose them."
        }
    }

    /// How to get a file that is read.
    package var wayOut: String {
        switch self {
        case .firebase:
            "Give the CSV of the Dynamic Links export, with the columns short link and link (or"
                + " long link)."
        case .shlink:
            "Give the CSV of Shlink's web client, or the JSON of its endpoint"
                + " /rest/v3/short-urls."
        case .yourls:
            "Give CSV or TSV with the columns keyword and url, as mysql --batch -e 'SELECT"
                + " keyword, url, title FROM yourls_url' writes them, or the JSON of the API's"
                + " action 'stats'."
        case .bitly:
            "Give the CSV of Bitly's export, with the columns Bitlink and Long URL, or the JSON of the API's"
                + " /v4/groups/GROUP/bitlinks."
        case .dub:
            "Give the JSON of the API's /links, or CSV with the columns Short Link and URL."
        }
    }
}

/// One link of an export: its texts by their names, and their places.
struct ShortLinkRow {
    let texts: [String: String]
    /// The link as JSON, in an answer of an API; empty for the row of a table.
    var object: JSONObject = [:]
    /// The place of the link, which keeps none of its texts.
    let origin: @Sendable () -> InputPlace?
    /// The place of the text with a name, or of the link.
    let place: @Sendable (String?) -> InputPlace?

    /// The text of a field, if it is there and not empty.
    func text(_ field: ShortLinkService.Field, of service: ShortLinkService) -> String? {
        service.names(of: field).lazy.compactMap { texts[$0] }.first { !$0.isEmpty }
    }

    /// The place of a field.
    func place(of field: ShortLinkService.Field, in service: ShortLinkService) -> InputPlace? {
        place(service.names(of: field).first { texts[$0] != nil })
    }

    /// A name of a column or key, for comparing.
    static func key(_ name: String) -> String {
        String(
            decoding: name.lowercased().utf8.filter { $0.isASCIILetter || $0.isASCIIDigit },
            as: UTF8.self)
    }
}
