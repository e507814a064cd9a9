// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let toolkit: [Target.Dependency] = [
    "Recado", "RecadoEndpoints", "RecadoClient", "RecadoHTTP", "RecadoServer", "RecadoServerStore",
    "RecadoSockets", "RecadoSQLite", "RecadoStore",
].map { .product(name: $0, package: "recado") }

// The toolkit with all of its traits, beside the packages that they are for. Those are fetched: a
// package of its own, so that the toolkit's own tests need no network.
let package = Package(
    name: "integrations",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(
            name: "recado",
            path: "..",
            traits: [
                "SwiftLog", "SwiftMetrics", "DistributedTracing", "ServiceLifecycle", "HTTPTypes",
            ]
        ),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.2.0"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle.git",
            from: "2.8.0"
        ),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.3.0"),
    ],
    targets: [
        // The program of the article on the traits.
        .executableTarget(
            name: "Ecosystem",
            dependencies: toolkit + [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings + [
                .define("SwiftLog"), .define("SwiftMetrics"), .define("DistributedTracing"),
                .define("ServiceLifecycle"), .define("HTTPTypes"),
            ]
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: toolkit + [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings
        ),
    ]
)
