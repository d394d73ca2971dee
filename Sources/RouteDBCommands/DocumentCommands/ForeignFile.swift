import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal
import RouteDBYAML

/// The kinds of files of other programs that are imported.
enum ForeignFileKind: String, CaseIterable, Sendable {
    case aasa, assetlinks, manifest, openapi, firebase, shlink, yourls, bitly, dub, netlify
    case vercel, nginx, apache

    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    /// The source of app links, whose routes may get a target, a group and a namespace; `nil` for other
    /// kinds.
    fileprivate var links: AppLinkSource? { AppLinkSource(rawValue: rawValue) }
}

/// The file of another program, as routes and more to import.
struct ForeignFile {
    let document: RegistryDocument
    /// The parts of the file that routes do not express alike, for people.
    let notes: [String]
    /// The same as JSON.
    let losses: JSONValue
    /// True if something in the file became no route.
    let leavesOut: Bool

    /// The largest file, in bytes, but for short links, of which a service exports millions.
    private static let byteLimit = 67_108_864
    /// The most losses that are shown; all are in the JSON.
    private static let shown = 20

    /// Reads a file.
    init(
        _ kind: ForeignFileKind, _ path: String, _ fields: ImportFieldOptions,
        in context: CommandContext
    ) throws {
        if let source = kind.links {
            let links = try AppLinkInput(source, path, fields, in: context)
            document = links.document
            (notes, losses, leavesOut) = (links.notes, links.object, links.leavesOut)
            return
        }
        let options = ForeignRoutes.Options(
            target: fields.target, namespace: fields.namespace, group: fields.group)
        let routes = try context.reading(path) { reader throws(InputProblem) in
            let service = ShortLinkService(rawValue: kind.rawValue)
            let bytes = try reader.rest(
                limit: service == nil ? Self.byteLimit : DocumentOptions.sizeLimit)
            switch kind {
            case .netlify: return try ForeignRoutes(redirectsFile: bytes, options)
            case .vercel: return try ForeignRoutes(vercel: bytes, options)
            case .nginx: return try ForeignRoutes(nginx: bytes, options)
            case .apache: return try ForeignRoutes(apache: bytes, options)
            default: break
            }
            guard let service else {
                return try ForeignRoutes(openAPI: JSONText(bytes, orYAMLAt: path), options)
            }
            return try ForeignRoutes(shortLinks: bytes, of: service, options)
        }
        document = routes.document(named: path == "-" ? "standard input" : path)
        let isWhole = context.verbosity == .verbose
        let lines = isWhole ? routes.losses.lines(naming: Int.max) : routes.losses.lines
        notes =
            lines.count > Self.shown && !isWhole
            ? lines.prefix(Self.shown) + [
                "note: and \(lines.count - Self.shown) more; '--verbose' and '--json' list all of them"
            ] : lines
        losses = routes.losses.json
        leavesOut = routes.losses.leavesOut
    }
}
