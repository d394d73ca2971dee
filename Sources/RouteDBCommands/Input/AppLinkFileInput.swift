import RouteDB
import RouteDBAppLinks

extension CommandContext {
    /// Reads a file that decides which links open an app.
    func appLinkFile(_ path: String, _ platform: AppLinkPlatform?) throws -> AppLinkFile {
        let bytes = try reading(path) { reader throws(InputProblem) in
            try reader.rest(limit: AppLinkFile.byteLimit)
        }
        return AppLinkFile(bytes, platform: platform)
    }
}
