import RouteDB
import RouteDBInsight
package import RouteDBRouting

/// Reads `assetlinks.json`, with the mistakes in it.
package struct AssetLinksReader {
    package private(set) var findings = FindingList()
    package private(set) var links = AssetLinks()

    private static let relation = "delegate_permission/common.handle_all_urls"
    private static let list = "dynamic_app_link_components"
    private static let statementKeys = ["relation", "target", "relation_extensions", "include"]
    private static let targetKeys = [
        "namespace", "package_name", "sha256_cert_fingerprints", "site",
    ]
    private static let componentKeys = ["/", "?", "#", "exclude", "comments"]

    /// Reads a file.
    package init(_ value: JSONValue) {
        guard case .array(let statements) = value else {
            findings.add(
                .nesting, at: [],
                "The file of Android is an array of statements, not \(value.kind).")
            return
        }
        for (index, statement) in statements.enumerated() {
            guard case .object(let object) = statement else {
                wrong(statement, "an object", at: [.index(index)])
                continue
            }
            read(object, at: [.index(index)])
        }
        checkPackages()
    }

    private mutating func read(_ statement: JSONObject, at path: [JSONLocator.Step]) {
        checkKeys(of: statement, among: Self.statementKeys, at: path, in: "A statement")
        if statement["include"] != nil { return }
        let relations = strings(statement, "relation", at: path, in: "The statement") ?? []
        guard case .object(let target)? = statement["target"] else {
            missing("target", statement["target"], "an object", at: path, in: "The statement")
            return
        }
        let place = path + [.key("target")]
        checkKeys(of: target, among: Self.targetKeys, at: place, in: "The target")
        guard relations.contains(Self.relation) else {
            for relation in relations where relation.contains("handle_all_url") {
                findings.add(
                    .wrongType, at: path + [.key("relation")],
                    "'\(relation)' is not '\(Self.relation)'.")
            }
            return
        }
        // Other namespaces, such as 'web', are about something else.
        guard target["namespace"] == "android_app" else {
            if target["namespace"] == nil {
                missing("namespace", nil, "'android_app'", at: place, in: "The target")
            }
            return
        }
        guard case .string(let name)? = target["package_name"] else {
            missing(
                "package_name", target["package_name"], "a string", at: place, in: "The target")
            return
        }
        if !Self.isPackage(name) {
            findings.add(
                .appID, at: place + [.key("package_name")],
                "'\(name)' is not an app: it is not written as in 'com.example.app'.")
        }
        let fingerprints = readFingerprints(of: target, at: place)
        var found = readComponents(of: statement, package: name, at: path)
        found.fingerprints = fingerprints
        links.statements.append(found)
    }

    private mutating func readFingerprints(
        of target: JSONObject, at path: [JSONLocator.Step]
    ) -> [String] {
        let key = "sha256_cert_fingerprints"
        let prints = strings(target, key, at: path, in: "The target")
        if prints?.isEmpty == true {
            findings.add(.missingKey, at: path + [.key(key)], "The list of fingerprints is empty.")
        }
        for (index, text) in (prints ?? []).enumerated() {
            guard let problem = Self.problem(ofFingerprint: text) else { continue }
            findings.add(
                .fingerprint, at: path + [.key(key), .index(index)], "'\(text)' \(problem).")
        }
        return prints ?? []
    }

    /// Why a text is not a fingerprint; `nil` if it is one.
    static func problem(ofFingerprint text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isHex = parts.allSatisfy {
            $0.count == 2 && $0.allSatisfy { $0.hexadecimalValue != nil }
        }
        if isHex, parts.count == 20 { return "is a SHA-1 fingerprint" }
        if isHex, parts.count == 32 {
            return text == text.uppercased() ? nil : "has lower-case digits"
        }
        if text.utf8.count == 64, text.utf8.allSatisfy({ $0.hexadecimalValue != nil }) {
            return "has no colons between its pairs of digits"
        }
        if text.utf8.count == 43 || text.utf8.count == 44 {
            return "is written in base64, as the API of Google Play returns it"
        }
        return "is not 32 pairs of hexadecimal digits"
    }

    private static func isPackage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count >= 2
            && parts.allSatisfy { part in
                guard let first = part.first, first.isASCIILetter else { return false }
                return part.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
                }
            }
    }

    private mutating func checkPackages() {
        var seen: Set<String> = []
        for statement in links.statements where !seen.insert(statement.package).inserted {
            findings.add(
                .duplicateApp, at: statement.path,
                "'\(statement.package)' has an earlier statement too.")
        }
    }

    /// Adds a finding about a component's path.
    package mutating func add(
        _ code: AppLinkCode, to component: DynamicComponent, _ message: String
    ) {
        findings.add(code, at: component.place + [.key("/")], message)
    }

    // MARK: Components

    private mutating func readComponents(
        of statement: JSONObject, package: String, at path: [JSONLocator.Step]
    ) -> AssetLinks.Statement {
        var result = AssetLinks.Statement(package: package, components: [], path: path)
        guard let extensions = statement["relation_extensions"] else { return result }
        let place = path + [.key("relation_extensions")]
        guard case .object(let extensions) = extensions else {
            wrong(extensions, "an object", at: place)
            return result
        }
        checkKeys(of: extensions, among: [Self.relation], at: place, in: "'relation_extensions'")
        guard let rules = extensions[Self.relation] else { return result }
        guard case .object(let rules) = rules else {
            wrong(rules, "an object", at: place + [.key(Self.relation)])
            return result
        }
        let inner = place + [.key(Self.relation)]
        checkKeys(of: rules, among: [Self.list], at: inner, in: "The extension")
        guard let list = rules[Self.list] else { return result }
        let outer = inner + [.key(Self.list)]
        guard case .array(let components) = list else {
            wrong(list, "an array", at: outer)
            return result
        }
        for (index, value) in components.enumerated() {
            let place = outer + [.index(index)]
            guard case .object(let object) = value else {
                discard("The component is \(value.kind), not an object.", at: place, &result)
                continue
            }
            result.components.append(readComponent(object, at: place, &result))
        }
        if !result.components.isEmpty, result.components.allSatisfy(\.isExclude) {
            findings.add(
                .excludeOnly, at: outer,
                "Every component excludes, so no URL opens the app from Android 15 on.")
        }
        checkOrder(result.components)
        return result
    }

    private mutating func readComponent(
        _ object: JSONObject, at place: [JSONLocator.Step], _ statement: inout AssetLinks.Statement
    ) -> DynamicComponent {
        checkKeys(of: object, among: Self.componentKeys, at: place, in: "A component")
        var component = DynamicComponent(at: place)
        switch object["exclude"] {
        case .bool(let truth)?: component.isExclude = truth
        case let value?: wrong(value, "true or false", at: place + [.key("exclude")])
        case nil: break
        }
        component.url = expression(object["/"], at: place + [.key("/")], &statement)
        component.fragment = expression(object["#"], at: place + [.key("#")], &statement)
        if let url = component.url { checkPath(url, at: place + [.key("/")]) }
        let path = place + [.key("?")]
        switch object["?"] {
        case .object(let items)?:
            for item in items.members {
                let place = path + [.key(item.key)]
                guard case .string(let text) = item.value else {
                    discard("The value is \(item.value.kind), not a string.", at: place, &statement)
                    continue
                }
                if let wanted = DynamicComponent.Expression("\(item.key)=\(text)") {
                    component.query.append(wanted)
                }
            }
        case let value?:
            discard(
                "The query is \(value.kind), not an object of names and values.", at: path,
                &statement)
        case nil: break
        }
        if component.isEmpty, !statement.isDiscarded {
            findings.add(
                .unmatchable, at: place,
                "A component without path, query and fragment never matches.", severity: .warning)
        }
        return component
    }

    private mutating func expression(
        _ value: JSONValue?, at path: [JSONLocator.Step], _ statement: inout AssetLinks.Statement
    ) -> DynamicComponent.Expression? {
        guard let value else { return nil }
        guard case .string(let text) = value else {
            discard("The value is \(value.kind), not a string.", at: path, &statement)
            return nil
        }
        guard let expression = DynamicComponent.Expression(text) else {
            discard("The expression is empty.", at: path, &statement)
            return nil
        }
        return expression
    }

    private mutating func discard(
        _ message: String, at path: [JSONLocator.Step], _ statement: inout AssetLinks.Statement
    ) {
        statement.isDiscarded = true
        findings.add(.discardedList, at: path, message)
    }

    private mutating func checkPath(
        _ url: DynamicComponent.Expression, at place: [JSONLocator.Step]
    ) {
        let bytes = Array(url.text.utf8)
        if let first = bytes.first, !"/*?".utf8.contains(first) {
            findings.add(
                .unmatchable, at: place,
                "'\(url.text)' matches no URL: it does not begin with a slash.")
        }
        if bytes.contains(UInt8(ascii: "#")) {
            findings.add(
                .markInPath, at: place,
                "'\(url.text)' contains a fragment, which is not a part of the path.")
        }
        if bytes.contains(UInt8(ascii: "%")), LinkURL.decoded(bytes) != bytes {
            findings.add(
                .encoding, at: place,
                "'\(url.text)' is compared with the decoded path: write it decoded.")
        }
    }

    private mutating func checkOrder(_ components: [DynamicComponent]) {
        var prefixes: [(text: [UInt8], isExclude: Bool, place: [JSONLocator.Step])] = []
        for component in components {
            guard let url = component.url else { continue }
            let text = Array(url.matcher.pattern.utf8)
            let isPlain = url.matcher.kind == .prefix || url.matcher.kind == .literal
            if isPlain, let cover = prefixes.first(where: { text.starts(with: $0.text) }) {
                let other = FindingList.item(cover.place)
                let hides = component.isExclude && !cover.isExclude
                findings.add(
                    hides ? .includeBeforeExclude : .shadowed, at: component.place,
                    hides
                        ? "It excludes nothing: \(other) opens the app for all its URLs before."
                        : "It is never reached: \(other) takes all its URLs.")
            }
            // A bound: hostile files have many prefixes.
            if url.matcher.kind == .prefix, component.testsPathOnly, prefixes.count < 1_000 {
                prefixes.append((text, component.isExclude, component.place))
            }
        }
    }

    // MARK: Values

    private mutating func wrong(
        _ value: JSONValue, _ wanted: String, at path: [JSONLocator.Step]
    ) {
        findings.add(
            .wrongType, at: path, "The value is \(value.kind), and should be \(wanted).")
    }

    private mutating func missing(
        _ key: String, _ value: JSONValue?, _ wanted: String, at path: [JSONLocator.Step],
        in thing: String
    ) {
        if let value {
            wrong(value, wanted, at: path + [.key(key)])
        } else {
            findings.add(.missingKey, at: path, "\(thing) has no '\(key)', \(wanted).")
        }
    }

    private mutating func strings(
        _ object: JSONObject, _ key: String, at path: [JSONLocator.Step], in thing: String
    ) -> [String]? {
        guard case .array(let values)? = object[key] else {
            missing(key, object[key], "an array of strings", at: path, in: thing)
            return nil
        }
        return values.enumerated().compactMap { index, value in
            if case .string(let text) = value { return text }
            wrong(value, "a string", at: path + [.key(key), .index(index)])
            return nil
        }
    }

    private mutating func checkKeys(
        of object: JSONObject, among known: [String], at path: [JSONLocator.Step], in thing: String
    ) {
        for member in object.members where !known.contains(member.key) {
            findings.addUnknownKey(member.key, among: known, at: path, in: thing)
        }
    }
}
