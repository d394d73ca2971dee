package import RouteDB
package import RouteDBRouting

/// A file that a host serves for the apps of the namespace that is bound to it.
package struct ServedAppLinks: Hashable, Sendable {
    /// The path of Apple's file.
    package static let applePath = "/.well-known/apple-app-site-association"
    /// The path of Android's file.
    package static let androidPath = "/.well-known/assetlinks.json"

    /// The name of the namespace.
    package let namespace: String
    /// The host, in lower case.
    package let host: String
    /// The platform that reads the file.
    package let platform: LinkedApp.Platform

    /// Names the file of a namespace and a host.
    package init(namespace: String, host: String, platform: LinkedApp.Platform) {
        self.namespace = namespace
        self.host = host.asciiLowercased
        self.platform = platform
    }

    /// The platform that reads the file at a path.
    package static func platform(ofPath path: some StringProtocol) -> LinkedApp.Platform? {
        path == applePath ? .ios : path == androidPath ? .android : nil
    }

    /// Finds the namespace whose file a host serves.
    package static func file(
        of host: String, _ platform: LinkedApp.Platform, in table: RoutingTable
    ) -> (file: ServedAppLinks, isBound: Bool)? {
        let isName = host.utf8.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x2E || byte == 0x5F
        }
        guard isName else { return nil }
        let host = HostSyntax.withoutFinalDot(host)
        let url = Array("https://\(host.asciiLowercased)/".utf8)
        let place = table.firstPlace(url.span.bytes, in: nil)
        let namespaces = table.namespaces
        guard namespaces.indices.contains(place) else { return nil }
        let found = namespaces[place]
        let file = ServedAppLinks(namespace: found.name, host: host, platform: platform)
        return (file, !found.hosts.isEmpty)
    }

    /// The apps that the file is for.
    package func apps(in snapshot: RegistrySnapshot) -> [LinkedApp] {
        let space = snapshot.namespaces.first { $0.name == namespace }
        return (space.flatMap { snapshot.apps[$0.id] } ?? []).filter { $0.platform == platform }
    }

    /// The content of the file.
    ///
    /// - Complexity: That of ``AppLinkGenerator``.
    package func content(in snapshot: RegistrySnapshot) throws(RouteDBError) -> [UInt8]? {
        let apps = apps(in: snapshot)
        guard !apps.isEmpty else { return nil }
        let generator = try AppLinkGenerator(snapshot, namespace: namespace, host: host)
        let text =
            switch platform {
            case .ios: generator.appleAssociation(of: apps).description
            case .android: generator.assetLinks(of: apps).description
            }
        return Array(text.utf8) + [UInt8(ascii: "\n")]
    }
}
