#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB
import RouteDBInsight
import RouteDBPages

/// The page of short links, and the form that makes one.
struct LinkPages: Sendable {
    /// The most links that the page shows.
    private static let most = 200

    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [list, new, add, code] }

    private var list: Endpoint {
        context.page(
            "linksPage", "/links", "The short links, the newest first.",
            scope: ConsoleContext.reading
        ) { call, frame in
            var filter = RouteFilter()
            filter.group = LinkDraft.group
            filter.namespace = call.caller.namespace
            let revision = RevisionReference.number(frame.revision)
            let total = try await state.registry.count(filter, at: revision)
            let query = RouteQuery(
                filter, skipping: max(0, total - Self.most), limit: Self.most)
            let snapshot = try await state.registry.snapshot(of: query, at: revision)
            return LinksPage(
                LinkOutput.all(snapshot).reversed(), of: total, traffic: await state.traffic(),
                canAdd: frame.isWriting
            ).page
        }
    }

    private var new: Endpoint {
        context.page(
            "newLinkPage", "/links/new", "The form that makes a link.",
            scope: ConsoleContext.editing
        ) { call, frame in
            LinkForm(LinkForm.Fields(), at: frame.revision, hosts: try await hosts(call)).form
                .page(in: frame)
        }
    }

    private var add: Endpoint {
        context.form("addLinkForm", "/links/new", "Makes a link, or shows what it would do.") {
            call, frame in
            let fields = Self.fields(call)
            let edit = ConsoleEdit(context: context) { editor in
                let draft = try fields.draft()
                let place = try LinkHost(draft.host, among: try editor.storedNamespaces())
                return try editor.addLink(draft, at: place).item.rawValue
            }
            let hosts = try await hosts(call)
            return await context.answer(call, frame, edit, to: { _ in "/links" }) {
                LinkForm(fields, at: $0, hosts: hosts, answer: $1).form
            }
        }
    }

    private var code: Endpoint {
        Endpoint(
            "qrCode", .get, "/routes/{id}/qr", "The QR code of a link, as a file.",
            access: .scope(ConsoleContext.reading),
            parameters: [
                .path("id", "The number of the route."),
                .query(
                    "format", .word(QRCode.Format.allCases.map(\.rawValue)),
                    "The format of the file."),
            ],
            answers: QRCode.Format.allCases.map { .text($0.mediaType, "The code.") }
        ) { call in
            let found = try await state.route(RouteReference("#" + call.required("id")), for: call)
            let code = try LinkOutput(found).code
            let format = call.text("format").flatMap(QRCode.Format.init) ?? .svg
            return WholeAnswer(
                mediaType: format.mediaType, body: ByteBuffer(bytes: code.file(format))
            ).response
        }
    }

    /// The hosts that links may have.
    private func hosts(_ call: Call) async throws -> [String] {
        try await state.items(for: call).namespaces.flatMap(\.hosts).filter { !$0.hasPrefix("*") }
    }

    private static func fields(_ call: Call) -> LinkForm.Fields {
        var fields = LinkForm.Fields()
        fields.destination = call.field("to") ?? ""
        fields.slug = call.field("slug") ?? ""
        fields.host = call.field("host") ?? ""
        fields.until = call.field("until") ?? ""
        fields.variants = call.field("variants") ?? ""
        fields.message = call.field("message") ?? ""
        return fields
    }
}
#endif
