import Foundation
import RouteDBTestSupport

/// Files that decide which links open an app, in the folder of the tool.
extension Tool {
    /// An `apple-app-site-association` with a list of components; all return the path of the file.
    func associationFile(_ name: String, _ components: String) throws -> String {
        let path = directory.path(name)
        let text = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"],
              "components": [\(components)]}]}}
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// An `assetlinks.json` with a list of components.
    func assetLinksFile(_ name: String, _ components: String) throws -> String {
        let path = directory.path(name)
        let relation = "delegate_permission/common.handle_all_urls"
        try """
        [{"relation": ["\(relation)"], "target": {"namespace": "android_app",
          "package_name": "com.example.app", "sha256_cert_fingerprints": []},
          "relation_extensions": {"\(relation)": {"dynamic_app_link_components": [\(components)]}}}]
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A manifest of a filter for links to `example.com`.
    func manifestFile(_ data: String) throws -> String {
        let path = directory.path("AndroidManifest.xml")
        try """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android"
          package="com.example.app"><application><activity><intent-filter>
          <action android:name="android.intent.action.VIEW" />
          <category android:name="android.intent.category.BROWSABLE" />
          <data android:scheme="https" android:host="example.com" />\(data)
        </intent-filter></activity></application></manifest>
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
