// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of RouteDB never fetch what it is compared with. The other routers
// are fetched and built only where a variable asks for them, since that takes minutes.
let withPeers = Context.environment["ROUTEDB_PEERS"] != nil

let package = Package(
    name: "routedb-benchmarks",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "routedb-benchmark", targets: ["RouteDBBenchmark"])],
    dependencies: [
        .package(
            name: "routedb", path: "..",
            traits: withPeers ? ["Hummingbird"] : []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ]
        + (withPeers
            ? [.package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1")]
            : []),
    targets: [
        .target(name: "CHeapSize"),
        .target(name: "CBareMatcher"),
        .executableTarget(
            name: "RouteDBBenchmark",
            dependencies: [
                "CHeapSize", "CBareMatcher",
                .product(name: "RouteDB", package: "routedb"),
                .product(name: "RouteDBInsight", package: "routedb"),
                .product(name: "RouteDBTraffic", package: "routedb"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
                + (withPeers
                    ? [
                        .product(name: "Hummingbird", package: "hummingbird"),
                        .product(name: "RouteDBHummingbird", package: "routedb"),
                    ] : []),
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ] + (withPeers ? [.define("PEERS")] : [])),
    ],
    swiftLanguageModes: [.v6]
)
