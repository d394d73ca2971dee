/// The files that the pages of the console use.
package enum PageAssets {
    /// The most bytes that the script may have; a test counts them.
    static let scriptLimit = 30_000

    /// The style sheet.
    package static let style = PageStyle.css
    /// The script.
    package static let script = String(decoding: PackageResources.console_js, as: UTF8.self)
    /// The icon.
    package static let icon = String(decoding: PackageResources.icon_svg, as: UTF8.self)
}
