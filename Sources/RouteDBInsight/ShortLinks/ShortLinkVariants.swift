import RouteDB
import RouteDBRouting

/// Where a link of an export leads some visitors, as variants of a redirect.
struct ShortLinkVariants {
    private(set) var variants: [RouteRedirect.Variant] = []
    /// The losses, each said of the link.
    private(set) var losses: [String] = []

    private let status: Int

    /// Reads what an export says of a link.
    init(of row: ShortLinkRow, from service: ShortLinkService) {
        status = service.status
        switch service {
        case .firebase: readDynamicLink(row.text(.longLink, of: service) ?? "")
        case .shlink: readRules(row.object["redirectRules"])
        case .dub: readPlatforms(row.object)
        case .yourls, .bitly: break
        }
    }

    private mutating func add(_ conditions: [AccessRule.Condition], to url: String) {
        variants.append(
            RouteRedirect.Variant(
                when: conditions, to: ForeignText.redirectURL(url), status: status))
    }

    private static func `is`(_ name: String, _ values: String...) -> AccessRule.Condition {
        AccessRule.Condition(.context(name), .oneOf(values.map(JSONValue.string)))
    }

    private static let apple = Self.is("platform", "ios", "ipados")
    private static let android = Self.is("platform", "android")

    // MARK: Firebase

    /// Reads the parameters of a dynamic link
    /// (https://firebase.google.com/docs/dynamic-links/create-manually).
    private mutating func readDynamicLink(_ url: String) {
        let values = ForeignText.query(of: url).reduce(into: [String: String]()) { values, item in
            values[item.key] = item.value
        }
        // The first variant that holds is taken, so what is for iPads alone comes first.
        if let page = values["ipfl"] { add([Self.is("platform", "ipados")], to: page) }
        if let page = values["ifl"] {
            add([Self.apple], to: page)
        } else if let store = values["isi"] {
            add([Self.apple], to: "https://apps.apple.com/app/id\(store)")
        }
        if let page = values["afl"] {
            add([Self.android], to: page)
        } else if let package = values["apn"] {
            add([Self.android], to: "https://play.google.com/store/apps/details?id=\(package)")
        }
        if let page = values["ofl"] { add([Self.is("device", "desktop")], to: page) }
        if ["st", "sd", "si"].contains(where: { values[$0] != nil }) {
            losses.append("Its preview (st, sd, si) is that of the page that it leads to.")
        }
        if ["amv", "imv", "ius"].contains(where: { values[$0] != nil }) {
            losses.append(
                "The versions and schemes of apps (amv, imv, ius) are not part of a redirect.")
        }
    }

    // MARK: Shlink

    /// Reads the rules of a link, which its API answers at `/rest/v3/short-urls/{code}/redirect-rules`.
    private mutating func readRules(_ value: JSONValue?) {
        guard case .array(let rules)? = value else { return }
        for case .object(let rule) in rules {
            guard case .string(let url)? = rule["longUrl"],
                case .array(let list)? = rule["conditions"]
            else { continue }
            var conditions: [AccessRule.Condition] = []
            var unknown: String?
            for case .object(let condition) in list {
                if let known = Self.condition(condition) {
                    conditions.append(known)
                } else {
                    unknown = condition["type"].map(\.plainText) ?? "none"
                }
            }
            guard unknown == nil, !conditions.isEmpty else {
                losses.append(
                    "Its rule for '\(PlainText.shown(url))' has a condition that no variant has:"
                        + " \(unknown ?? "none").")
                continue
            }
            add(conditions, to: url)
        }
    }

    private static func condition(_ object: JSONObject) -> AccessRule.Condition? {
        func text(_ key: String) -> String {
            if case .string(let text)? = object[key] { text } else { "" }
        }
        let (key, value) = (text("matchKey"), text("matchValue"))
        switch text("type") {
        case "device":
            switch value {
            case "ios": return apple
            case "android": return android
            case "desktop": return Self.is("device", "desktop")
            case "mobile": return Self.is("device", "phone", "tablet")
            case "windows", "linux", "macos": return Self.is("platform", value)
            default: return nil
            }
        case "language":
            return Self.is("language", String(value.lowercased().prefix { $0 != "-" && $0 != "_" }))
        case "query-param": return AccessRule.Condition(.query(key), .oneOf([.string(value)]))
        case "geolocation-country-code": return Self.is("country", value.uppercased())
        case "before-date":
            return Timestamp(value).map {
                AccessRule.Condition(.time, .period(nil, $0))
            }
        case "after-date":
            return Timestamp(value).map {
                AccessRule.Condition(.time, .period($0, nil))
            }
        default: return nil
        }
    }

    // MARK: Dub

    /// Reads the places for platforms and countries of a link (https://dub.co/docs/api-reference/links).
    private mutating func readPlatforms(_ object: JSONObject) {
        func text(_ value: JSONValue?) -> String? {
            if case .string(let text)? = value, !text.isEmpty { text } else { nil }
        }
        if case .object(let countries)? = object["geo"] {
            for member in countries.members {
                guard let url = text(member.value) else { continue }
                add([Self.is("country", member.key.uppercased())], to: url)
            }
        }
        if let url = text(object["ios"]) { add([Self.apple], to: url) }
        if let url = text(object["android"]) { add([Self.android], to: url) }
        if text(object["password"]) != nil || object["password"] == true {
            losses.append("Its password is not part of a redirect: everybody is sent on.")
        }
        if text(object["expiredUrl"]) != nil {
            losses.append("What is over is gone (410), and leads nowhere else.")
        }
    }
}
