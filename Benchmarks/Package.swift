// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// A package of its own, so that it uses only the public API and the root package has none of its
// dependencies.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "recado", path: "..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(name: "BareCurl", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(name: "Timing"),
        // The headers of libxml2 are in a folder of their own, which pkg-config finds if
        // `libxml2-dev` is installed.
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        .target(name: "CLibXML", dependencies: ["CLibXML2"]),
        .target(
            name: "HelloServing",
            dependencies: [
                .product(name: "RecadoEndpoints", package: "recado"),
                .product(name: "RecadoHTTP", package: "recado"),
                .product(name: "RecadoServer", package: "recado"),
            ],
            swiftSettings: settings
        ),
        // Two programs, because counting allocations would slow down the one that is timed.
        .executableTarget(
            name: "HelloServer",
            dependencies: ["HelloServing"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "CountingServer",
            dependencies: ["CAllocations", "HelloServing"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "CallingClient",
            dependencies: [
                .product(name: "RecadoClient", package: "recado"),
                .product(name: "RecadoHTTP", package: "recado"),
                .product(name: "RecadoSockets", package: "recado"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocations", "CLibXML", "HelloServing",
                .product(name: "RecadoClient", package: "recado"),
                .product(name: "RecadoCoding", package: "recado"),
                .product(name: "RecadoHTTP", package: "recado"),
                .product(name: "RecadoServer", package: "recado"),
                .product(name: "RecadoSockets", package: "recado"),
            ],
            swiftSettings: settings
        ),
    ]
)
