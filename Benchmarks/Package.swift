// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// A package of its own: it sees the public API alone, and the root
// package keeps no dependency of it.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "recado", path: "..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(name: "BareCurl", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(name: "Timing"),
        // The headers of libxml2 stand in a folder of their own;
        // `libxml2-dev` is known to pkg-config.
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
        // Two programs: the one that is timed must not pay for the counting of allocations.
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
