import RouteDBAppLinks
import RouteDBTestSupport

/// The intent filters of a manifest as a test made them up, with a matcher that is written down from the
/// rules.
struct NaiveManifest {
    struct Test {
        var part = "path"
        var kind: AndroidMatcher.Kind
        var pattern: String
        /// The pieces of an advanced glob.
        var pieces: [NaivePattern.Piece] = []
    }

    struct Group {
        var allows: Bool
        var tests: [Test]
    }

    struct Filter {
        var schemes: [String]
        var hosts: [String]
        var paths: [Test]
        var groups: [Group]
    }

    var filters: [Filter]

    /// Whether a filter opens the app for a link on a device, with some rules read the other way.
    func opens(
        _ link: NaiveAssociation.Link, host: String, apiLevel: Int,
        reversed: Set<PlatformRule> = []
    ) -> Bool {
        filters.contains { filter in
            guard filter.schemes.contains("https") else { return false }
            // M8: without a host, any host and any path is taken.
            if filter.hosts.isEmpty { return true }
            guard filter.hosts.contains(where: { Self.takes($0, host) }) else { return false }
            let paths = filter.paths.filter { Self.firstLevel($0) <= apiLevel }
            let groups = apiLevel >= 35 ? filter.groups : []
            if paths.isEmpty, groups.isEmpty { return true }
            if paths.contains(where: { Self.matches($0, link, reversed) }) { return true }
            for group in groups where !group.tests.isEmpty {
                if group.tests.allSatisfy({ Self.matches($0, link, reversed) }) {
                    return group.allows
                }
            }
            return false
        }
    }

    private static func takes(_ pattern: String, _ host: String) -> Bool {
        pattern.hasPrefix("*") ? host.hasSuffix(pattern.dropFirst()) : pattern == host
    }

    private static func firstLevel(_ test: Test) -> Int {
        test.kind == .suffix || test.kind == .advanced ? 31 : 1
    }

    private static func matches(
        _ test: Test, _ link: NaiveAssociation.Link, _ reversed: Set<PlatformRule>
    ) -> Bool {
        func matches(_ text: [UInt16]) -> Bool {
            let wanted = Array(test.pattern.utf16)
            switch test.kind {
            case .literal: return text == wanted
            case .prefix: return text.starts(with: wanted)
            case .suffix:
                return text.count >= wanted.count && Array(text.suffix(wanted.count)) == wanted
            case .glob:
                return NaivePattern.matches(
                    glob: wanted, text, escapedDotIsAny: !reversed.contains(.m6))
            case .advanced: return NaivePattern.matches(test.pieces, text)
            }
        }
        switch test.part {
        case "query": return NaivePattern.items(link.query).contains(where: matches)
        case "fragment": return link.fragment.map { matches(NaivePattern.decoded($0)) } ?? false
        default: return matches(NaivePattern.decoded(link.path.isEmpty ? "/" : link.path))
        }
    }

    // MARK: The file

    /// The manifest as text.
    var text: String {
        """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android"
          package="com.example.app"><application><activity>
        \(filters.map(Self.text).joined())
        </activity></application></manifest>
        """
    }

    private static func text(_ filter: Filter) -> String {
        var text = """
            <intent-filter><action android:name="android.intent.action.VIEW" />
            <category android:name="android.intent.category.BROWSABLE" />
            """
        text += filter.schemes.map { "<data android:scheme=\"\($0)\" />" }.joined()
        text += filter.hosts.map { "<data android:host=\"\($0)\" />" }.joined()
        text += filter.paths.map(Self.text).joined()
        for group in filter.groups {
            text += "<uri-relative-filter-group android:allow=\"\(group.allows)\">"
            text += group.tests.map(Self.text).joined() + "</uri-relative-filter-group>"
        }
        return text + "</intent-filter>"
    }

    private static func text(_ test: Test) -> String {
        let ends: [AndroidMatcher.Kind: String] = [
            .literal: "", .prefix: "Prefix", .suffix: "Suffix", .glob: "Pattern",
            .advanced: "AdvancedPattern",
        ]
        // The build tools read a backslash as an escape of their own.
        let value = test.pattern.reduce(into: "") { $0 += $1 == "\\" ? "\\\\" : String($1) }
        return "<data android:\(test.part)\(ends[test.kind] ?? "")=\"\(value)\" />"
    }

    // MARK: Random manifests

    init(_ generator: inout SeededGenerator) {
        filters = (0..<1 + generator.below(2)).map { _ in
            Filter(
                schemes: generator.pick([["https"], ["http"], ["http", "https"]]),
                hosts: generator.oneIn(8)
                    ? [] : [generator.pick(["example.com", "*.com", "*ample.com", "other.com"])],
                paths: (0..<generator.below(3)).map { _ in Self.test("path", &generator) },
                groups: (0..<(generator.oneIn(2) ? generator.below(4) : 0)).map { _ in
                    Self.group(&generator)
                })
        }
    }

    private static func group(_ generator: inout SeededGenerator) -> Group {
        let parts = generator.pick([["path"], ["path"], ["path", "query"], ["fragment"], []])
        return Group(
            allows: generator.oneIn(2), tests: parts.map { test($0, &generator) })
    }

    private static func test(_ part: String, _ generator: inout SeededGenerator) -> Test {
        let kind = generator.pick(AndroidMatcher.Kind.allCases)
        let start = part == "path" ? "/" : ""
        guard kind == .advanced else {
            let parts =
                kind == .glob
                ? ["a", "b", "/", ".*", ".*", ".", "\\.", "\\*", "a*", "é", "\\\\", "ab"]
                : ["a", "b", "ab", "/", "/a", "é", "1", " ", "=", "p="]
            let text = (0..<generator.below(5)).map { _ in generator.pick(parts) }.joined()
            return Test(part: part, kind: kind, pattern: start + text)
        }
        let pieces = (0..<1 + generator.below(4)).map { _ in piece(&generator) }
        let all = (start.isEmpty ? [] : [piece("/", 1...1)]) + pieces
        return Test(
            part: part, kind: kind, pattern: all.map(\.written).joined(), pieces: all)
    }

    private static func piece(_ character: Character, _ counts: ClosedRange<Int>)
        -> NaivePattern.Piece
    {
        let unit = String(character).utf16.first ?? 0
        return NaivePattern.Piece(
            written: String(character), takes: { $0 == unit }, counts: counts)
    }

    private static func piece(_ generator: inout SeededGenerator) -> NaivePattern.Piece {
        let (written, takes): (String, @Sendable (UInt16) -> Bool) =
            switch generator.below(6) {
            case 0: ("[a-b]", { $0 == 0x61 || $0 == 0x62 })
            case 1: ("[^/]", { $0 != 0x2F })
            case 2: (".", { _ in true })
            case 3: ("\\.", { $0 == 0x2E })
            case 4: ("b", { $0 == 0x62 })
            default: ("a", { $0 == 0x61 })
            }
        let (mark, counts): (String, ClosedRange<Int>) =
            switch generator.below(6) {
            case 0: ("*", 0...Int.max - 1)
            case 1: ("+", 1...Int.max - 1)
            case 2: ("{1,2}", 1...2)
            case 3: ("{2}", 2...2)
            case 4: ("{0,}", 0...Int.max - 1)
            default: ("", 1...1)
            }
        return NaivePattern.Piece(written: written + mark, takes: takes, counts: counts)
    }
}
