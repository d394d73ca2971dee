// swift-tools-version: 6.2
import PackageDescription

/// The strict upcoming features and strict memory safety, for every target of ours.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "routedb",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RouteDB", targets: ["RouteDB"]),
        .library(name: "RouteDBInsight", targets: ["RouteDBInsight"]),
        .library(name: "RouteDBTraffic", targets: ["RouteDBTraffic"]),
        .executable(name: "routedb", targets: ["RouteDBTool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ],
    targets: [
        .systemLibrary(
            name: "RouteDBCSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "RouteDBCZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "RouteDBSQLite", dependencies: ["RouteDBCSQLite"], swiftSettings: strict),
        .target(
            name: "RouteDBMigrations",
            path: "Migrations",
            resources: [
                .embedInCode("v0001_initial.sql"), .embedInCode("v0002_dialects.sql"),
                .embedInCode("v0003_presentation.sql"), .embedInCode("v0004_access.sql"),
                .embedInCode("v0005_revisions.sql"), .embedInCode("v0006_suppressions.sql"),
                .embedInCode("v0007_cases.sql"), .embedInCode("v0008_views.sql"),
                .embedInCode("v0009_labels.sql"),
                .embedInCode("h0001_initial.sql"), .embedInCode("h0002_imports.sql"),
                .embedInCode("h0003_losses.sql"), .embedInCode("h0004_forgetting.sql"),
                .embedInCode("h0005_views.sql"), .embedInCode("h0006_shares.sql"),
            ],
            swiftSettings: strict),
        .target(name: "RouteDBCScan"),
        .target(
            name: "RouteDBRouting", dependencies: ["RouteDBCScan"],
            // For one accessor that lends a span: `Span.bytes` in Text/RawSpan+Copying.swift.
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
        .target(
            name: "RouteDBDatabase",
            dependencies: [
                "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        // Storage and history do not know each other, and compile side by side.
        .target(
            name: "RouteDBStorage",
            dependencies: [
                "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting", "RouteDBDatabase",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .target(
            name: "RouteDBHistory",
            dependencies: [
                "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting", "RouteDBDatabase",
            ],
            swiftSettings: strict),
        .target(
            name: "RouteDB",
            dependencies: [
                "RouteDBRouting", "RouteDBDatabase", "RouteDBStorage", "RouteDBHistory",
            ],
            swiftSettings: strict),
        .target(name: "RouteDBInsight", dependencies: ["RouteDB"], swiftSettings: strict),
        .target(
            name: "RouteDBTraffic", dependencies: ["RouteDB", "RouteDBInsight", "RouteDBCZlib"],
            swiftSettings: strict),
        .target(
            name: "RouteDBCommands",
            dependencies: [
                "RouteDB", "RouteDBInsight", "RouteDBTraffic",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        // The product is `routedb`; a target of that name would differ from `RouteDB` by case
        // only, which case-insensitive disks cannot hold.
        .executableTarget(
            name: "RouteDBTool", dependencies: ["RouteDBCommands"], swiftSettings: strict),

        .target(
            name: "RouteDBTestSupport",
            dependencies: [
                "RouteDB", "RouteDBCSQLite", "RouteDBDatabase", "RouteDBHistory", "RouteDBInsight",
                "RouteDBRouting",
                "RouteDBSQLite", "RouteDBStorage", "RouteDBTraffic",
            ],
            path: "Tests/RouteDBTestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBSQLiteTests", dependencies: ["RouteDBSQLite", "RouteDBTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBRoutingTests",
            dependencies: ["RouteDBRouting", "RouteDBCScan", "RouteDBTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBHistoryTests",
            dependencies: [
                "RouteDBHistory", "RouteDBStorage", "RouteDBTraffic", "RouteDBSQLite",
                "RouteDBMigrations", "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBInsightTests",
            dependencies: [
                "RouteDBInsight", "RouteDB", "RouteDBStorage", "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBTrafficTests",
            dependencies: [
                "RouteDBTraffic", "RouteDB", "RouteDBHistory", "RouteDBStorage", "RouteDBCZlib",
                "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBStorageTests",
            dependencies: [
                "RouteDBStorage", "RouteDBSQLite", "RouteDBMigrations", "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBTests",
            dependencies: ["RouteDB", "RouteDBStorage", "RouteDBTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBCommandsTests",
            dependencies: ["RouteDBCommands", "RouteDB", "RouteDBStorage", "RouteDBTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBConformanceTests", dependencies: ["RouteDB", "RouteDBTestSupport"],
            exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "RepositoryTests",
            dependencies: ["RouteDBMigrations", "RouteDBRouting", "RouteDBTestSupport"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// The history's benchmark uses what is `package`, so it cannot be in the package of the others.
if Context.environment["ROUTEDB_BENCHMARKS"] != nil {
    package.products.append(
        .executable(name: "routedb-history-benchmark", targets: ["RouteDBHistoryBenchmark"]))
    package.targets.append(
        .target(
            name: "RouteDBHistoryLoops", dependencies: ["RouteDBCSQLite"],
            path: "Benchmarks/HistoryLoops"))
    package.targets.append(
        .executableTarget(
            name: "RouteDBHistoryBenchmark",
            dependencies: [
                "RouteDB", "RouteDBHistory", "RouteDBTraffic", "RouteDBStorage", "RouteDBSQLite",
                "RouteDBCSQLite", "RouteDBHistoryLoops",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/History", swiftSettings: strict))
}
