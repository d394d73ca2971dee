import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Importing files of links")
struct ImportAppLinksTests {
    private static let apple = """
        {"applinks": {"details": [{
          "appIDs": ["ABCDE12345.com.example.app"],
          "components": [
            {"/": "/buy/web", "exclude": true},
            {"/": "/buy/*"},
            {"/": "/a/*/b"},
            {"/": "/q", "?": "x=1"}]}]}}
        """

    private let tool: Tool

    init() throws { tool = try Tool() }

    private func importing(_ input: String, _ arguments: String...) async -> ToolRun {
        await tool.run(["import", "-", "--db", tool.path] + arguments, input: input)
    }

    @Test("routes and apps are imported, and losses are told")
    func aasa() async throws {
        let run = await importing(Self.apple, "--from", "aasa", "--target", "page")
        #expect(run.status == 3, "\(run.diagnostics)")
        #expect(
            run.diagnostics.contains(
                "note: applinks.details[0].components[2]: '/a/*/b': a '*' crosses"))
        #expect(
            run.diagnostics.contains(
                "warning: left out: applinks.details[0].components[3]: It tests"))
        #expect(run.diagnostics.contains("apps: imported 1"))
        let snapshot = try await tool.snapshot()
        #expect(snapshot.routes.map(\.patternText) == ["/buy/web", "/buy/**", "/a/{v1}/b"])
        #expect(snapshot.routes.allSatisfy { $0.target == "page" })
        #expect(snapshot.apps.values.first?.first?.excludes == ["label:web-only"])
        let again = await importing(Self.apple, "--from", "aasa", "--target", "page", "--json")
        let object = try again.object
        #expect(object["unchanged"] == 3)
        guard case .array(let losses)? = object["losses"] else { return }
        #expect(losses.count == 2)
    }

    @Test("the imported namespace makes the file that was imported")
    func proof() async throws {
        let file = #"""
            {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app"],
            "components":[{"/":"/buy/*"},{"/":"/help"}]}]}}
            """#
        #expect(await importing(file, "--from", "aasa").status == 0)
        let path = tool.directory.path("file.json")
        let make = ["app-links", "generate", "ios", "--host", "h.com", "-o", path]
        #expect(await tool.run(make + ["--db", tool.path]).status == 0)
        #expect(await tool("app-links", "prove", path, "--host", "h.com").output.contains("exact"))
    }

    @Test("what is no such file is refused, and so are options for tables")
    func mistakes() async {
        for (input, text) in [
            ("<html>", "web page"), ("{", "-"), ("[]", "object"), ("{}", "applinks"),
        ] {
            let run = await importing(input, "--from", "aasa")
            #expect(run.status == 2 && run.diagnostics.contains(text), "\(run.diagnostics)")
            #expect(run.diagnostics.contains("app-links check"))
        }
        #expect(await importing(Self.apple, "--from", "aasa", "--file-format", "csv").status == 64)
        #expect(await importing(Self.apple, "--from", "aas").diagnostics.contains("'aasa'"))
    }

    @Test("assetlinks bring the fingerprint of the app")
    func assetlinks() async throws {
        let print = Array(repeating: "AB", count: 32).joined(separator: ":")
        let file = """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":
            "android_app","package_name":"com.example.app","sha256_cert_fingerprints":["\(print)"]},
            "relation_extensions":{"delegate_permission/common.handle_all_urls":
            {"dynamic_app_link_components":[{"/":"/buy/*"}]}}}]
            """
        let run = await importing(
            file, "--from", "assetlinks", "--create-namespaces", "--namespace", "web")
        #expect(run.status == 0, "\(run.diagnostics)")
        let list = await tool("app", "list").output
        #expect(list == "web\tandroid\tcom.example.app\t\t\t\(print)\t\t\n")
    }

    @Test("the intent filters of a manifest become routes, and no other kind of file is one")
    func manifest() async throws {
        let file = """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android"
                package="com.example.app"><application><activity><intent-filter>
            <action android:name="android.intent.action.VIEW"/>
            <category android:name="android.intent.category.DEFAULT"/>
            <category android:name="android.intent.category.BROWSABLE"/>
            <data android:scheme="https" android:host="example.com" android:pathPrefix="/p/"/>
            </intent-filter></activity></application></manifest>
            """
        let run = await importing(file, "--from", "manifest")
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(run.diagnostics.contains("routedb app add android com.example.app --fingerprint"))
        #expect(try await tool.snapshot().routes.map(\.patternText) == ["/p/{v1:path}"])
        for (input, kind) in [(file, "assetlinks"), ("[]", "manifest"), (Self.apple, "manifest")] {
            let refused = await importing(input, "--from", kind)
            #expect(refused.status == 2, "\(refused.diagnostics)")
            #expect(refused.diagnostics.contains("Nothing was imported"))
        }
    }
}
