import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBTerminal

/// A file that decides which links open an app, with its path.
struct NamedAppLinkFile {
    let path: String
    let file: AppLinkFile

    /// Returns the findings about the file beside others: lists that the platforms read in different ways,
    /// and filters that take whole hosts.
    func findings(beside others: [NamedAppLinkFile]) -> [AppLinkFinding] {
        differences(from: others)
            + others.flatMap { file.hostOnlyFilters(beside: $0.file, named: $0.path) }
    }

    /// The lists that the file has in common with others, and that the platforms read in different ways.
    func differences(
        from others: [NamedAppLinkFile], host: String = "example.com"
    ) -> [AppLinkFinding] {
        others.flatMap { file.platformDifferences(from: $0.file, named: $0.path, host: host) }
    }
}

extension CommandContext {
    /// Reads files that decide which links open an app.
    func appLinkFiles(
        _ paths: [String], _ platform: LinkedApp.Platform?
    ) throws -> [NamedAppLinkFile] {
        try paths.map { NamedAppLinkFile(path: $0, file: try appLinkFile($0, platform)) }
    }

    /// Reads a file that decides which links open an app.
    func appLinkFile(_ path: String, _ platform: LinkedApp.Platform?) throws -> AppLinkFile {
        let bytes = try reading(path) { reader throws(InputProblem) in
            try reader.rest(limit: AppLinkFile.byteLimit)
        }
        return AppLinkFile(bytes, platform: platform)
    }

    /// Reads the manifest that `--manifest` names.
    func appManifest(_ path: String) throws -> AppLinkFile {
        let file = try appLinkFile(path, .android)
        guard file.isManifest else {
            throw CommandFailure.usage(
                "The file of '--manifest' is not a manifest.",
                hint: "Name the AndroidManifest.xml of the app.")
        }
        return file
    }

    /// Says that a file has errors, so that a device may read less of it than it seems to say.
    func noteErrors(of file: AppLinkFile) {
        guard file.findings.contains(where: { $0.severity == .error }) else { return }
        printNote("note: the file has errors; 'routedb app-links check' lists them")
    }
}
