// swift-tools-version: 6.2
import PackageDescription

/// The strict upcoming features and strict memory safety, for every target of ours.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What only builds of the service and `routedb serve` need.
let server = TargetDependencyCondition.when(traits: ["Server"])
/// What only the middleware for Hummingbird needs.
let middleware = TargetDependencyCondition.when(traits: ["Hummingbird"])
/// What only logs, metrics, traces and services need.
let logs = TargetDependencyCondition.when(traits: ["Logging"])
let metrics = TargetDependencyCondition.when(traits: ["Metrics"])
let traces = TargetDependencyCondition.when(traits: ["Tracing"])
let services = TargetDependencyCondition.when(traits: ["ServiceLifecycle"])

/// What only builds of the hub's commands need.
let hub = TargetDependencyCondition.when(traits: ["Hub"])

/// True where the Swift Package Index makes the pages of `.spi.yml`.
let isDocumented = Context.environment["SPI_GENERATE_DOCS"] != nil

let package = Package(
    name: "routedb",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RouteDB", targets: ["RouteDB"]),
        .library(name: "RouteDBInsight", targets: ["RouteDBInsight"]),
        .library(name: "RouteDBTraffic", targets: ["RouteDBTraffic"]),
        .library(name: "RouteDBAppLinks", targets: ["RouteDBAppLinks"]),
        .library(name: "RouteDBServer", targets: ["RouteDBServer"]),
        .library(name: "RouteDBHummingbird", targets: ["RouteDBHummingbird"]),
        .library(name: "RouteDBScreens", targets: ["RouteDBScreens"]),
        .library(name: "RouteDBHub", targets: ["RouteDBHub"]),
        .library(name: "RouteDBTesting", targets: ["RouteDBTesting"]),
        .executable(name: "routedb", targets: ["RouteDBTool"]),
    ],
    traits: [
        .trait(name: "Logging", description: "Logs of registries and recorders, by swift-log."),
        .trait(name: "Metrics", description: "Their metrics, by swift-metrics."),
        .trait(name: "Tracing", description: "Their spans, by swift-distributed-tracing."),
        .trait(
            name: "ServiceLifecycle",
            description: "Registries and recorders as services of swift-service-lifecycle."),
        .trait(
            name: "Hummingbird",
            description: "The module RouteDBHummingbird: middleware that answers by a registry.",
            enabledTraits: ["ServiceLifecycle"]),
        .trait(
            name: "Server",
            description:
                "The module RouteDBServer and the command 'routedb serve'; all of the above.",
            enabledTraits: ["Logging", "Metrics", "Tracing", "ServiceLifecycle", "Hummingbird"]),
        .trait(
            name: "Hub",
            description: "The module RouteDBHub and the command 'routedb hub', which need libpq."),
        // The Swift Package Index documents what needs no library of C that its machines lack.
        .default(
            enabledTraits: isDocumented ? ["Logging", "Metrics", "Tracing", "Hummingbird"] : []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // With traits only; without them, nobody fetches or builds what these need.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.45.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .systemLibrary(
            name: "RouteDBCSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "RouteDBCCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "RouteDBCZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "RouteDBCExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "RouteDBCYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "RouteDBCQRCode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .systemLibrary(
            name: "RouteDBCPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "RouteDBSQLite", dependencies: ["RouteDBCSQLite"], swiftSettings: strict),
        .target(
            name: "RouteDBMigrations",
            path: "Migrations",
            resources: [
                .embedInCode("v0001_initial.sql"), .embedInCode("h0001_initial.sql"),
            ],
            swiftSettings: strict),
        .target(name: "RouteDBCScan"),
        .target(
            name: "RouteDBRouting", dependencies: ["RouteDBCScan"],
            // For one accessor that lends a span: `Span.bytes` in Text/RawSpan+Copying.swift.
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
        .target(name: "RouteDBCFiles"),
        .target(
            name: "RouteDBDatabase",
            dependencies: [
                "RouteDBCFiles", "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting",
                // Apple's systems have CommonCrypto.
                .byName(name: "RouteDBCCrypto", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        // Storage and history do not know each other, and compile side by side.
        .target(
            name: "RouteDBStorage",
            dependencies: [
                "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting", "RouteDBDatabase",
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
                .product(name: "Logging", package: "swift-log", condition: logs),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: metrics),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: traces),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: services),
            ],
            swiftSettings: strict),
        // Its hosts are there where UIKit and SwiftUI are.
        .target(name: "RouteDBScreens", dependencies: ["RouteDB"], swiftSettings: strict),
        // For tests of apps, and of our own.
        .target(name: "RouteDBTesting", dependencies: ["RouteDB"], swiftSettings: strict),
        .target(name: "RouteDBInsight", dependencies: ["RouteDB"], swiftSettings: strict),
        .target(
            name: "RouteDBTraffic",
            dependencies: [
                "RouteDB", "RouteDBInsight", "RouteDBCZlib",
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: traces),
            ],
            swiftSettings: strict),
        // Its files are empty without the trait, since SwiftPM builds every target of a root package.
        .target(
            name: "RouteDBPages",
            dependencies: [
                "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks",
                .byName(name: "RouteDBCQRCode", condition: server),
                .byName(name: "RouteDBCZlib", condition: server),
            ],
            resources: [
                .embedInCode("Styles/pages.css"), .embedInCode("Styles/charts.css"),
                .embedInCode("Styles/console.js"), .embedInCode("Styles/icon.svg"),
            ],
            swiftSettings: strict),
        .target(
            name: "RouteDBServer",
            dependencies: [
                "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks", "RouteDBPages",
                "RouteDBCZlib",
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "HummingbirdHTTP2", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: server),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: strict),
        // Its files are empty without the trait, as those of the console in `RouteDBPages` are.
        .target(
            name: "RouteDBFollower",
            dependencies: [
                "RouteDB",
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
            ],
            swiftSettings: strict),
        // Its files are empty without the trait `Hub`.
        .target(
            name: "RouteDBHub",
            dependencies: [
                "RouteDB", "RouteDBFollower",
                .byName(name: "RouteDBCPostgres", condition: hub),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: services),
            ],
            swiftSettings: strict),
        .target(
            name: "RouteDBHummingbird",
            dependencies: [
                "RouteDB",
                .product(name: "Hummingbird", package: "hummingbird", condition: middleware),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: middleware),
                .product(name: "Logging", package: "swift-log", condition: middleware),
                .product(name: "NIOCore", package: "swift-nio", condition: middleware),
            ],
            swiftSettings: strict),
        .target(
            name: "RouteDBAppLinks",
            dependencies: [
                "RouteDB", "RouteDBInsight",
                // The systems of phones come without its header, and have no manifests to read.
                .byName(name: "RouteDBCExpat", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: strict),
        // Nobody who only uses a library of the package needs libyaml.
        .target(
            name: "RouteDBYAML",
            dependencies: [
                "RouteDB",
                .byName(name: "RouteDBCYAML", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: strict),
        .target(name: "RouteDBTerminal", dependencies: ["RouteDB"], swiftSettings: strict),
        .target(
            name: "RouteDBCommands",
            dependencies: [
                "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks", "RouteDBPages",
                "RouteDBYAML", "RouteDBTerminal",
                .byName(name: "RouteDBServer", condition: server),
                .byName(name: "RouteDBFollower", condition: .when(traits: ["Server", "Hub"])),
                .byName(name: "RouteDBHub", condition: hub),
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
                "RouteDBSQLite", "RouteDBStorage", "RouteDBTerminal", "RouteDBTesting",
                "RouteDBTraffic",
            ],
            path: "Tests/RouteDBTestSupport",
            swiftSettings: strict),
        // What the fuzzers of `make fuzz` feed with bytes; their committed seeds are run as tests.
        .target(
            name: "RouteDBFuzzing",
            dependencies: [
                "RouteDB", "RouteDBAppLinks", "RouteDBDatabase", "RouteDBHistory", "RouteDBRouting",
                "RouteDBStorage", "RouteDBTraffic", "RouteDBYAML", "RouteDBTestSupport",
                .byName(name: "RouteDBServer", condition: server),
            ],
            path: "Tests/RouteDBFuzzing", exclude: ["Seeds"], swiftSettings: strict),
        .testTarget(
            name: "RouteDBFuzzingTests", dependencies: ["RouteDBFuzzing", "RouteDBTestSupport"],
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
            name: "RouteDBYAMLTests",
            dependencies: ["RouteDBYAML", "RouteDBInsight", "RouteDB", "RouteDBTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBAppLinksTests",
            dependencies: ["RouteDBAppLinks", "RouteDBInsight", "RouteDB", "RouteDBTestSupport"],
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
            dependencies: [
                "RouteDB", "RouteDBScreens", "RouteDBSQLite", "RouteDBStorage",
                "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBTestingTests", dependencies: ["RouteDBTesting", "RouteDB"],
            // An app's tests have no more.
            packageAccess: false, swiftSettings: strict),
        .testTarget(
            name: "RouteDBTerminalTests",
            dependencies: ["RouteDBTerminal", "RouteDB", "RouteDBTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBCommandsTests",
            dependencies: [
                "RouteDBCommands", "RouteDBTerminal", "RouteDB", "RouteDBStorage",
                "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBPagesTests",
            dependencies: [
                "RouteDBPages", "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks",
                "RouteDBCZlib", "RouteDBTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBServerTests",
            dependencies: [
                "RouteDBServer", "RouteDB", "RouteDBCommands", "RouteDBTerminal", "RouteDBTraffic",
                "RouteDBCFaults", "RouteDBTestSupport",
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: server),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBFollowerTests",
            dependencies: [
                "RouteDBFollower", "RouteDBServer", "RouteDB", "RouteDBStorage",
                "RouteDBTestSupport",
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBTelemetryTests",
            dependencies: [
                "RouteDB", "RouteDBTraffic", "RouteDBTestSupport",
                .product(name: "Logging", package: "swift-log", condition: logs),
                .product(name: "InMemoryLogging", package: "swift-log", condition: logs),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: metrics),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: metrics),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: traces),
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: traces),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: services),
                .product(
                    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle",
                    condition: services),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBHummingbirdTests",
            dependencies: [
                "RouteDBHummingbird", "RouteDB", "RouteDBTestSupport",
                .product(name: "Hummingbird", package: "hummingbird", condition: middleware),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: middleware),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: middleware),
                .product(name: "Logging", package: "swift-log", condition: middleware),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RouteDBHubTests",
            dependencies: [
                "RouteDBHub", "RouteDBFollower", "RouteDBCommands", "RouteDBTerminal", "RouteDB",
                "RouteDBStorage", "RouteDBHistory", "RouteDBTraffic", "RouteDBTestSupport",
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: services),
                .product(
                    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle",
                    condition: services),
            ],
            swiftSettings: strict),
        .target(
            name: "RouteDBCFaults", dependencies: ["RouteDBCSQLite"], path: "Tests/RouteDBCFaults"),
        .testTarget(
            name: "RouteDBFaultTests",
            dependencies: [
                "RouteDB", "RouteDBAppLinks", "RouteDBHistory", "RouteDBInsight", "RouteDBPages",
                "RouteDBStorage", "RouteDBTraffic", "RouteDBCFaults", "RouteDBTestSupport",
            ],
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

// `make fuzz` links the fuzzer's own `main` with everything that it feeds.
if Context.environment["ROUTEDB_FUZZER"] != nil {
    package.products.append(
        .library(name: "RouteDBFuzzing", type: .static, targets: ["RouteDBFuzzing"]))
}

// `make test` optimises what the tests call most. Its flags leave all else as it is, and flags of a command
// line come after those of a target, so this one is for the compiler's frontend, which reads it last.
if Context.environment["ROUTEDB_TESTS"] == "1" {
    let busy = [
        "RouteDBSQLite", "RouteDBRouting", "RouteDBDatabase", "RouteDBHistory", "RouteDBTraffic",
        "RouteDBTestSupport",
    ]
    for target in package.targets where busy.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-O"]))
    }
}
