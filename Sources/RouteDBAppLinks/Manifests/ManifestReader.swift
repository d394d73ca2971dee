import RouteDBInsight
import RouteDBRouting

/// Reads the intent filters of a manifest, with the mistakes in them.
///
/// A manifest, a part of one, or a single `intent-filter` is read.
package struct ManifestReader {
    package private(set) var findings = FindingList(.manifest)
    package private(set) var manifest = AndroidManifest()

    /// The prefix of Android's attributes.
    private let prefix: String

    private static let namespace = "http://schemas.android.com/apk/res/android"
    private static let roots: Set<String> = [
        "manifest", "application", "activity", "activity-alias", "intent-filter",
    ]
    private static let view = "android.intent.action.VIEW"
    private static let categories = [
        "android.intent.category.DEFAULT", "android.intent.category.BROWSABLE",
    ]

    /// Returns whether an element is the outermost one of a manifest.
    package static func isManifest(_ root: MarkupElement) -> Bool { roots.contains(root.name) }

    /// Reads a file.
    package init(_ root: MarkupElement) {
        let name = root.attributes.first {
            $0.value == Self.namespace && $0.name.hasPrefix("xmlns:")
        }?.name
        prefix = name.map { "\($0.dropFirst("xmlns:".count)):" } ?? "android:"
        if let package = root["package"], root.name == "manifest" {
            manifest.package = package
            if package.hasSuffix(".debug") {
                findings.add(
                    .debugApp, at: place(root, root.name),
                    "'\(package)' is the package of a debug build.")
            }
        }
        read(root, at: root.name)
        let isWeb = manifest.filters.contains { !$0.filter.webSchemes.isEmpty }
        if isWeb, !manifest.filters.contains(where: \.isVerified) {
            findings.add(
                .unverified, at: place(root, root.name),
                "No filter for links of the web has \(prefix)autoVerify=\"true\".")
        }
    }

    private func place(_ element: MarkupElement, _ item: String) -> FindingList.Place {
        .element(item: item, line: element.line, column: element.column)
    }

    private func attribute(_ name: String, of element: MarkupElement) -> String? {
        element[prefix + name]
    }

    private mutating func read(_ element: MarkupElement, at item: String) {
        if element.name == "intent-filter" { return readFilter(element, at: item) }
        for (child, item) in Self.items(of: element, at: item) { read(child, at: item) }
    }

    /// The children of an element, each with its place: its name, and its number among those of the name.
    private static func items(
        of element: MarkupElement, at item: String
    ) -> [(element: MarkupElement, item: String)] {
        var counts: [String: Int] = [:]
        let isOutermost = element.name == "manifest"
        return element.children.map { child in
            let index = counts[child.name, default: 0]
            counts[child.name] = index + 1
            let name = child.name == "application" ? child.name : "\(child.name)[\(index)]"
            return (child, isOutermost ? name : "\(item).\(name)")
        }
    }

    // MARK: Filters

    private mutating func readFilter(_ element: MarkupElement, at item: String) {
        func names(_ kind: String) -> [String] {
            element.children(named: kind).compactMap { attribute("name", of: $0) }
        }
        var filter = AndroidManifest.Filter(
            item: item, filter: IntentFilter(schemes: [], hosts: []))
        for (child, item) in Self.items(of: element, at: item) {
            switch child.name {
            case "data": readData(child, at: item, into: &filter)
            case "uri-relative-filter-group": readGroup(child, at: item, into: &filter)
            default: break
            }
        }
        // Other filters are about other things.
        guard !filter.filter.webSchemes.isEmpty, names("action").contains(Self.view) else { return }
        for category in Self.categories where !names("category").contains(category) {
            findings.add(
                .missingKey, at: place(element, item),
                "The filter has no category '\(category)', without which no link opens the app.")
        }
        guard names("category").contains(Self.categories[1]) else { return }
        filter.isVerified = attribute("autoVerify", of: element) == "true"
        check(filter, element)
        manifest.filters.append(filter)
    }

    private mutating func readData(
        _ element: MarkupElement, at item: String, into filter: inout AndroidManifest.Filter
    ) {
        for (name, value) in values(of: element, at: item, into: &filter) {
            switch name {
            case "scheme":
                filter.filter.schemes.append(value.lowercased())
                add(ManifestChecks.mistake(inScheme: value), to: element, at: item)
            case "host":
                // A port that a link does not have keeps the host from matching.
                let port = attribute("port", of: element).map { ":\($0)" } ?? ""
                filter.filter.hosts.append(value + port)
            case "port", "mimeType", "mimeGroup": break
            default:
                guard let test = test(name, value, element, at: item), test.part == .path else {
                    continue
                }
                filter.filter.paths.append(test)
                filter.pathItems.append(item)
            }
        }
    }

    private mutating func readGroup(
        _ element: MarkupElement, at item: String, into filter: inout AndroidManifest.Filter
    ) {
        var group = IntentFilter.Group(
            allows: attribute("allow", of: element) != "false", tests: [])
        for (child, item) in Self.items(of: element, at: item) where child.name == "data" {
            for (name, value) in values(of: child, at: item, into: &filter) {
                if let test = test(name, value, child, at: item) { group.tests.append(test) }
            }
        }
        if group.tests.isEmpty {
            findings.add(
                .unmatchable, at: place(element, item), "A group without tests never matches.",
                severity: .warning)
        }
        filter.filter.groups.append(group)
        filter.groupItems.append(item)
    }

    /// The attributes of a `data` element, without their prefix.
    private mutating func values(
        of element: MarkupElement, at item: String, into filter: inout AndroidManifest.Filter
    ) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        for (name, value) in element.attributes where name.hasPrefix(prefix) {
            // Such a value matches no link: what it stands for is not known.
            if Self.isElsewhere(value) {
                filter.isUnresolved = true
                findings.add(
                    .unresolved, at: place(element, item),
                    "The value '\(value)' of '\(name)' stands in another file.")
            }
            values.append((String(name.dropFirst(prefix.count)), unescaped(value, element, item)))
        }
        return values
    }

    /// A value as the build tools store it: they read a backslash as an escape of their own.
    private mutating func unescaped(
        _ value: String, _ element: MarkupElement, _ item: String
    ) -> String {
        guard value.contains("\\") else { return value }
        var text = ""
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            if isEscaped, !"\\'\"@?#".unicodeScalars.contains(scalar) {
                findings.add(
                    .encoding, at: place(element, item),
                    "The build tools drop the '\\' before '\(scalar)' in '\(value)': write '\\\\'.")
            }
            isEscaped = false
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    // MARK: Tests

    /// The tests of paths, queries and fragments: attributes without the name of the part.
    private static let kinds: [String: AndroidMatcher.Kind] = [
        "": .literal, "Prefix": .prefix, "Suffix": .suffix, "Pattern": .glob,
        "AdvancedPattern": .advanced,
    ]

    private mutating func test(
        _ name: String, _ value: String, _ element: MarkupElement, at item: String
    ) -> IntentFilter.Test? {
        for part in IntentFilter.Test.Part.allCases where name.hasPrefix(part.rawValue) {
            guard let kind = Self.kinds[String(name.dropFirst(part.rawValue.count))] else {
                continue
            }
            do throws(AndroidPatternError) {
                let matcher = try AndroidMatcher(kind, value)
                checkPath(part, matcher, element, at: item)
                return IntentFilter.Test(part, matcher)
            } catch {
                findings.add(
                    .unmatchable, at: place(element, item),
                    "Android refuses '\(value)': \(error.message)")
                return nil
            }
        }
        let known = IntentFilter.Test.Part.allCases.flatMap { part in
            Self.kinds.keys.map { part.rawValue + $0 }
        }
        let nearest = NameSuggestion.nearest(to: name, among: known)
        findings.add(
            .unknownKey, at: place(element, item),
            "'data' has no '\(prefix)\(name)'."
                + (nearest.map { " " + NameSuggestion.question(prefix + $0) } ?? ""))
        return nil
    }

    private mutating func checkPath(
        _ part: IntentFilter.Test.Part, _ matcher: AndroidMatcher, _ element: MarkupElement,
        at item: String
    ) {
        guard part == .path, !matcher.pattern.hasPrefix("@") else { return }
        for mistake in ManifestChecks.mistakes(inPath: matcher) {
            add(mistake, to: element, at: item)
        }
    }

    private mutating func add(
        _ mistake: ManifestMistake?, to element: MarkupElement, at item: String
    ) {
        guard let mistake else { return }
        findings.add(
            mistake.code, at: place(element, item), mistake.message,
            severity: mistake.isWarning ? .warning : nil)
    }

    /// Checks the hosts of a filter, and what its paths seem to match.
    private mutating func checkData(of found: AndroidManifest.Filter, _ element: MarkupElement) {
        let paths = Dictionary(
            zip(found.pathItems, found.filter.paths).map { ($0, [$1.matcher]) },
            uniquingKeysWith: +)
        for (data, item) in Self.items(of: element, at: found.item) where data.name == "data" {
            if let host = attribute("host", of: data), !Self.isElsewhere(host) {
                add(ManifestChecks.mistake(inHost: host), to: data, at: item)
            }
            for matcher in paths[item] ?? [] {
                guard let path = ManifestChecks.missedPath(matcher, in: found.filter) else {
                    continue
                }
                findings.add(
                    .noBacktracking, at: place(data, item),
                    "A '.*' of '\(matcher.pattern)' ends at the first character that follows it in "
                        + "the pattern, so it does not match '\(path)'.")
            }
        }
    }

    /// Returns whether a value stands in another file.
    private static func isElsewhere(_ value: String) -> Bool {
        value.hasPrefix("@") || value.contains("${")
    }

    private mutating func check(_ found: AndroidManifest.Filter, _ element: MarkupElement) {
        let filter = found.filter
        checkData(of: found, element)
        if Set(filter.hosts).count > 1, Self.pairs(element, prefix) {
            findings.add(
                .pooled, at: place(element, found.item),
                "Paths stand beside hosts, but each path counts for all \(filter.hosts.count) "
                    + "hosts.")
        }
        let isLate = filter.paths.allSatisfy { $0.firstLevel > 1 }
        if isLate, !filter.paths.isEmpty || !filter.groups.isEmpty {
            let level = filter.paths.isEmpty ? 35 : 31
            findings.add(
                .olderDevices, at: place(element, found.item),
                "Before API level \(level), the filter takes all links to its hosts.")
        }
        let blocks = filter.groups.contains { !$0.allows }
        let isLost = filter.groups.last?.allows == false
        if blocks, isLost || !filter.paths.allSatisfy(\.isImpossible) {
            findings.add(
                .ineffectiveGroup, at: place(element, found.item),
                isLost
                    ? "A group that blocks is the last: what it does not match is not taken either."
                    : "A path outside of the groups opens the app whatever they block.",
                severity: isLost ? .warning : .error)
        }
    }

    /// Returns whether elements of a filter have a host and a path together, as if these belonged together.
    private static func pairs(_ filter: MarkupElement, _ prefix: String) -> Bool {
        filter.children(named: "data").contains { data in
            data[prefix + "host"] != nil
                && data.attributes.contains { $0.name.hasPrefix("\(prefix)path") }
        }
    }
}

extension IntentFilter {
    /// The schemes of the web that the filter takes.
    package var webSchemes: [String] { schemes.filter { $0 == "https" || $0 == "http" } }
}
