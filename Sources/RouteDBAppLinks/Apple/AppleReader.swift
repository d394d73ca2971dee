package import RouteDBRouting

/// Reads an association file, with the mistakes in it.
///
/// A part that cannot be read is left out of the association, as if it were not there.
package struct AppleReader {
    private typealias Reader = JSONReader<FindingSink>

    private let sink = FindingSink()
    package private(set) var association = AppleAssociation()

    package var findings: FindingList { sink.findings }

    private static let services = [
        "applinks", "webcredentials", "appclips", "activitycontinuation",
    ]
    private static let settings = ["caseSensitive", "percentEncoded"]
    private static let componentKeys = ["/", "?", "#", "exclude", "comment"] + settings
    private static let detailKeys = ["appID", "appIDs", "components", "paths", "defaults"]
    private static let linkKeys = ["apps", "details", "defaults", "substitutionVariables"]

    /// Reads a file.
    package init(_ value: JSONValue) {
        guard case .object(let object) = value else {
            sink.add(
                .nesting, at: [],
                "The file of Apple is an object with the key 'applinks', not \(value.kind).")
            return
        }
        let hasServices = object.members.contains { Self.services.contains($0.key) }
        guard object["applinks"] != nil || hasServices else {
            let strays = object.members.map(\.key).filter { Self.linkKeys.contains($0) }
            sink.add(
                .nesting, at: [],
                "The file has no 'applinks'"
                    + (strays.first.map { ", the object that '\($0)' belongs into." } ?? "."))
            return
        }
        let file = JSONReader(object, into: sink)
        file.requireKeys(among: Self.services, of: "The file")
        // A file for passwords or app clips only opens no links, and need not say so.
        if let links = file.reader("applinks") { read(links) }
    }

    // MARK: Objects

    private mutating func read(_ links: Reader) {
        links.requireKeys(among: Self.linkKeys, of: "'applinks'")
        if let variables = links.reader("substitutionVariables") {
            for member in variables.object.members {
                let values = sink.elements(
                    of: member.value, as: .string, at: variables.path(member.key))
                association.variables.own[member.key] = values?.map(\.value)
            }
        }
        let defaults = readDefaults(of: links)
        switch links.value("details") {
        case nil: sink.take(links.missing("details", of: "'applinks'"))
        case .array?:
            for entry in links.readers("details") ?? [] { readEntry(entry, defaults: defaults) }
        case let details?:
            sink.add(
                .nesting, at: links.path("details"),
                "'details' is \(details.kind), not an array of objects with 'appIDs' and "
                    + "'components'.")
        }
    }

    private func readDefaults(of object: Reader) -> JSONObject {
        guard let defaults = object.reader("defaults") else { return [:] }
        defaults.requireKeys(among: Self.componentKeys, of: "'defaults'")
        return defaults.object
    }

    private mutating func readEntry(_ object: Reader, defaults: JSONObject) {
        object.requireKeys(among: Self.detailKeys, of: "An entry")
        var entry = AppleAssociation.Entry(path: object.path)
        entry.apps = readApps(of: object)
        // The entry's own defaults come before those of the file (A3).
        let defaults = Self.merging(defaults, readDefaults(of: object))
        if object.value("components") != nil {
            if object.value("paths") != nil {
                sink.add(
                    .legacyPaths, at: object.path("paths"),
                    "The entry has 'components', so only systems before iOS 13 use 'paths'.")
            }
            for component in object.readers("components") ?? [] {
                entry.components.append(readComponent(component, defaults: defaults))
            }
        } else if object.value("paths") != nil {
            for (text, path) in object.elements("paths", as: .string) ?? [] {
                entry.components.append(readPath(text, at: path))
            }
        } else {
            sink.take(object.missing("components", of: "The entry"))
        }
        association.entries.append(entry)
    }

    private func readApps(of entry: Reader) -> [String] {
        var apps = entry.elements("appIDs", as: .string) ?? []
        if let app = entry.string("appID") { apps.append((app, entry.path("appID"))) }
        if entry.value("appIDs") == nil, entry.value("appID") == nil {
            sink.take(entry.missing("appIDs", of: "The entry"))
        }
        for (app, place) in apps where !Self.isAppID(app) {
            sink.add(
                .appID, at: place,
                "'\(app)' is not an app: it is not written as in 'ABCDE12345.com.example.app'.")
        }
        return apps.map(\.value)
    }

    /// Whether a text is a prefix of ten capitals and digits, and a bundle identifier.
    private static func isAppID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2, let prefix = parts.first, prefix.count == 10 else { return false }
        let isPrefix = prefix.allSatisfy {
            $0.isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        }
        return isPrefix
            && parts.dropFirst().allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy {
                        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
                    }
            }
    }

    // MARK: Components

    private func readComponent(_ own: Reader, defaults: JSONObject) -> AppleComponent {
        own.requireKeys(among: Self.componentKeys, of: "A component")
        // A mistake in a default value is one of each component that has it.
        let object = JSONReader(Self.merging(defaults, own.object), at: own.path, into: sink)
        var component = AppleComponent(at: own.path)
        component.url = object.string("/").map(ApplePattern.init)
        component.fragment = object.string("#").map(ApplePattern.init)
        component.query = readQuery(of: object)
        component.isExclude = object.boolean("exclude") ?? false
        component.isCaseSensitive = object.boolean("caseSensitive") ?? true
        component.isPercentEncoded = object.boolean("percentEncoded") ?? true
        _ = own.string("comment")
        return component
    }

    /// The known keys of two objects; those of the second come first.
    private static func merging(_ defaults: JSONObject, _ own: JSONObject) -> JSONObject {
        var object = JSONObject()
        for key in componentKeys { object[key] = own[key] ?? defaults[key] }
        return object
    }

    private func readQuery(of component: Reader) -> AppleComponent.Query? {
        let path = component.path("?")
        switch component.value("?") {
        case nil: return nil
        case .string(let text)?: return .whole(ApplePattern(text))
        case .object(let query)?:
            let items = query.members.compactMap { member in
                sink.read(member.value, as: .string, at: path + [.key(member.key)]).map {
                    AppleComponent.Item(name: member.key, value: ApplePattern($0))
                }
            }
            return .items(items, isValid: items.count == query.members.count)
        case let value?:
            sink.take(JSONMistake(value, isNot: "a string or an object of strings", at: path))
            return nil
        }
    }

    /// Reads an element of `paths`, which excludes if it begins with `NOT `.
    private func readPath(_ text: String, at place: [JSONStep]) -> AppleComponent {
        var component = AppleComponent(at: place)
        component.isLegacy = true
        component.isExclude = text.hasPrefix("NOT ")
        component.url = ApplePattern(component.isExclude ? String(text.dropFirst(4)) : text)
        return component
    }

    /// Adds what the rules say about the association as a whole.
    package func checkRules() { AppleChecks.check(association, &sink.findings) }
}
