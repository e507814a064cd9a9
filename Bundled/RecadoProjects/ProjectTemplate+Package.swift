// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of the manifest and of files for tools.
extension ProjectTemplate {
    /// The manifest of the package.
    static let manifest = #"""
        // swift-tools-version: 6.3

        import PackageDescription

        let package = Package(
            name: "__NAME__",
            platforms: [.macOS(.v26), .iOS(.v26)],
            products: [
                .executable(name: "__NAME__", targets: ["__NAME__"]),
                // For the apps that call the service.
                .library(
                    name: "__TYPE__Client",
                    targets: ["__TYPE__API", "__TYPE__Client"]
                ),
            ],
            dependencies: [
                __PACKAGE__
            ],
            targets: [
                .target(
                    name: "__TYPE__API",
                    dependencies: [.product(name: "RecadoEndpoints", package: "__IDENTITY__")]
                ),
                .target(
                    name: "__TYPE__Client",
                    dependencies: ["__TYPE__API", .product(name: "Recado", package: "__IDENTITY__")]
                ),
                .executableTarget(
                    name: "__NAME__",
                    dependencies: [
                        "__TYPE__API",
        __PRODUCTS__
                    ]
                ),
                .testTarget(
                    name: "__TYPE__Tests",
                    dependencies: [
                        "__NAME__", "__TYPE__API", "__TYPE__Client",
        __TESTPRODUCTS__
                    ]
                ),
            ]
        )
        """#

    /// The `.gitignore`: files that Git does not track.
    static let ignored = #"""
        .build/
        *.sqlite
        *.sqlite-shm
        *.sqlite-wal
        """#

    /// The configuration of swift-format.
    static let format = #"""
        {
          "version": 1,
          "lineLength": 100,
          "indentation": { "spaces": 4 }
        }
        """#

    /// The workflow for continuous integration.
    static let integration = #"""
        # Builds and tests each change, and finds out whether it is formatted.__SHARING__
        name: test
        on: [push, pull_request]
        jobs:
          test:
            runs-on: ubuntu-latest
            container: swift:6.3-bookworm
            steps:
              - uses: actions/checkout@v4
              - run: apt-get update -qq && apt-get install -qq -y --no-install-recommends __DEVELOPMENT__
              - run: swift format lint --strict --recursive Package.swift Sources Tests
              - run: swift test
        """#
}
