package import RouteDBDatabase
import RouteDBRouting

/// A line of a feed: the revisions of a registry after one, as JSON, one object a line.
///
/// 1. The first line is the head: the version of the format, the schema of the source, the revision
///    after which the feed begins, and the newest revision.
/// 2. Each revision follows, in order, with its digest. After it come, table by table, the rows that
///    it ended, by their `version_id`, and those that it added, with the columns that are not NULL.
/// 3. The last line has the newest revision again, and all tags. Without it, the feed was cut off.
/// 4. A feed that begins after 0 is a whole registry, and takes the place of what its reader has.
enum FeedLine {
    case head(FeedHead)
    case revision(RegistryRevision)
    case ended(table: String, versions: [Int64])
    case made(table: String, row: JSONObject)
    case end(latest: Int64, tags: [RevisionTag])
}

/// The first line of a feed.
package struct FeedHead: Hashable, Sendable {
    /// The version of the format.
    package static let format: Int64 = 1

    /// The version of the source's schema.
    package let schema: Int64
    /// The revision after which the feed begins; 0 for a whole registry.
    package let after: Int64
    /// The newest revision of the feed.
    package let latest: Int64
    /// True if the caller's revision is not one of the source's, so that the feed is a whole
    /// registry instead of what the caller asked for.
    package let mustRefetch: Bool

    package init(schema: Int64, after: Int64, latest: Int64, mustRefetch: Bool) {
        (self.schema, self.after, self.latest) = (schema, after, latest)
        self.mustRefetch = mustRefetch
    }

    /// The line, with its end.
    package var line: [UInt8] {
        var bytes: [UInt8] = []
        FeedLine.head(self).append(to: &bytes)
        return bytes
    }
}

extension FeedLine {
    /// Appends the line, with its end.
    func append(to bytes: inout [UInt8]) {
        JSONWriter.append(object, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private var object: JSONObject {
        switch self {
        case .head(let head):
            [
                "feed": .int(FeedHead.format), "schema": .int(head.schema),
                "after": .int(head.after), "latest": .int(head.latest),
                "mustRefetch": .bool(head.mustRefetch),
            ]
        case .revision(let revision):
            [
                "revision": .int(revision.number), "time": .int(revision.time.microseconds),
                "author": .string(revision.author), "message": .string(revision.message),
                "source": .string(revision.source), "digest": .string(revision.digest),
            ]
        case .ended(let table, let versions):
            ["ended": .string(table), "rows": .array(versions.map(JSONValue.int))]
        case .made(let table, let row): ["made": .string(table), "row": .object(row)]
        case .end(let latest, let tags):
            ["end": .int(latest), "tags": .array(tags.map { .object(Self.object($0)) })]
        }
    }

    private static func object(_ tag: RevisionTag) -> JSONObject {
        [
            "name": .string(tag.name), "revision": .int(tag.revision),
            "time": .int(tag.time.microseconds), "author": .string(tag.author),
            "message": .string(tag.message),
        ]
    }
}

extension FeedLine {
    /// Reads a line.
    ///
    /// Members that the format does not have are ignored, so that it can get more.
    init(parsing bytes: [UInt8]) throws {
        guard case .object(let object) = try JSONValue(parsing: bytes),
            let first = object.members.first?.key
        else { throw FeedLineFault(what: "it is not a JSON object with members") }
        let members = Members(object: object)
        switch first {
        case "feed":
            let format = try members.int("feed")
            guard format == FeedHead.format else {
                throw FeedLineFault(
                    what: "the feed has the version \(format) of the format, and this RouteDB"
                        + " reads version \(FeedHead.format)")
            }
            self = .head(
                FeedHead(
                    schema: try members.int("schema"), after: try members.int("after"),
                    latest: try members.int("latest"),
                    mustRefetch: object["mustRefetch"] == .bool(true)))
        case "revision":
            self = .revision(
                RegistryRevision(
                    number: try members.int("revision"),
                    time: Timestamp(microseconds: try members.int("time")),
                    author: try members.text("author"), message: try members.text("message"),
                    source: try members.text("source"), digest: try members.text("digest")))
        case "ended":
            let rows = try members.list("rows").map { value in
                guard case .int(let number) = value else { throw Members.fault("rows") }
                return number
            }
            self = .ended(table: try members.text("ended"), versions: rows)
        case "made":
            guard case .object(let row)? = object["row"] else { throw Members.fault("row") }
            self = .made(table: try members.text("made"), row: row)
        case "end":
            self = .end(
                latest: try members.int("end"),
                tags: try members.list("tags").map { value in
                    guard case .object(let tag) = value else { throw Members.fault("tags") }
                    return try Self.tag(Members(object: tag))
                })
        default: throw FeedLineFault(what: "it begins with the unknown member '\(first)'")
        }
    }

    private static func tag(_ members: Members) throws(FeedLineFault) -> RevisionTag {
        let name = try members.text("name")
        guard RevisionTag.isName(name) else {
            throw FeedLineFault(what: "'\(name)' is not a valid name for a tag")
        }
        return RevisionTag(
            name: name, revision: try members.int("revision"),
            time: Timestamp(microseconds: try members.int("time")),
            author: try members.text("author"),
            message: try members.text("message"))
    }

    /// The members of a line, by type.
    private struct Members {
        let object: JSONObject

        func int(_ key: String) throws(FeedLineFault) -> Int64 {
            guard case .int(let number)? = object[key] else { throw Self.fault(key) }
            return number
        }

        func text(_ key: String) throws(FeedLineFault) -> String {
            guard case .string(let text)? = object[key] else { throw Self.fault(key) }
            return text
        }

        func list(_ key: String) throws(FeedLineFault) -> [JSONValue] {
            guard case .array(let list)? = object[key] else { throw Self.fault(key) }
            return list
        }

        static func fault(_ key: String) -> FeedLineFault {
            FeedLineFault(what: "its member '\(key)' is missing or has the wrong type")
        }
    }
}

/// The kind of a line of a feed, for those who keep feeds without reading the rows.
package enum FeedMark: Hashable, Sendable {
    case head
    /// The first line of a revision.
    case revision(FeedPosition)
    /// A row that a revision added, or rows that it ended.
    case row
    case end

    /// Recognizes a line.
    package init(of line: some Collection<UInt8>) throws(RouteDBError) {
        if ["{\"made\":", "{\"ended\":"].contains(where: { line.starts(with: $0.utf8) }) {
            self = .row
            return
        }
        switch try? FeedLine(parsing: Array(line)) {
        case .head: self = .head
        case .revision(let revision):
            self = .revision(FeedPosition(revision: revision.number, digest: revision.digest))
        case .ended, .made: self = .row
        case .end: self = .end
        case nil:
            throw RouteDBError(
                .invalidInput, "A line of a feed is invalid.",
                hint: "Check the registry with `routedb check`.")
        }
    }
}

/// Why a line is not one of a feed.
struct FeedLineFault: Error {
    let what: String
}
