// swift-tools-version: 6.3

import PackageDescription

/// A program that uses RecadoHTTP alone, to show what it links: see `scripts/linkage`.
let package = Package(
    name: "linkage-test",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "recado", path: "../..")],
    targets: [
        .executableTarget(
            name: "LinkageTest",
            dependencies: [.product(name: "RecadoHTTP", package: "recado")]
        )
    ]
)
