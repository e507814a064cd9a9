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

typealias Needs = [Target.Dependency]

/// A system library from Debian or Homebrew, behind its own module.
func system(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])]
    )
}

func library(_ name: String, _ dependencies: Needs = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A library that debug builds optimize, too, as Foundation is in them: decision 41.
func optimized(_ name: String, _ dependencies: Needs = []) -> Target {
    let target = library(name, dependencies)
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    return target
}

/// A target that comes with the toolkit and sees what is `public` of it, as any user's would.
func guest(_ name: String, in folder: String = "Bundled", _ needs: Needs = []) -> Target {
    .target(
        name: name,
        dependencies: needs,
        path: "\(folder)/\(name)",
        packageAccess: false,
        swiftSettings: settings
    )
}

/// A program that comes with the toolkit, and sees what is `public` of it.
func program(_ name: String, _ needs: Needs, linking: [LinkerSetting] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: needs,
        path: "Bundled/\(name)",
        packageAccess: false,
        swiftSettings: settings,
        linkerSettings: linking
    )
}

/// A dependency that other systems do without.
func onLinux(_ target: String) -> Target.Dependency {
    .target(name: target, condition: .when(platforms: [.linux]))
}

/// A target that several targets of tests stand on.
func support(_ name: String, _ needs: Needs = []) -> Target {
    .target(name: name, dependencies: needs, path: "Tests/Support/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: Needs, fixtures: Bool = false) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        resources: fixtures ? [.copy("Fixtures")] : [],
        swiftSettings: settings
    )
}

/// A product of a package that is fetched when a trait of this one asks for it.
func integration(_ name: String, of package: String, trait: String? = nil) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait ?? name]))
}

/// The modules that declarations are made of.
let declaration: Needs = ["RecadoCoding", "RecadoEndpoints", "RecadoHTTP", "RecadoMultipart"]

/// The modules of what stands on the client.
let client: Needs = ["RecadoClient", "RecadoCoding", "RecadoHTTP"]

/// The modules of tests of the bundled services, and of all that stands on these.
let served: Needs =
    declaration + [
        "ChildProcess", "RecadoAuthentication", "RecadoClient", "RecadoContracts",
        "RecadoDescriptions", "RecadoInProcess", "RecadoPasswords", "RecadoServer",
        "RecadoServerStore",
        "RecadoServices", "RecadoSockets", "RecadoSQLite", "RecadoStore", "RecadoTestSupport",
        "RecadoTesting",
    ]

/// The modules of tests of clients, and of what tests of clients stand on.
let called: Needs =
    declaration + [
        "RecadoClient", "RecadoCompression", "RecadoCredentials", "RecadoCurlCommands",
        "RecadoInProcess", "RecadoServer", "RecadoTesting", "RecadoTransport",
    ]

/// The modules of what speaks HTTP/2 over TLS.
let wire: Needs = ["CRecadoNGHTTP2", "CRecadoTLS", "RecadoHTTP"]

/// The modules of tests over PostgreSQL.
let postgreSQL: Needs = ["RecadoPostgreSQL", "RecadoStore", "TemporaryPostgreSQL"]

let swiftLog = integration("Logging", of: "swift-log", trait: "SwiftLog")
let swiftMetrics = integration("CoreMetrics", of: "swift-metrics", trait: "SwiftMetrics")
let tracing = integration("Tracing", of: "swift-distributed-tracing", trait: "DistributedTracing")
let lifecycle = integration("ServiceLifecycle", of: "swift-service-lifecycle")
let httpTypes = integration("HTTPTypes", of: "swift-http-types")

/// The modules that are libraries of their own.
let libraries = [
    "Recado", "RecadoAuthentication", "RecadoClient", "RecadoCoding", "RecadoComparison",
    "RecadoCompression", "RecadoCredentials", "RecadoCrypto", "RecadoCurlCommands",
    "RecadoDescriptions", "RecadoDocumentation", "RecadoEndpoints", "RecadoGenerator", "RecadoHTML",
    "RecadoHTTP", "RecadoInProcess", "RecadoMultipart", "RecadoOpenTelemetry", "RecadoPasswords",
    "RecadoPostgreSQL", "RecadoSQLite", "RecadoSQLiteCache", "RecadoSchemas", "RecadoServer",
    "RecadoServerStore", "RecadoSimulation", "RecadoSockets", "RecadoStore", "RecadoTesting",
    "RecadoTransport", "RecadoURLSession", "RecadoYAML",
]

let package = Package(
    name: "recado",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [
        .executable(name: "recado", targets: ["RecadoCommand"]),
        .executable(name: "recado-declare", targets: ["RecadoDeclare"]),
        .executable(name: "recado-new", targets: ["RecadoNew"]),
        .plugin(name: "DeclareService", targets: ["DeclareService"]),
        // The guests, for courses and examples; no part of the toolkit's interface.
        .library(
            name: "RecadoBundled",
            targets: ["RecadoContracts", "RecadoServices", "RecadoApps"]
        ),
        // What of them runs on a phone.
        .library(name: "RecadoScreens", targets: ["RecadoContracts", "RecadoScreens"]),
    ] + libraries.map { .library(name: $0, targets: [$0]) },
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
        // System libraries, each imported by one target, or by RecadoWire and what stands on it.
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
        // Apple's systems have CryptoKit.
        library("RecadoCrypto", [onLinux("CRecadoCrypto")]),
        library("RecadoHTTP", ["RecadoCrypto", httpTypes, tracing]),
        optimized("RecadoCoding", ["RecadoHTTP"]),
        // Apple's systems come without Brotli, and decode content themselves.
        library("RecadoCompression", [onLinux("CRecadoBrotli"), "CRecadoZlib", "RecadoHTTP"]),
        library("RecadoHTML"),
        // Forms with files, and what of content may be shown.
        library("RecadoMultipart", ["RecadoCoding", "RecadoHTTP"]),
        library("RecadoSecrets", ["RecadoCoding", "RecadoHTTP"]),
        library("RecadoSchemas", ["RecadoCoding", "RecadoHTTP", "RecadoMultipart"]),
        library(
            "RecadoEndpoints",
            ["RecadoCoding", "RecadoHTML", "RecadoHTTP", "RecadoMultipart", "RecadoSchemas"]
        ),
        library("RecadoCredentials", ["RecadoEndpoints", "RecadoHTTP"]),
        library("RecadoDescriptions", declaration),
        // What an app imports: the declaration, the client and the system's transport.
        library(
            "Recado",
            [
                "RecadoAuthentication", "RecadoClient", "RecadoCredentials",
                "RecadoDescriptions", "RecadoEndpoints",
                onLinux("RecadoSockets"),
                .target(name: "RecadoURLSession", condition: .when(platforms: [.macOS, .iOS])),
            ]
        ),
        library("RecadoComparison", ["RecadoCoding", "RecadoHTTP"]),
        library("RecadoGenerator", declaration),
        library("RecadoYAML", ["CRecadoYAML", "RecadoCoding"]),
        library(
            "RecadoCurlCommands",
            ["RecadoCoding", "RecadoHTTP", "RecadoMultipart", "RecadoSecrets"]
        ),
        library("RecadoTransport", ["RecadoCoding", "RecadoCrypto", "RecadoHTTP"]),
        library(
            "RecadoClient",
            declaration + [
                "RecadoCompression", "RecadoCrypto", "RecadoCurlCommands", "RecadoSecrets",
                "RecadoTransport", swiftLog,
            ]
        ),
        library("RecadoAuthentication", client + ["RecadoCrypto", "RecadoTransport"]),
        library("RecadoSockets", wire + ["RecadoClient", "RecadoTransport", "RecadoWire"]),
        // What servers and clients stand on: sockets, HTTP/1.1, HTTP/2 and TLS.
        library("RecadoWire", wire + ["CRecadoLinux", "RecadoThreads"]),
        library("RecadoThreads"),
        library(
            "RecadoServer",
            declaration + [
                "CRecadoLinux", "CRecadoNGHTTP2", "CRecadoTLS", "CRecadoXXHash",
                "RecadoCompression", "RecadoCredentials", "RecadoCrypto", "RecadoThreads",
                "RecadoWire", lifecycle, swiftLog, swiftMetrics, tracing,
            ]
        ),
        guest(
            "RecadoDocumentation",
            in: "Sources",
            declaration + ["RecadoCurlCommands", "RecadoDescriptions", "RecadoServer"]
        ),
        library("RecadoServerStore", declaration + ["RecadoServer", "RecadoStore"]),
        library(
            "RecadoTesting",
            declaration + ["RecadoCompression", "RecadoSecrets", "RecadoTransport"]
        ),
        // The system's calls as a simulated world answers them.
        .target(name: "CRecadoSimulation"),
        optimized(
            "RecadoSimulation",
            [
                "CRecadoSimulation", "RecadoClient", "RecadoEndpoints", "RecadoHTTP",
                "RecadoServer", "RecadoSockets", "RecadoStore", "RecadoWire",
            ]
        ),
        library("RecadoInProcess", declaration + ["RecadoServer", "RecadoTransport"]),
        library("RecadoOpenTelemetry", client + [onLinux("RecadoServer")]),
        library("RecadoURLSession", client + ["RecadoTransport"]),
        library("RecadoStore", [lifecycle]),
        library("RecadoPostgreSQL", ["CRecadoPQ", "RecadoStore", "RecadoThreads"]),
        library("RecadoSQLite", ["CRecadoSQLite", "RecadoStore", "RecadoThreads"]),
        library("RecadoSQLiteCache", client + ["RecadoSQLite", "RecadoStore"]),
        library("RecadoPasswords", ["CRecadoArgon2", "RecadoCrypto", "RecadoHTTP"]),

        // The guests: services, apps and the command.
        guest("RecadoContracts", declaration),
        guest(
            "RecadoServices",
            declaration + [
                "RecadoCompression", "RecadoContracts", "RecadoPasswords", "RecadoServer",
                "RecadoServerStore", "RecadoStore",
            ]
        ),
        guest(
            "RecadoApps",
            declaration + [
                "RecadoClient", "RecadoContracts", "RecadoCrypto", "RecadoCurlCommands",
                "RecadoInProcess", "RecadoScreens", "RecadoServer",
            ]
        ),
        guest(
            "RecadoScreens",
            declaration + [
                "RecadoAuthentication", "RecadoClient", "RecadoContracts", "RecadoDescriptions",
            ]
        ),
        guest("RecadoProjects"),
        program("RecadoNew", ["RecadoProjects"]),
        guest("RecadoDeclarations", declaration + ["RecadoGenerator", "RecadoYAML"]),
        program("RecadoDeclare", ["RecadoDeclarations", "RecadoGenerator"]),
        program(
            "RecadoCommand",
            declaration + [
                "RecadoApps", "RecadoAuthentication", "RecadoClient", "RecadoComparison",
                "RecadoContracts", "RecadoCurlCommands", "RecadoDeclarations", "RecadoDescriptions",
                "RecadoDocumentation", "RecadoGenerator", "RecadoInProcess", "RecadoPasswords",
                "RecadoPostgreSQL", "RecadoProjects", "RecadoServer", "RecadoServerStore",
                "RecadoServices", "RecadoSockets", "RecadoSQLite", "RecadoStore", "RecadoYAML",
            ],
            // What one thread allocates another frees, which glibc's allocator is slow at.
            linking: [
                .linkedLibrary("jemalloc", .when(platforms: [.linux], configuration: .release))
            ]
        ),
        .plugin(
            name: "DeclareService",
            // Builds its tool when called: as a dependency, eleven modules would compile twice.
            capability: .command(
                intent: .custom(verb: "declare", description: "Declares a service in Swift."),
                permissions: [.writeToPackageDirectory(reason: "to write the declarations")]
            )
        ),
        // What several of the tests stand on, such as a service with every feature of schemas.
        support("ChildProcess", ["CTestProcess"]),
        .systemLibrary(name: "CTestProcess", path: "Tests/System/CTestProcess"),
        support("TemporaryPostgreSQL", ["ChildProcess"]),
        support("RecadoTestSupport", ["RecadoHTTP", "RecadoTransport"]),
        support("TestLibrary", declaration),
        tests("RecadoCurlCommandsTests", ["RecadoCoding", "RecadoCurlCommands", "RecadoHTTP"]),
        tests(
            "RecadoGeneratorTests",
            declaration + [
                "ChildProcess", "Recado", "RecadoClient", "RecadoComparison", "RecadoGenerator",
                "RecadoTesting", "RecadoYAML",
            ],
            fixtures: true
        ),
        tests("RecadoYAMLTests", ["RecadoCoding", "RecadoYAML"]),
        tests(
            "RecadoCodingTests",
            [
                "ChildProcess", "RecadoCoding", "RecadoHTTP", "RecadoMultipart", "RecadoSecrets",
            ],
            fixtures: true
        ),
        tests(
            "RecadoEndpointsTests",
            declaration + [
                "ChildProcess", "Recado", "RecadoComparison", "RecadoContracts",
                "RecadoDescriptions", "RecadoGenerator",
            ],
            fixtures: true
        ),
        // The client's side of TLS, for the server's tests.
        .systemLibrary(name: "CTestTLS", path: "Tests/System/CTestTLS", pkgConfig: "openssl"),
        tests(
            "RecadoServerTests",
            declaration + [
                "CTestTLS", "RecadoCompression", "RecadoDescriptions", "RecadoDocumentation",
                "RecadoServer", "RecadoWire", "TestLibrary",
            ]
        ),
        tests("RecadoClientTests", called + ["RecadoAuthentication", "TestLibrary"]),
        tests("RecadoWireTests", wire + ["RecadoServer", "RecadoWire"]),
        tests("RecadoTests", ["Recado", "RecadoServer"]),
        tests(
            "RecadoSocketsTests",
            ["ChildProcess", "RecadoClient", "RecadoSockets", "RecadoHTTP", "RecadoTestSupport"]
        ),
        tests(
            "RecadoServerStoreTests",
            declaration + postgreSQL + ["RecadoSQLite", "RecadoServer", "RecadoServerStore"]
        ),
        tests("RecadoPostgreSQLTests", postgreSQL),
        tests("RecadoStoreConformanceTests", postgreSQL + ["RecadoSQLite"]),
        tests("RecadoSQLiteTests", ["RecadoSQLite", "RecadoStore", "RecadoThreads"]),
        tests("RecadoSQLiteCacheTests", client + ["RecadoSQLiteCache", "RecadoStore"]),
        tests("RecadoTestingTests", called + ["RecadoDescriptions"]),
        tests(
            "RecadoTransportTests",
            called + ["RecadoSockets", "RecadoTestSupport", "RecadoURLSession"]
        ),
        tests(
            "RecadoServicesTests",
            served + ["RecadoPostgreSQL", "TemporaryPostgreSQL"],
            fixtures: true
        ),
        tests("RecadoAppsTests", served + ["RecadoApps", "RecadoScreens"]),
        tests(
            "RecadoCommandTests",
            served + [
                "RecadoApps", "RecadoCommand", "RecadoCurlCommands", "RecadoDocumentation",
                "RecadoPostgreSQL", "RecadoProjects", "TemporaryPostgreSQL",
            ],
            fixtures: true
        ),
        tests("RecadoPeerTests", served + ["RecadoOpenTelemetry", "TestLibrary"]),
        tests("RecadoScreensTests", served + ["RecadoScreens"]),
        tests("RecadoOpenTelemetryTests", ["Recado", "RecadoOpenTelemetry", "RecadoServer"]),
        tests("RecadoSimulationTests", served + ["RecadoSimulation", "RecadoThreads"]),
        tests(
            "PromiseTests",
            declaration + [
                "RecadoClient", "RecadoServer", "RecadoServerStore", "RecadoSimulation",
                "RecadoSockets", "RecadoSQLite", "RecadoStore",
            ]
        ),
        tests("ScriptsTests", ["ChildProcess"]),
    ]
        // These need nothing but what they test.
        + ["RecadoCompression", "RecadoCrypto", "RecadoHTTP", "RecadoPasswords", "RecadoStore"]
        .map { (name: String) in tests("\(name)Tests", [.byName(name: name)]) }
)
