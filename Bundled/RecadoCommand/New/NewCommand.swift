// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// `recado new`: a package with a declaration, its service, its client and their tests.
enum NewCommand {
    private static let storage = CommandOption(
        "with",
        "store",
        about: "The database of the service; sqlite by default, bare for memory alone.",
        values: ProjectTemplate.Storage.allCases.map(\.rawValue)
    )
    private static let source = CommandOption(
        "recado",
        "folder or address",
        about:
            "The place from which the package takes Recado; by default the folder that this command was built in."
    )

    static let command = Command(
        "new",
        "Makes a package with a service, its client and their tests.",
        detail: """
            The package has a definition of a container, a unit of systemd and one of continuous integration. \
            It stands in a new folder of its name.
            """,
        options: [storage, source],
        operands: [Operand("name", example: "bookings")]
    ) { (arguments, terminal) async throws(CommandError) in
        let name = try ProjectName(arguments.operands.first ?? "")
        let template = ProjectTemplate(
            name: name,
            storage: arguments[storage].flatMap { .init(rawValue: $0) } ?? .sqlite,
            source: try place(arguments[source])
        )
        let files = template.files
        try ProjectFolder(name.text).write(files)
        try terminal.write(
            """
            \(name.text): \(files.count) files
            next: cd \(name.text) && swift test && swift run \(name.text) serve

            """
        )
    }

    private static func place(_ given: String?) throws(CommandError) -> PackageSource {
        if let given { return try PackageSource(given) }
        guard let own = PackageSource.own() else {
            throw .usage(
                "say where Recado is: --recado ../recado, or the address of its repository"
            )
        }
        return own
    }
}
