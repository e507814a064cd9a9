// swift-tools-version: 6.3

import PackageDescription

// A package of its own: it is built with the fuzzer's instrumentation, by `scripts/fuzz`.
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
                // RecadoWire, which is no product, comes with it.
                .product(name: "RecadoSockets", package: "recado"),
                .product(name: "RecadoYAML", package: "recado"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                // The fuzzer brings the entry point.
                .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ]
)
