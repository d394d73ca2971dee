#if Server
import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@testable import RouteDBPages

@Suite("The page of app links")
struct AppLinksPageTests {
    @Test(
        "apps, their files, the proofs and a pasted file are shown, and nothing of them is markup")
    func appLinks() throws {
        var snapshot = RegistrySnapshot.of(["/buy/{id}"])
        let space = snapshot.namespaces[0].id
        snapshot.apps = [space: [LinkedApp(.ios, "ABCDE12345.com.a", name: ConsoleFixture.hostile)]]
        let file = ServedAppLinks(namespace: "default", host: "example.com", platform: .ios)
        let bytes = try #require(try file.content(in: snapshot))
        let links = AppLinkFile(bytes)
        let proof = try snapshot.appLinkProof(
            of: links, app: "ABCDE12345.com.a", namespace: "default", host: "example.com")
        let shown = AppLinksPage.Shown(
            file: file, text: String(decoding: bytes, as: UTF8.self) + ConsoleFixture.hostile,
            proofs: [proof])
        var pasted = AppLinksPage.Pasted(
            text: ConsoleFixture.hostile, manifest: ConsoleFixture.hostile, namespace: "default",
            host: ConsoleFixture.hostile)
        pasted.findings = AppLinkFile(Array(ConsoleFixture.hostile.utf8)).findings
        pasted.lines = ([ConsoleFixture.hostile], links.componentLines)
        let page = AppLinksPage(snapshot, files: [shown], pasted: pasted).page(
            in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "app links")
        let html = page.html(in: ConsoleFixture.frame())
        #expect(html.contains("https://example.com/.well-known/apple-app-site-association"))
        #expect(html.contains("<span class=\"badge good\">exact</span>"))
        #expect(html.contains("ABCDE12345.com.a: include /buy/?*"))
        let unbound = AppLinksPage(snapshot, files: []).page(in: ConsoleFixture.frame())
        #expect(
            unbound.html(in: ConsoleFixture.frame()).contains("is bound to a host, so there is"))
        pasted.problem = FormProblem(RouteDBError(.invalidInput, ConsoleFixture.hostile))
        ConsoleFixture.check(
            AppLinksPage(snapshot, files: [], pasted: pasted).page(in: ConsoleFixture.frame()),
            "problem")
        ConsoleFixture.check(
            AppLinksPage(RegistrySnapshot.of([]), files: []).page(in: ConsoleFixture.frame()),
            "no apps")
    }
}
#endif
