// swift-tools-version: 6.3

import PackageDescription

/// The settings of every target, each with the proposal that explains it.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),  // SE-0480
    .treatWarning("ExplicitSendable", as: .error),
]

/// A system library from Debian or Homebrew, behind its own module.
func system(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])]
    )
}

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A target that comes with the toolkit and sees what is `public` of it, as any user's would.
func guest(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Bundled/\(name)",
        packageAccess: false,
        swiftSettings: settings
    )
}

func tests(
    _ name: String,
    _ dependencies: [Target.Dependency],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        resources: resources,
        swiftSettings: settings
    )
}

/// A product of a package that is fetched when a trait of this one asks for it.
func integration(_ name: String, of package: String, trait: String? = nil) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait ?? name]))
}

let swiftLog = integration("Logging", of: "swift-log", trait: "SwiftLog")
let swiftMetrics = integration("CoreMetrics", of: "swift-metrics", trait: "SwiftMetrics")
let tracing = integration("Tracing", of: "swift-distributed-tracing", trait: "DistributedTracing")
let lifecycle = integration("ServiceLifecycle", of: "swift-service-lifecycle")
let httpTypes = integration("HTTPTypes", of: "swift-http-types")

let package = Package(
    name: "recado",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [
        .executable(name: "recado", targets: ["RecadoCommand"]),
        .library(name: "RecadoCrypto", targets: ["RecadoCrypto"]),
        .library(name: "RecadoCompression", targets: ["RecadoCompression"]),
        .library(name: "RecadoHTTP", targets: ["RecadoHTTP"]),
        .library(name: "RecadoCoding", targets: ["RecadoCoding"]),
        .library(name: "Recado", targets: ["Recado"]),
        .library(name: "RecadoClient", targets: ["RecadoClient"]),
        .library(name: "RecadoSockets", targets: ["RecadoSockets"]),
        .library(name: "RecadoComparison", targets: ["RecadoComparison"]),
        .library(name: "RecadoGenerator", targets: ["RecadoGenerator"]),
        .library(name: "RecadoYAML", targets: ["RecadoYAML"]),
        .library(name: "RecadoCurlCommands", targets: ["RecadoCurlCommands"]),
        .library(name: "RecadoServer", targets: ["RecadoServer"]),
        .library(name: "RecadoDocumentation", targets: ["RecadoDocumentation"]),
        .library(name: "RecadoServerStore", targets: ["RecadoServerStore"]),
        .library(name: "RecadoInProcess", targets: ["RecadoInProcess"]),
        .library(name: "RecadoTesting", targets: ["RecadoTesting"]),
        .library(name: "RecadoStore", targets: ["RecadoStore"]),
        .library(name: "RecadoPostgreSQL", targets: ["RecadoPostgreSQL"]),
        .library(name: "RecadoSQLite", targets: ["RecadoSQLite"]),
        .library(name: "RecadoSQLiteCache", targets: ["RecadoSQLiteCache"]),
        .library(name: "RecadoPasswords", targets: ["RecadoPasswords"]),
        // The guests, for courses and examples; no part of the toolkit's interface.
        .library(
            name: "RecadoBundled",
            targets: ["RecadoContracts", "RecadoServices", "RecadoApps"]
        ),
        // What of them runs on a phone.
        .library(
            name: "RecadoScreens",
            targets: ["RecadoContracts", "RecadoScreens"]
        ),
        .library(name: "RecadoURLSession", targets: ["RecadoURLSession"]),
    ],
    traits: [
        .trait(name: "SwiftLog", description: "Requests and calls in loggers of swift-log."),
        .trait(name: "SwiftMetrics", description: "Requests in swift-metrics."),
        .trait(name: "DistributedTracing", description: "Spans in swift-distributed-tracing."),
        .trait(name: "ServiceLifecycle", description: "Services of swift-service-lifecycle."),
        .trait(name: "HTTPTypes", description: "Conversions from and to swift-http-types."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.3.0"),
    ],
    targets: [
        // System libraries. Each is imported by one target alone, or by RecadoWire and what stands on it.
        system("CRecadoArgon2", pkgConfig: "libargon2", apt: "libargon2-dev", brew: "argon2"),
        system("CRecadoBrotli", pkgConfig: "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
        system("CRecadoCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl"),
        system("CRecadoLinux", pkgConfig: nil, apt: "libc6-dev", brew: ""),
        system("CRecadoNGHTTP2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev", brew: "nghttp2"),
        system("CRecadoPQ", pkgConfig: "libpq", apt: "libpq-dev", brew: "libpq"),
        system("CRecadoSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite3"),
        system("CRecadoTLS", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl"),
        system("CRecadoXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),
        system("CRecadoYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        system("CRecadoZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),

        // The toolkit.
        .target(
            name: "RecadoCrypto",
            // Apple's systems have CryptoKit.
            dependencies: [
                .target(name: "CRecadoCrypto", condition: .when(platforms: [.linux]))
            ],
            swiftSettings: settings
        ),
        library("RecadoHTTP", ["RecadoCrypto", httpTypes, tracing]),
        library("RecadoCoding", ["RecadoHTTP"]),
        library(
            "RecadoCompression",
            [
                // Apple's systems come without it, and decode content themselves.
                .target(name: "CRecadoBrotli", condition: .when(platforms: [.linux])),
                "CRecadoZlib", "RecadoHTTP",
            ]
        ),
        library("Recado", ["RecadoCoding", "RecadoHTTP"]),
        library("RecadoComparison", ["RecadoCoding", "RecadoHTTP"]),
        library("RecadoGenerator", ["Recado", "RecadoCoding", "RecadoHTTP"]),
        library("RecadoYAML", ["CRecadoYAML", "RecadoCoding"]),
        library("RecadoCurlCommands", ["RecadoCoding", "RecadoHTTP"]),
        library(
            "RecadoClient",
            [
                "Recado", "RecadoCoding", "RecadoCompression", "RecadoCrypto",
                "RecadoCurlCommands", "RecadoHTTP", swiftLog,
            ]
        ),
        library(
            "RecadoSockets",
            ["CRecadoNGHTTP2", "CRecadoTLS", "RecadoClient", "RecadoHTTP", "RecadoWire"]
        ),
        // What server and client transport stand on: sockets, HTTP/1.1, HTTP/2 and TLS.
        library("RecadoWire", ["CRecadoLinux", "CRecadoNGHTTP2", "CRecadoTLS", "RecadoHTTP"]),
        library(
            "RecadoServer",
            [
                "CRecadoLinux", "CRecadoNGHTTP2", "CRecadoTLS", "CRecadoXXHash", "Recado",
                "RecadoCoding", "RecadoCompression", "RecadoCrypto", "RecadoHTTP", "RecadoWire",
                lifecycle, swiftLog, swiftMetrics, tracing,
            ]
        ),
        .target(
            name: "RecadoDocumentation",
            dependencies: ["Recado", "RecadoCoding", "RecadoHTTP", "RecadoServer"],
            packageAccess: false,
            swiftSettings: settings
        ),
        library(
            "RecadoServerStore",
            ["Recado", "RecadoCoding", "RecadoHTTP", "RecadoServer", "RecadoStore"]
        ),
        library(
            "RecadoTesting",
            ["Recado", "RecadoClient", "RecadoCoding", "RecadoHTTP"]
        ),
        library("RecadoInProcess", ["Recado", "RecadoClient", "RecadoHTTP", "RecadoServer"]),
        library("RecadoURLSession", ["RecadoClient", "RecadoCoding", "RecadoHTTP"]),
        library("RecadoStore", [lifecycle]),
        library("RecadoPostgreSQL", ["CRecadoPQ", "RecadoStore"]),
        library("RecadoSQLite", ["CRecadoSQLite", "RecadoStore"]),
        library(
            "RecadoSQLiteCache",
            ["RecadoClient", "RecadoCoding", "RecadoHTTP", "RecadoSQLite", "RecadoStore"]
        ),
        library("RecadoPasswords", ["CRecadoArgon2", "RecadoCrypto", "RecadoHTTP"]),

        // The guests: services, apps and the command.
        guest("RecadoContracts", ["Recado", "RecadoCoding", "RecadoHTTP"]),
        guest(
            "RecadoServices",
            [
                "Recado", "RecadoCoding", "RecadoCompression", "RecadoContracts", "RecadoHTTP",
                "RecadoPasswords", "RecadoServer", "RecadoServerStore", "RecadoStore",
            ]
        ),
        guest(
            "RecadoApps",
            [
                "Recado", "RecadoClient", "RecadoCoding", "RecadoContracts", "RecadoCrypto",
                "RecadoHTTP", "RecadoInProcess", "RecadoScreens", "RecadoServer",
            ]
        ),
        guest(
            "RecadoScreens",
            ["Recado", "RecadoClient", "RecadoCoding", "RecadoContracts", "RecadoHTTP"]
        ),
        .executableTarget(
            name: "RecadoCommand",
            dependencies: [
                "Recado", "RecadoApps", "RecadoClient", "RecadoCoding", "RecadoComparison",
                "RecadoContracts", "RecadoDocumentation", "RecadoGenerator", "RecadoHTTP",
                "RecadoInProcess", "RecadoPasswords", "RecadoSockets",
                "RecadoPostgreSQL", "RecadoServer", "RecadoServerStore", "RecadoServices",
                "RecadoSQLite", "RecadoStore", "RecadoYAML",
            ],
            path: "Bundled/RecadoCommand",
            packageAccess: false,
            swiftSettings: settings,
            // What one thread allocates another frees, which glibc's allocator is slow at.
            linkerSettings: [
                .linkedLibrary(
                    "jemalloc",
                    .when(platforms: [.linux], configuration: .release)
                )
            ]
        ),
        // A database server for tests, and what tests of stores share.
        .target(
            name: "TemporaryPostgreSQL",
            path: "Tests/Support/TemporaryPostgreSQL",
            swiftSettings: settings
        ),

        // What several of the tests stand on.
        .target(
            name: "RecadoTestSupport",
            path: "Tests/Support/RecadoTestSupport",
            swiftSettings: settings
        ),

        // A service whose operations have every feature of schemas.
        .target(
            name: "TestLibrary",
            dependencies: ["Recado", "RecadoCoding", "RecadoHTTP"],
            path: "Tests/Support/TestLibrary",
            swiftSettings: settings
        ),

        tests("RecadoCryptoTests", ["RecadoCrypto"]),
        tests("RecadoCurlCommandsTests", ["RecadoCoding", "RecadoCurlCommands", "RecadoHTTP"]),
        tests(
            "RecadoGeneratorTests",
            [
                "Recado", "RecadoClient", "RecadoCoding", "RecadoComparison", "RecadoGenerator",
                "RecadoHTTP", "RecadoTesting", "RecadoYAML",
            ],
            resources: [.copy("Fixtures")]
        ),
        tests("RecadoYAMLTests", ["RecadoCoding", "RecadoYAML"]),
        tests("RecadoHTTPTests", ["RecadoHTTP"]),
        tests(
            "RecadoCodingTests",
            ["RecadoCoding", "RecadoHTTP"],
            resources: [.copy("Fixtures")]
        ),
        tests(
            "RecadoTests",
            [
                "Recado", "RecadoCoding", "RecadoComparison", "RecadoContracts",
                "RecadoGenerator", "RecadoHTTP",
            ],
            resources: [.copy("Fixtures")]
        ),
        // The client's side of TLS, for the server's tests.
        .systemLibrary(name: "CTestTLS", path: "Tests/System/CTestTLS", pkgConfig: "openssl"),
        tests(
            "RecadoServerTests",
            [
                "CTestTLS", "Recado", "RecadoCoding", "RecadoCompression", "RecadoDocumentation",
                "RecadoHTTP", "RecadoServer", "RecadoWire", "TestLibrary",
            ]
        ),
        tests(
            "RecadoClientTests",
            [
                "Recado", "RecadoClient", "RecadoCoding", "RecadoCompression",
                "RecadoCurlCommands", "RecadoHTTP", "RecadoInProcess", "RecadoServer",
                "RecadoTesting", "TestLibrary",
            ]
        ),
        tests("RecadoCompressionTests", ["RecadoCompression"]),
        tests(
            "RecadoWireTests",
            ["CRecadoNGHTTP2", "CRecadoTLS", "RecadoHTTP", "RecadoServer", "RecadoWire"]
        ),
        tests(
            "RecadoSocketsTests",
            ["RecadoClient", "RecadoSockets", "RecadoHTTP", "RecadoTestSupport"]
        ),
        tests(
            "RecadoServerStoreTests",
            [
                "Recado", "RecadoHTTP", "RecadoPostgreSQL", "RecadoSQLite", "RecadoServer",
                "RecadoServerStore", "RecadoStore", "TemporaryPostgreSQL",
            ]
        ),
        tests(
            "RecadoPostgreSQLTests",
            ["RecadoPostgreSQL", "RecadoStore", "TemporaryPostgreSQL"]
        ),
        tests(
            "RecadoStoreConformanceTests",
            ["RecadoPostgreSQL", "RecadoSQLite", "RecadoStore", "TemporaryPostgreSQL"]
        ),
        tests("RecadoSQLiteTests", ["RecadoSQLite", "RecadoStore"]),
        tests(
            "RecadoSQLiteCacheTests",
            ["RecadoClient", "RecadoHTTP", "RecadoSQLiteCache", "RecadoStore"]
        ),
        tests("RecadoStoreTests", ["RecadoStore"]),
        tests(
            "RecadoTestingTests",
            [
                "Recado", "RecadoClient", "RecadoCoding", "RecadoCompression",
                "RecadoCurlCommands", "RecadoHTTP", "RecadoInProcess", "RecadoServer",
                "RecadoTesting",
            ]
        ),
        tests(
            "RecadoTransportTests",
            [
                "Recado", "RecadoClient", "RecadoSockets", "RecadoHTTP", "RecadoServer",
                "RecadoInProcess", "RecadoTestSupport", "RecadoTesting", "RecadoURLSession",
            ]
        ),
        tests(
            "RecadoServicesTests",
            [
                "Recado", "RecadoClient", "RecadoCoding", "RecadoContracts", "RecadoHTTP",
                "RecadoInProcess", "RecadoPasswords", "RecadoPostgreSQL", "RecadoServer",
                "RecadoServices", "RecadoSockets", "RecadoSQLite", "RecadoStore", "RecadoTesting",
                "TemporaryPostgreSQL",
            ],
            resources: [.copy("Fixtures")]
        ),
        tests(
            "RecadoAppsTests",
            [
                "Recado", "RecadoApps", "RecadoClient", "RecadoCoding", "RecadoContracts",
                "RecadoSockets", "RecadoHTTP", "RecadoPasswords", "RecadoSQLite", "RecadoServer",
                "RecadoInProcess", "RecadoScreens", "RecadoServices", "RecadoStore",
                "RecadoTestSupport", "RecadoTesting",
            ]
        ),
        tests(
            "RecadoCommandTests",
            [
                "Recado", "RecadoApps", "RecadoClient", "RecadoCoding", "RecadoCommand",
                "RecadoContracts", "RecadoSockets", "RecadoCurlCommands", "RecadoDocumentation",
                "RecadoHTTP", "RecadoSQLite", "RecadoServer", "RecadoServices", "RecadoStore",
                "RecadoTestSupport", "RecadoTesting",
            ]
        ),
        tests(
            "RecadoPeerTests",
            [
                "Recado", "RecadoClient", "RecadoCoding", "RecadoSockets", "RecadoHTTP",
                "RecadoPasswords", "RecadoSQLite", "RecadoServer", "RecadoServices",
                "TestLibrary",
            ]
        ),
        tests("RecadoPasswordsTests", ["RecadoPasswords"]),
        tests(
            "RecadoScreensTests",
            [
                "Recado", "RecadoClient", "RecadoContracts", "RecadoHTTP", "RecadoInProcess",
                "RecadoPasswords", "RecadoScreens", "RecadoServer", "RecadoServices",
                "RecadoSockets", "RecadoSQLite", "RecadoStore", "RecadoTesting",
            ]
        ),
        tests("ScriptsTests", []),
    ]
)
