import RouteDB
import RouteDBAppLinks
import Testing

@Suite("One list for both platforms")
struct PlatformDifferenceTests {
    private static func messages(_ components: String) -> [String] {
        let apple = AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"],
                  "components": [\(components)]}]}}
                """.utf8))
        return AssetLinksTests.file(components)
            .platformDifferences(from: apple, named: "aasa.json").map(\.message)
    }

    @Test("a list that the platforms read in different ways is reported with a link")
    func different() {
        let place = "The components are those of applinks.details[0] in aasa.json, but"
        #expect(
            Self.messages(#"{"/": "/a/*/b"}"#)
                == ["\(place) 'https://example.com/a/a/a/b' opens the app on ios only."])
        #expect(
            Self.messages(#"{"/": "/buy/*"}"#)
                == ["\(place) 'https://example.com/buy' opens the app on ios only."])
        // Apple compares what is written, of which an encoded space is three characters.
        #expect(
            Self.messages(#"{"/": "/b/?"}"#)
                == ["\(place) 'https://example.com/b/%20' opens the app on android only."])
        // Apple takes an absent item for an empty one.
        #expect(
            Self.messages(#"{"/": "/a", "?": {"p": "1", "q": "*"}}"#)
                == ["\(place) 'https://example.com/a?p=1' opens the app on ios only."])
    }

    @Test("the link that shows a difference has the host that is given")
    func host() {
        let apple = AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"],
                  "components": [{"/": "/buy/*"}]}]}}
                """.utf8))
        let found = AssetLinksTests.file(#"{"/": "/buy/*"}"#)
            .platformDifferences(from: apple, named: "a", host: "Shop.example")
        #expect(found.map(\.code) == [.platformsDiffer])
        #expect(found[0].message.contains("'https://shop.example/buy'"))
    }

    @Test("a list that both read alike, or two lists, are not reported")
    func alike() {
        #expect(Self.messages(#"{"/": "/b", "exclude": true}, {"/": "/a"}"#) == [])
        #expect(Self.messages(#"{"/": "/a", "?": {"p": "1", "q": "2"}}"#) == [])
        let other = AppLinkFile(Array(#"{"applinks": {"details": []}}"#.utf8))
        #expect(
            AssetLinksTests.file(#"{"/": "/buy/*"}"#)
                .platformDifferences(from: other, named: "x") == [])
    }
}
