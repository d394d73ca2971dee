// swift-tools-version: 6.2
import PackageDescription

/// The name by which the compiler knows the library's package: that of its folder.
let libraryName = String(
    (Context.packageDirectory.split(separator: "/").dropLast().last ?? "routedb")
        .lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

// A package of its own, so that users of RouteDB never fetch what it is compared with.
let package = Package(
    name: "routedb-benchmarks",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "routedb-benchmark", targets: ["RouteDBBenchmark"])],
    dependencies: [
        .package(name: "routedb", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    ],
    targets: [
        .target(name: "CHeapSize"),
        .executableTarget(
            name: "RouteDBBenchmark",
            dependencies: [
                "CHeapSize",
                .product(name: "RouteDB", package: "routedb"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            packageAccess: false,
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                // Routes and snapshots are made by a registry; here they are made directly, with
                // the library's `package` initialisers, so that the matcher is measured alone.
                // Without `packageAccess: false` SwiftPM would name this package instead.
                .unsafeFlags(["-package-name", libraryName]),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
