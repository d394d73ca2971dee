import RouteDBInsight
package import RouteDBRouting

/// Reads an association file, with the mistakes in it.
///
/// A part that cannot be read is left out of the association, as if it were not there.
package struct AppleReader {
    private typealias Reader = JSONReader<FindingSink>

    private let sink = FindingSink(.association)
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
        if let variables = links.reader("substitutionVariables") { readVariables(variables) }
        let defaults = readDefaults(of: links)
        switch links.value("details") {
        case nil: sink.take(links.missing("details", of: "'applinks'"))
        case .array?:
            for entry in links.readers("details") ?? [] { readEntry(entry, defaults: defaults) }
        case .object(let entries)? where Self.areEntries(entries):
            readEntries(entries, at: links.path("details"), defaults: defaults)
        case let details?:
            sink.add(
                .nesting, at: links.path("details"),
                "'details' is \(details.kind), not an array of objects with 'appIDs' and "
                    + "'components'.")
        }
    }

    private mutating func readVariables(_ variables: Reader) {
        for member in variables.object.members {
            let place = variables.path(member.key)
            let values = sink.elements(of: member.value, as: .string, at: place)
            association.variables.own[member.key] = values?.map(\.value)
            if let mark = AppleVariables.mark(in: member.key) {
                sink.add(
                    .invalidVariable, at: place,
                    "The name '\(member.key)' contains '\(mark)', so no pattern can use it.")
            }
            for value in values ?? [] where value.value.contains("$(") {
                sink.add(
                    .invalidVariable, at: value.path,
                    "The value '\(value.value)' contains '$(': values have no variables.")
            }
            if values?.isEmpty == true {
                sink.add(
                    .invalidVariable, at: place,
                    "'\(member.key)' has no values, so patterns with it match nothing.",
                    severity: .warning)
            }
        }
    }

    private func readDefaults(of object: Reader) -> JSONObject {
        guard let defaults = object.reader("defaults") else { return [:] }
        defaults.requireKeys(among: Self.componentKeys, of: "'defaults'")
        return defaults.object
    }

    /// Returns whether the members of an object are entries by their apps, and not those of one entry.
    private static func areEntries(_ object: JSONObject) -> Bool {
        !object.members.isEmpty && !object.members.contains { detailKeys.contains($0.key) }
    }

    /// Reads the form of the first systems: an object with an entry for each app (A16).
    private mutating func readEntries(
        _ entries: JSONObject, at place: [JSONStep], defaults: JSONObject
    ) {
        association.hasEntriesByApp = true
        sink.add(
            .legacyDetails, at: place,
            "'details' is an object with an entry for each app, not an array of entries.")
        for member in entries.members {
            let path = place + [.key(member.key)]
            guard let object = sink.read(member.value, as: .object, at: path) else { continue }
            let entry = Reader(object, at: path, into: sink)
            readEntry(entry, of: member.key, defaults: defaults)
        }
    }

    /// Reads an entry, which may be that of an app by its key.
    private mutating func readEntry(
        _ object: Reader, of app: String? = nil, defaults: JSONObject
    ) {
        object.requireKeys(among: Self.detailKeys, of: "An entry")
        var entry = AppleAssociation.Entry(path: object.path)
        entry.apps = readApps(of: object, app)
        // The entry's own defaults come before those of the file (A3).
        let defaults = Self.merging(defaults, readDefaults(of: object))
        if object.value("components") != nil {
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
        if object.value("paths") != nil { checkPaths(of: object) }
        association.entries.append(entry)
    }

    /// Finds `paths` that some systems, or all, do not read, and mistakes in those beside components.
    private func checkPaths(of entry: Reader) {
        if entry.value("components") != nil {
            for (text, path) in entry.elements("paths", as: .string) ?? [] {
                ApplePatternChecks(readPath(text, at: path), association.variables, sink).check()
            }
        }
        if entry.value("appIDs") != nil, entry.value("appID") == nil {
            sink.add(
                .legacyPaths, at: entry.path("paths"),
                "'paths' is for systems before iOS 13, which read 'appID', and not 'appIDs'.",
                severity: .warning)
        } else if entry.value("components") != nil {
            sink.add(
                .legacyPaths, at: entry.path("paths"),
                "The entry has 'components', so only systems before iOS 13 use 'paths'.")
        }
    }

    private func readApps(of entry: Reader, _ app: String?) -> [String] {
        var apps = entry.elements("appIDs", as: .string) ?? []
        if let app = entry.string("appID") { apps.append((app, entry.path("appID"))) }
        if let app {
            apps.append((app, entry.path))
        } else if entry.value("appIDs") == nil, entry.value("appID") == nil {
            sink.take(entry.missing("appIDs", of: "The entry"))
        }
        for (app, place) in apps where !Self.isAppID(app) {
            sink.add(
                .appID, at: place,
                "'\(app)' is not an app: it is not written as in 'ABCDE12345.com.example.app'.")
        }
        return apps.map(\.value)
    }

    /// Returns whether a text is a prefix of ten capitals and digits, and a bundle identifier.
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
    package func checkRules() { AppleChecks.check(association, into: sink) }
}
