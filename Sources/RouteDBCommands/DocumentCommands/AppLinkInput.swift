import RouteDB
import RouteDBAppLinks
import RouteDBTerminal

/// The kinds of files that open apps for links, as they are imported.
enum AppLinkSource: String, CaseIterable, Sendable {
    /// Apple's `apple-app-site-association`.
    case aasa
    /// Android's `assetlinks.json`.
    case assetlinks
    /// An Android app's `AndroidManifest.xml`.
    case manifest

    fileprivate var platform: LinkedApp.Platform { self == .aasa ? .ios : .android }

    /// Returns whether a file is of this kind.
    fileprivate func isKind(of file: AppLinkFile) -> Bool {
        switch (self, file.rules) {
        case (.aasa, .apple), (.assetlinks, .android), (.manifest, .manifest): true
        case (.aasa, _), (.assetlinks, _), (.manifest, _): false
        }
    }
}

/// A file that opens apps for links, as routes and apps to import.
struct AppLinkInput {
    /// The target of the routes, if none is given.
    private static let target = "app-link"
    /// The most losses that are shown; all are in the JSON.
    private static let shown = 20

    private let links: AppLinkImport

    /// Reads a file.
    init(
        _ source: AppLinkSource, _ path: String, _ fields: ImportFieldOptions,
        in context: CommandContext
    ) throws {
        let file = try context.appLinkFile(path, source.platform)
        let unreadable: Set<AppLinkCode> = [.html, .invalidJSON, .invalidXML, .nesting]
        if let finding = file.findings.first(where: { unreadable.contains($0.code) }) {
            let place = finding.line.map { ", line \($0)" } ?? ""
            throw CommandFailure(
                "invalidInput", "'\(path)'\(place): \(finding.message)",
                hint: "'routedb app-links check' says more. Nothing was imported.")
        }
        guard source.isKind(of: file) else {
            throw CommandFailure(
                "invalidInput", "'\(path)' is not a file for '--from \(source.rawValue)'.",
                hint: "Kinds of files: \(ForeignFileKind.list). Nothing was imported.")
        }
        links = AppLinkImport(
            file, target: fields.target ?? Self.target,
            namespace: fields.namespace ?? RouteNamespace.defaultName, group: fields.group)
    }

    var document: RegistryDocument { links.document }

    /// True if a component became no route.
    var leavesOut: Bool { links.losses.contains(where: \.isLeftOut) }

    /// The parts of the file that routes do not express alike, for people.
    var notes: [String] {
        let notes = links.losses.prefix(Self.shown).map { loss in
            let head = loss.isLeftOut ? "warning: left out: " : "note: "
            return "\(head)\(loss.item): \(loss.message)"
        }
        let more = links.losses.count - notes.count
        return notes + (more > 0 ? ["note: and \(more) more; '--json' lists all of them"] : [])
    }

    /// The parts of the file that routes do not express alike.
    var object: JSONValue {
        .array(
            links.losses.map { loss in
                [
                    "item": .string(loss.item), "message": .string(loss.message),
                    "leftOut": .bool(loss.isLeftOut),
                ]
            })
    }
}
