/// A platform whose files decide which web links open an app.
public enum AppLinkPlatform: String, CaseIterable, Sendable {
    /// Apple's platforms, with the file `apple-app-site-association`.
    case ios
    /// Android, with the file `assetlinks.json`.
    case android
}
