#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBAppLinks
import RouteDBPages

/// The page about apps and their files.
struct AppLinkPages: Sendable {
    /// How much work the proofs of a file may be.
    private static let budget = 20_000_000
    /// The most files of a page: each host of a namespace has its own.
    private static let most = 8
    /// The largest file that can be pasted, in bytes.
    private static let limit = 1 << 20

    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [show, compare] }

    private var show: Endpoint {
        context.page("appLinksPage", "/app-links", "The apps that open links, and their files.") {
            call, frame in
            let snapshot = try await state.snapshot(for: call).inEffect(at: state.clock())
            let files = try await state.work.run { _ in Self.files(of: snapshot) }
            return AppLinksPage(snapshot, files: files).page(in: frame)
        }
    }

    private var compare: Endpoint {
        Endpoint(
            "compareAppLinks", .post, "/app-links", "Compares a file with the routes.",
            access: .scope(.read),
            body: .form("The file, and perhaps a manifest.", limit: 6 * Self.limit),
            answers: [.text("text/html", "The page, with what differs.")], show: context.show
        ) { call in
            let frame = await context.frame(for: call.caller)
            let snapshot = try await state.snapshot(for: call).inEffect(at: state.clock())
            let pasted = AppLinksPage.Pasted(
                text: call.field("file") ?? "", manifest: call.field("manifest") ?? "",
                namespace: call.field("namespace") ?? "", host: call.field("host") ?? "")
            let (files, result) = try await state.work.run { _ in
                (Self.files(of: snapshot), Self.compared(pasted, with: snapshot))
            }
            let page = AppLinksPage(snapshot, files: files, pasted: result)
            return ConsoleContext.answer(page.page(in: frame), in: frame)
        }
    }

    /// The files of all namespaces with apps, for each host that they are bound to.
    private static func files(of snapshot: RegistrySnapshot) -> [AppLinksPage.Shown] {
        var files: [AppLinksPage.Shown] = []
        for namespace in snapshot.namespaces where snapshot.apps[namespace.id] != nil {
            for host in namespace.hosts where !host.hasPrefix("*") {
                for platform in LinkedApp.Platform.allCases where files.count < most {
                    let file = ServedAppLinks(
                        namespace: namespace.name, host: host, platform: platform)
                    guard let bytes = try? file.content(in: snapshot) else { continue }
                    files.append(shown(file, bytes, snapshot))
                }
            }
        }
        return files
    }

    private static func shown(
        _ file: ServedAppLinks, _ bytes: [UInt8], _ snapshot: RegistrySnapshot
    ) -> AppLinksPage.Shown {
        let links = AppLinkFile(bytes, platform: file.platform)
        let apps = file.apps(in: snapshot).map(\.identifier)
        return AppLinksPage.Shown(
            file: file, text: String(decoding: bytes, as: UTF8.self),
            proofs: (try? proofs(
                of: links, apps, in: file.namespace, host: file.host, snapshot)) ?? [])
    }

    private static func proofs(
        of file: AppLinkFile, _ apps: [String], in namespace: String, host: String,
        manifest: AppLinkFile? = nil, _ snapshot: RegistrySnapshot
    ) throws(RouteDBError) -> [AppLinkProof] {
        var budget = budget
        return try snapshot.appLinkProofs(
            of: file, apps: Array(apps.prefix(most)),
            with: LinkedRoutes(snapshot, namespace: namespace, host: host), manifest: manifest,
            budget: &budget)
    }

    private static func compared(
        _ pasted: AppLinksPage.Pasted, with snapshot: RegistrySnapshot
    ) -> AppLinksPage.Pasted {
        var result = pasted
        let links: AppLinkFile
        do throws(RouteDBError) {
            _ = try snapshot.namespace(named: pasted.namespace)
            guard max(pasted.text.utf8.count, pasted.manifest.utf8.count) <= limit else {
                throw RouteDBError(
                    .invalidInput, "The file has more than \(limit) bytes.",
                    hint: "Use 'routedb app-links prove'.")
            }
            links = AppLinkFile(Array(pasted.text.utf8))
            result.findings = links.findings
            let manifest = try manifest(of: pasted)
            let apps = try snapshot.comparedApps(
                of: links, manifest: manifest, namespace: pasted.namespace)
            result.proofs = try proofs(
                of: links, apps, in: pasted.namespace, host: pasted.host, manifest: manifest,
                snapshot)
        } catch {
            result.problem = FormProblem(error)
            return result
        }
        let file = ServedAppLinks(
            namespace: pasted.namespace, host: pasted.host, platform: links.platform)
        let served = ((try? file.content(in: snapshot)) ?? nil).map { AppLinkFile($0) }
        let (own, others) = (links.componentLines, served?.componentLines ?? [])
        let (left, right) = (Set(own), Set(others))
        result.lines = (own.filter { !right.contains($0) }, others.filter { !left.contains($0) })
        return result
    }

    /// The manifest that was pasted beside the file.
    private static func manifest(
        of pasted: AppLinksPage.Pasted
    ) throws(RouteDBError) -> AppLinkFile? {
        guard pasted.manifest.contains(where: { !$0.isWhitespace }) else { return nil }
        let manifest = AppLinkFile(Array(pasted.manifest.utf8), platform: .android)
        guard manifest.isManifest else {
            throw RouteDBError(
                .invalidInput, "The second file is not a manifest.",
                hint: "Paste the AndroidManifest.xml of the app, or leave the field empty.")
        }
        return manifest
    }
}
#endif
