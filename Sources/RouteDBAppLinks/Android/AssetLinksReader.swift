import RouteDB
import RouteDBInsight
package import RouteDBRouting

/// Reads `assetlinks.json`, with the mistakes in it.
package struct AssetLinksReader {
    private typealias Reader = JSONReader<FindingSink>

    private let sink = FindingSink(.assetLinks)
    package private(set) var links = AssetLinks()
    private var others: [OtherStatement] = []

    package var findings: FindingList { sink.findings }

    static let relation = "delegate_permission/common.handle_all_urls"
    private static let list = "dynamic_app_link_components"
    private static let statementKeys = ["relation", "target", "relation_extensions", "include"]
    private static let targetKeys = [
        "namespace", "package_name", "sha256_cert_fingerprints", "site",
    ]
    private static let componentKeys = ["/", "?", "#", "exclude", "comments"]

    /// Reads a file.
    package init(_ value: JSONValue) {
        guard case .array(let statements) = value else {
            sink.add(
                .nesting, at: [],
                "The file of Android is an array of statements, not \(value.kind).")
            return
        }
        for (index, statement) in statements.enumerated() {
            let path = [JSONStep.index(index)]
            guard let object = sink.read(statement, as: .object, at: path) else { continue }
            read(JSONReader(object, at: path, into: sink))
        }
        StatementChecks(sink).check(links)
        let packages = Set(links.packages)
        for other in others where other.hasRules || !packages.contains(other.package) {
            StatementChecks(sink).check(
                relations: other.relations, of: other.package, hasRules: other.hasRules,
                at: other.path)
        }
    }

    /// A statement about an app that does not let it open links.
    private struct OtherStatement {
        let package: String
        let relations: [String]
        let hasRules: Bool
        let path: [JSONStep]
    }

    private mutating func read(_ statement: Reader) {
        statement.requireKeys(among: Self.statementKeys, of: "A statement")
        if statement.value("include") != nil { return }
        let relations = elements("relation", of: statement, "The statement").map(\.value)
        guard has("target", statement, "The statement"), let target = statement.reader("target")
        else { return }
        target.requireKeys(among: Self.targetKeys, of: "The target")
        guard relations.contains(Self.relation) else {
            return readOther(statement, relations, target)
        }
        // Other namespaces, such as 'web', are about something else.
        guard has("namespace", target, "The target"), target.value("namespace") == "android_app",
            has("package_name", target, "The target"), let name = target.string("package_name")
        else { return }
        if !Self.isPackage(name) {
            sink.add(
                .appID, at: target.path("package_name"),
                "'\(name)' is not an app: it is not written as in 'com.example.app'.")
        }
        let fingerprints = readFingerprints(of: target)
        var found = readComponents(of: statement, package: name)
        found.fingerprints = fingerprints
        links.statements.append(found)
    }

    /// Reads a statement without the relation that is about links.
    private mutating func readOther(
        _ statement: Reader, _ relations: [String], _ target: Reader
    ) {
        guard target.value("namespace") == "android_app", statement.value("relation") != nil,
            case .string(let name)? = target.value("package_name")
        else { return }
        let extensions = statement.object("relation_extensions")
        others.append(
            OtherStatement(
                package: name, relations: relations, hasRules: extensions?[Self.relation] != nil,
                path: statement.path))
    }

    private func readFingerprints(of target: Reader) -> [String] {
        let key = "sha256_cert_fingerprints"
        if target.value(key) == .array([]) {
            sink.add(.missingKey, at: target.path(key), "The list of fingerprints is empty.")
        }
        let prints = elements(key, of: target, "The target")
        for (text, path) in prints {
            guard let problem = Self.problem(ofFingerprint: text) else { continue }
            sink.add(.fingerprint, at: path, "'\(text)' \(problem).")
        }
        return prints.map(\.value)
    }

    /// Returns true if an object has a key, and else keeps a finding.
    private func has(_ key: String, _ object: Reader, _ thing: String) -> Bool {
        if object.value(key) != nil { return true }
        sink.take(object.missing(key, of: thing))
        return false
    }

    /// The strings of a key that must be there.
    private func elements(
        _ key: String, of object: Reader, _ thing: String
    ) -> [(value: String, path: [JSONStep])] {
        has(key, object, thing) ? object.elements(key, as: .string) ?? [] : []
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

    /// Adds a finding about a component's path.
    package func add(
        _ code: AppLinkCode, to component: DynamicComponent, _ message: String
    ) {
        sink.add(code, at: component.place + [.key("/")], message)
    }

    // MARK: Components

    private func readComponents(
        of statement: Reader, package: String
    ) -> AssetLinks.Statement {
        var result = AssetLinks.Statement(package: package, components: [], path: statement.path)
        guard let extensions = statement.reader("relation_extensions") else { return result }
        extensions.requireKeys(among: [Self.relation], of: "'relation_extensions'")
        guard let rules = extensions.reader(Self.relation) else { return result }
        rules.requireKeys(among: [Self.list], of: "The extension")
        guard let components = rules.array(Self.list) else { return result }
        let outer = rules.path(Self.list)
        for (index, value) in components.enumerated() {
            let place = outer + [.index(index)]
            guard case .object(let object) = value else {
                discard(JSONMistake(value, isNot: "an object", at: place), &result)
                continue
            }
            result.components.append(
                readComponent(JSONReader(object, at: place, into: sink), &result))
        }
        if !result.components.isEmpty, result.components.allSatisfy(\.isExclude) {
            sink.add(
                .excludeOnly, at: outer,
                "Every component excludes, so no URL opens the app from Android 15 on.")
        }
        checkOrder(result.components)
        return result
    }

    private func readComponent(
        _ object: Reader, _ statement: inout AssetLinks.Statement
    ) -> DynamicComponent {
        object.requireKeys(among: Self.componentKeys, of: "A component")
        var component = DynamicComponent(at: object.path)
        component.isExclude = object.boolean("exclude") ?? false
        component.url = expression("/", of: object, &statement)
        component.fragment = expression("#", of: object, &statement)
        if let url = component.url { StatementChecks(sink).checkPath(url, at: object.path("/")) }
        let path = object.path("?")
        switch object.value("?") {
        case .object(let items)?:
            for item in items.members {
                let place = path + [.key(item.key)]
                guard case .string(let text) = item.value else {
                    discard(JSONMistake(item.value, isNot: "a string", at: place), &statement)
                    continue
                }
                if let wanted = DynamicComponent.Expression("\(item.key)=\(text)") {
                    component.query.append(wanted)
                }
            }
        case let value?:
            discard(
                JSONMistake(
                    at: path, "The query is \(value.kind), not an object of names and values."),
                &statement)
        case nil: break
        }
        if component.isEmpty, !statement.isDiscarded {
            sink.add(
                .unmatchable, at: object.path,
                "A component without path, query and fragment never matches.", severity: .warning)
        }
        return component
    }

    private func expression(
        _ key: String, of object: Reader, _ statement: inout AssetLinks.Statement
    ) -> DynamicComponent.Expression? {
        guard let value = object.value(key) else { return nil }
        guard case .string(let text) = value else {
            discard(JSONMistake(value, isNot: "a string", at: object.path(key)), &statement)
            return nil
        }
        guard let expression = DynamicComponent.Expression(text) else {
            discard(JSONMistake(at: object.path(key), "The expression is empty."), &statement)
            return nil
        }
        return expression
    }

    private func discard(_ mistake: JSONMistake, _ statement: inout AssetLinks.Statement) {
        statement.isDiscarded = true
        sink.add(.discardedList, at: mistake.path, mistake.message)
    }

    private func checkOrder(_ components: [DynamicComponent]) {
        var prefixes: [(text: [UInt8], isExclude: Bool, place: [JSONStep])] = []
        for component in components {
            guard let url = component.url else { continue }
            let text = Array(url.matcher.pattern.utf8)
            let isPlain = url.matcher.kind == .prefix || url.matcher.kind == .literal
            if isPlain, let cover = prefixes.first(where: { text.starts(with: $0.text) }) {
                let other = cover.place.text
                let hides = component.isExclude && !cover.isExclude
                sink.add(
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
}
