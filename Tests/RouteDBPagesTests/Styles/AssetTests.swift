import Testing

@testable import RouteDBPages

@Suite("The files of the console")
struct AssetTests {
    @Test("the script is small, asks no other host, and makes no code of texts")
    func script() {
        let script = PageAssets.script
        #expect(script.utf8.count < PageAssets.scriptLimit)
        for word in ["http:", "https:", "eval(", "Function(", "import(", "document.write"] {
            #expect(!script.contains(word), "\(word)")
        }
    }

    @Test("the icon is markup of its own")
    func icon() {
        #expect(HTMLCheck(PageAssets.icon).problems == [])
    }
}
