// swift-tools-version: 6.3

import PackageDescription

// A package of its own, because `scripts/fuzz` builds it with the fuzzer's instrumentation.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "recado", path: "..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "RecadoCoding", package: "recado"),
                .product(name: "RecadoGenerator", package: "recado"),
                .product(name: "RecadoHTTP", package: "recado"),
                // RecadoWire, which is not a product, comes with this one.
                .product(name: "RecadoSockets", package: "recado"),
                .product(name: "RecadoYAML", package: "recado"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                // The fuzzer provides the entry point.
                .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ]
)
