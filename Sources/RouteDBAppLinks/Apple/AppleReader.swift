package import RouteDB
package import RouteDBRouting

/// Reads an association file, with the mistakes in it.
///
/// A part that cannot be read is left out of the association, as if it were not there.
package struct AppleReader {
    package private(set) var findings = FindingList()
    package private(set) var association = AppleAssociation()

    private static let services = [
        "applinks", "webcredentials", "appclips", "activitycontinuation",
    ]
    private static let settings = ["caseSensitive", "percentEncoded"]
    private static let componentKeys = ["/", "?", "#", "exclude", "comment"] + settings
    private static let detailKeys = ["appID", "appIDs", "components", "paths", "defaults"]
    private static let linkKeys = ["apps", "details", "defaults", "substitutionVariables"]

    /// Reads a file.
    package init(_ value: JSONValue) {
        guard case .object(let file) = value else {
            findings.add(
                .nesting, at: [],
                "The file of Apple is an object with the key 'applinks', not \(value.kind).")
            return
        }
        guard let links = file["applinks"] else {
            let strays = file.members.map(\.key).filter { Self.linkKeys.contains($0) }
            findings.add(
                .nesting, at: [],
                "The file has no 'applinks'"
                    + (strays.first.map { ", the object that '\($0)' belongs into." } ?? "."))
            return
        }
        checkKeys(of: file, among: Self.services, at: [], in: "The file")
        guard let links = object(links, at: [.key("applinks")]) else { return }
        read(links, at: [.key("applinks")])
    }

    // MARK: Objects

    private mutating func read(_ links: JSONObject, at path: [JSONLocator.Step]) {
        checkKeys(of: links, among: Self.linkKeys, at: path, in: "'applinks'")
        readVariables(links["substitutionVariables"], at: path + [.key("substitutionVariables")])
        let defaults = readDefaults(links["defaults"], at: path + [.key("defaults")])
        guard let details = links["details"] else {
            findings.add(.missingKey, at: path, "'applinks' has no 'details'.")
            return
        }
        let place = path + [.key("details")]
        guard case .array(let entries) = details else {
            findings.add(
                .nesting, at: place,
                "'details' is \(details.kind), not an array of objects with 'appIDs' and "
                    + "'components'.")
            return
        }
        for (index, entry) in entries.enumerated() {
            let place = place + [.index(index)]
            guard let entry = object(entry, at: place) else { continue }
            readEntry(entry, defaults: defaults, at: place)
        }
    }

    private mutating func readVariables(_ value: JSONValue?, at path: [JSONLocator.Step]) {
        guard let value, let variables = object(value, at: path) else { return }
        for member in variables.members {
            let place = path + [.key(member.key)]
            guard case .array(let values) = member.value else {
                wrong(member.value, "an array of strings", at: place)
                continue
            }
            association.variables.own[member.key] = values.enumerated().compactMap {
                string($1, at: place + [.index($0)])
            }
        }
    }

    private mutating func readDefaults(
        _ value: JSONValue?, at path: [JSONLocator.Step]
    ) -> JSONObject {
        guard let value, let defaults = object(value, at: path) else { return [:] }
        checkKeys(of: defaults, among: Self.componentKeys, at: path, in: "'defaults'")
        return defaults
    }

    private mutating func readEntry(
        _ object: JSONObject, defaults: JSONObject, at path: [JSONLocator.Step]
    ) {
        checkKeys(of: object, among: Self.detailKeys, at: path, in: "An entry")
        var entry = AppleAssociation.Entry(path: path)
        entry.apps = readApps(of: object, at: path)
        // The entry's own defaults come before those of the file (A3).
        let inner = readDefaults(object["defaults"], at: path + [.key("defaults")])
        let defaults = Self.merging(defaults, inner)
        if let components = object["components"] {
            if object["paths"] != nil {
                findings.add(
                    .legacyPaths, at: path + [.key("paths")],
                    "The entry has 'components', so only systems before iOS 13 use 'paths'.")
            }
            let place = path + [.key("components")]
            for (index, value) in (array(components, at: place) ?? []).enumerated() {
                let place = place + [.index(index)]
                guard let component = self.object(value, at: place) else { continue }
                entry.components.append(readComponent(component, defaults: defaults, at: place))
            }
        } else if let paths = object["paths"] {
            let place = path + [.key("paths")]
            for (index, value) in (array(paths, at: place) ?? []).enumerated() {
                guard let text = string(value, at: place + [.index(index)]) else { continue }
                entry.components.append(readPath(text, at: place + [.index(index)]))
            }
        } else {
            findings.add(.missingKey, at: path, "The entry has no 'components'.")
        }
        association.entries.append(entry)
    }

    private mutating func readApps(
        of entry: JSONObject, at path: [JSONLocator.Step]
    ) -> [String] {
        var apps: [(String, [JSONLocator.Step])] = []
        if let value = entry["appIDs"] {
            let place = path + [.key("appIDs")]
            for (index, app) in (array(value, at: place) ?? []).enumerated() {
                guard let text = string(app, at: place + [.index(index)]) else { continue }
                apps.append((text, place + [.index(index)]))
            }
        }
        if let value = entry["appID"], let text = string(value, at: path + [.key("appID")]) {
            apps.append((text, path + [.key("appID")]))
        }
        if entry["appIDs"] == nil, entry["appID"] == nil {
            findings.add(.missingKey, at: path, "The entry has no 'appIDs'.")
        }
        for (app, place) in apps where !Self.isAppID(app) {
            findings.add(
                .appID, at: place,
                "'\(app)' is not an app: it is not written as in 'ABCDE12345.com.example.app'.")
        }
        return apps.map(\.0)
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

    private mutating func readComponent(
        _ own: JSONObject, defaults: JSONObject, at place: [JSONLocator.Step]
    ) -> AppleComponent {
        checkKeys(of: own, among: Self.componentKeys, at: place, in: "A component")
        let object = Self.merging(defaults, own)
        var component = AppleComponent(at: place)
        func path(_ key: String) -> [JSONLocator.Step] {
            own[key] == nil ? place : place + [.key(key)]
        }
        if let value = object["/"], let text = string(value, at: path("/")) {
            component.url = ApplePattern(text)
        }
        if let value = object["#"], let text = string(value, at: path("#")) {
            component.fragment = ApplePattern(text)
        }
        component.query = object["?"].flatMap { readQuery($0, at: path("?")) }
        component.isExclude = truth(object["exclude"], at: path("exclude")) ?? false
        component.isCaseSensitive =
            truth(object["caseSensitive"], at: path("caseSensitive")) ?? true
        component.isPercentEncoded =
            truth(object["percentEncoded"], at: path("percentEncoded")) ?? true
        if let comment = own["comment"] { _ = string(comment, at: path("comment")) }
        return component
    }

    /// The known keys of two objects; those of the second come first.
    private static func merging(_ defaults: JSONObject, _ own: JSONObject) -> JSONObject {
        var object = JSONObject()
        for key in componentKeys { object[key] = own[key] ?? defaults[key] }
        return object
    }

    private mutating func readQuery(
        _ value: JSONValue, at path: [JSONLocator.Step]
    ) -> AppleComponent.Query? {
        switch value {
        case .string(let text): return .whole(ApplePattern(text))
        case .object(let object):
            var items: [AppleComponent.Item] = []
            var isValid = true
            for member in object.members {
                if let text = string(member.value, at: path + [.key(member.key)]) {
                    items.append(.init(name: member.key, value: ApplePattern(text)))
                } else {
                    isValid = false
                }
            }
            return .items(items, isValid: isValid)
        default:
            wrong(value, "a string or an object of strings", at: path)
            return nil
        }
    }

    /// Reads an element of `paths`, which excludes if it begins with `NOT `.
    private mutating func readPath(_ text: String, at place: [JSONLocator.Step]) -> AppleComponent {
        var component = AppleComponent(at: place)
        component.isLegacy = true
        component.isExclude = text.hasPrefix("NOT ")
        component.url = ApplePattern(component.isExclude ? String(text.dropFirst(4)) : text)
        return component
    }

    // MARK: Values

    private mutating func wrong(
        _ value: JSONValue, _ wanted: String, at path: [JSONLocator.Step]
    ) {
        findings.add(
            .wrongType, at: path, "The value is \(value.kind), and should be \(wanted).")
    }

    private mutating func object(
        _ value: JSONValue, at path: [JSONLocator.Step]
    ) -> JSONObject? {
        if case .object(let object) = value { return object }
        wrong(value, "an object", at: path)
        return nil
    }

    private mutating func array(
        _ value: JSONValue, at path: [JSONLocator.Step]
    ) -> [JSONValue]? {
        if case .array(let array) = value { return array }
        wrong(value, "an array", at: path)
        return nil
    }

    private mutating func string(_ value: JSONValue, at path: [JSONLocator.Step]) -> String? {
        if case .string(let text) = value { return text }
        wrong(value, "a string", at: path)
        return nil
    }

    private mutating func truth(_ value: JSONValue?, at path: [JSONLocator.Step]) -> Bool? {
        guard let value else { return nil }
        if case .bool(let truth) = value { return truth }
        wrong(value, "true or false", at: path)
        return nil
    }

    private mutating func checkKeys(
        of object: JSONObject, among known: [String], at path: [JSONLocator.Step], in thing: String
    ) {
        for member in object.members where !known.contains(member.key) {
            findings.addUnknownKey(member.key, among: known, at: path, in: thing)
        }
    }

    /// Adds what the rules say about the association as a whole.
    package mutating func checkRules() { AppleChecks.check(association, &findings) }
}

extension FindingList {
    /// Adds a finding about a key that the platform does not know.
    package mutating func addUnknownKey(
        _ key: String, among known: [String], at path: [JSONLocator.Step], in thing: String
    ) {
        // A suggestion is only looked for where it will be shown.
        let isListed = located.count < Self.limit
        let nearest = isListed ? NameSuggestion.nearest(to: key, among: known) : nil
        add(
            .unknownKey, at: path + [.key(key)],
            "\(thing) has no '\(key)'." + (nearest.map { " Did you mean '\($0)'?" } ?? ""))
    }
}

extension JSONValue {
    /// The type of the value, with an article.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
