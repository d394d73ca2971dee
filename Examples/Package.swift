// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of RouteDB never fetch a web framework.
let package = Package(
    name: "routedb-examples",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "example-server", targets: ["ExampleServer"])],
    dependencies: [
        .package(name: "routedb", path: "..", traits: ["Hummingbird", "Logging"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    ],
    targets: [
        .executableTarget(
            name: "ExampleServer",
            dependencies: [
                .product(name: "RouteDB", package: "routedb"),
                .product(name: "RouteDBHummingbird", package: "routedb"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
