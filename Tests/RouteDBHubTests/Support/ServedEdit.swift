#if Hub && Server
import RouteDB
import RouteDBTestSupport

/// An edit of a service by its API, or by a form of its console.
struct ServedEdit: CustomStringConvertible, Sendable {
    var method = "PUT"
    let path: String
    var body: String?
    var type = "application/json"
    /// The revision that must be the newest; `nil` for any.
    var tag: String?
    /// The status of the answer.
    var status = 200

    var description: String { "\(method) \(path) \(body ?? "")" }

    private static let form = "application/x-www-form-urlencoded"

    func send(to service: ServedTool) async throws -> TestAnswer {
        guard type != Self.form else {
            return try await service.browser.send("POST", path, body: body, type: type)
        }
        // What is put may be new, which is not what a star stands for.
        let tag = tag ?? (method == "PUT" ? nil : "*")
        return try await service.client.send(
            method, "/api/v1" + path, fields: tag.map { [("If-Match", $0)] } ?? [], body: body,
            type: type)
    }

    /// Edits of everything that a registry has, in their order, with some that are refused.
    static let all = routes + others + documents + revisions + forms

    private static let routes = [
        ServedEdit(
            path: "/routes/c?message=Add", body: "{\"pattern\":\"/c/{id:int}\",\"target\":\"c\"}",
            status: 201),
        ServedEdit(path: "/routes/c", body: "{\"pattern\":\"/c/{id:int}\",\"target\":\"c\"}"),
        ServedEdit(
            path: "/routes/d?dryRun=true", body: "{\"pattern\":\"/d\",\"target\":\"d\"}"),
        ServedEdit(path: "/routes/d", body: "{\"pattern\":\"/{\",\"target\":\"d\"}", status: 422),
        ServedEdit(
            path: "/routes/d", body: "{\"pattern\":\"/a/{id:int}\",\"target\":\"d\"}", status: 409),
        ServedEdit(
            method: "PATCH", path: "/routes/c", body: "{\"priority\":5}", tag: "\"rev-1\"",
            status: 412),
        ServedEdit(
            method: "PATCH", path: "/routes/c?message=Elsewhere",
            body: "{\"redirect\":{\"to\":\"/a/{id}\",\"status\":302}}", tag: "\"rev-4\""),
        ServedEdit(
            method: "PATCH", path: "/routes/c", body: "{\"redirect\":{\"to\":\"/a/{no}\"}}",
            status: 422),
        ServedEdit(
            method: "PATCH", path: "/routes/c", body: "{\"redirect\":{\"to\":null,\"status\":410}}"),
        ServedEdit(method: "PATCH", path: "/routes/c", body: "{\"name\":\"see\"}"),
        ServedEdit(method: "DELETE", path: "/routes/b"),
        ServedEdit(method: "DELETE", path: "/routes/b", status: 404),
    ]

    private static let others = [
        ServedEdit(path: "/namespaces/app", body: "{\"schemes\":[\"app\"]}", status: 201),
        ServedEdit(
            method: "PATCH", path: "/namespaces/app",
            body: "{\"policies\":{\"case\":\"insensitive\"}}"),
        ServedEdit(method: "DELETE", path: "/namespaces/default", status: 409),
        ServedEdit(method: "DELETE", path: "/namespaces/shop"),
        ServedEdit(path: "/defaults/tab?route=a", body: "{\"value\":\"x\"}", status: 201),
        ServedEdit(method: "DELETE", path: "/defaults/lang"),
        ServedEdit(
            method: "POST", path: "/rules",
            body: "{\"namespace\":\"default\",\"effect\":\"allow\","
                + "\"subject\":{\"role\":\"staff\"}}", status: 201),
        ServedEdit(method: "PATCH", path: "/rules/2", body: "{\"effect\":\"deny\"}"),
        ServedEdit(method: "DELETE", path: "/rules/1"),
        ServedEdit(
            method: "POST", path: "/cases",
            body: "{\"case\":\"two\",\"url\":\"/a/2\",\"expect\":{\"outcome\":\"matched\"}}",
            status: 201),
        ServedEdit(method: "DELETE", path: "/cases/one"),
        ServedEdit(path: "/converters/size", body: "{\"rule\":\"allow\",\"argument\":[\"s\"]}"),
        ServedEdit(method: "DELETE", path: "/suppressions/1"),
        ServedEdit(method: "DELETE", path: "/converters/size"),
        ServedEdit(path: "/apps/ios/ABCDE12345.com.own", body: "{}", status: 201),
        ServedEdit(method: "DELETE", path: "/apps/ios/ABCDE12345.com.own"),
    ]

    private static let documents = [
        ServedEdit(
            method: "POST", path: "/document/import", body: "pattern,target\n/e,e\n/a/{id:int},z\n",
            type: "text/csv"),
        ServedEdit(method: "POST", path: "/document/import", body: "[1]", status: 422),
        ServedEdit(
            method: "POST", path: "/document/apply",
            body: "{\"routes\":[{\"name\":\"f\",\"pattern\":\"/f\",\"target\":\"f\"}]}",
            status: 409),
        ServedEdit(
            method: "POST", path: "/document/apply?allowRemovals&allowAccessChanges&message=Only+f",
            body: "{\"routes\":[{\"name\":\"f\",\"pattern\":\"/f\",\"target\":\"f\"}]}"),
    ]

    private static let revisions = [
        ServedEdit(method: "POST", path: "/revisions/live/rollback?dryRun"),
        ServedEdit(method: "POST", path: "/revisions/live/rollback"),
        ServedEdit(method: "POST", path: "/revisions/999/rollback", status: 404),
        ServedEdit(method: "POST", path: "/revisions/4/revert?dryRun"),
        ServedEdit(method: "POST", path: "/revisions/999/revert", status: 404),
        ServedEdit(path: "/tags/next", status: 201),
        ServedEdit(path: "/tags/live", status: 409),
        ServedEdit(path: "/tags/live?move=true&revision=4"),
        ServedEdit(method: "DELETE", path: "/tags/next"),
    ]

    private static func posted(_ path: String, _ body: String, _ status: Int = 303) -> ServedEdit {
        ServedEdit(method: "POST", path: path, body: body, type: form, status: status)
    }

    private static let forms = [
        posted("/new", "pattern=%2Fg&target=g&action=preview", 200),
        posted("/new", "pattern=%2Fg&target=g&action=save", 200),
        posted("/new", "pattern=%2Fg&target=g&action=save&message=Add+g&enabled=true"),
        posted(
            "/routes/1/edit",
            "pattern=%2Fa%2F%7Bid%3Aint%7D&target=&status=308&redirect=%2Fb%2F%7Bid%7D&name=a"
                + "&action=save&message=Move&enabled=true"),
        posted("/routes/1/edit", "revision=2&pattern=%2Fz&target=z&action=save&message=Late", 200),
        posted("/routes/bulk", "routes=1,2&change=disable&action=save&message=Off"),
        posted(
            "/documents",
            "document=pattern%2Ctarget%0A%2Fh%2Ch%0A&file=routes.csv&action=save&message=Upload"),
        posted(
            "/documents",
            "document=pattern%2Ctarget%0A%2Fh%2Ch%0A&exact=true&action=save&message=Exactly"),
        posted(
            "/access/new",
            "effect=deny&who=role&name=guest&namespace=default&action=save&message=Guests"),
        posted("/changes/3/rollback", "action=save&message=Back"),
    ]
}
#endif
