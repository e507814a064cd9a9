// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoProjects

/// `recado new`: creates a package with a declaration, a service, a client and tests.
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
        let name: String = arguments.operands.first ?? ""
        let storage: ProjectTemplate.Storage? = arguments[storage].flatMap { .init(rawValue: $0) }
        guard let source = arguments[source] ?? ownFolder else {
            throw .usage(
                "say where Recado is: --recado ../recado, or the address of its repository"
            )
        }
        let count: Int
        do throws(ProjectError) {
            count = try make(name, storage ?? .sqlite, from: source)
        } catch {
            throw CommandError(error)
        }
        try terminal.write(
            """
            \(name): \(count) files
            next: cd \(name) && swift test && swift run \(name) serve

            """
        )
    }

    /// Writes the package, and returns the number of its files.
    private static func make(
        _ name: String,
        _ storage: ProjectTemplate.Storage,
        from source: String
    ) throws(ProjectError) -> Int {
        try ProjectTemplate(
            name: try ProjectName(name),
            storage: storage,
            source: try PackageSource(source)
        ).write()
    }

    private static var ownFolder: String? {
        guard case .folder(let path)? = PackageSource.own() else { return nil }
        return path
    }
}

extension CommandError {
    /// Creates a failure from an error in making a package, in the language of this process.
    fileprivate init(_ error: ProjectError) {
        self =
            switch error {
            case .invalidName(let name):
                .usage(
                    "“\(DisplayText.clean(name))” cannot be the name of a package",
                    """
                    expected small letters, digits and hyphens, \(ProjectName.longest) at most, as in: recado new \
                    table-bookings
                    """
                )
            case .reservedName(let name):
                .usage("“\(name)” means something else already; choose another name")
            case .unquotableSource(let text):
                .usage(
                    "--recado has no quotes, backslashes and line breaks, unlike “\(DisplayText.clean(text))”"
                )
            case .passwordInSource:
                .usage("--recado: a password in an address would be written down; git asks for it")
            case .noToolkit(let path):
                .usage("--recado: there is no package of Recado in “\(DisplayText.clean(path))”")
            case .folderExists(let path): .failed("\(path) is there already; choose another name")
            case .notWritable(let path, let code):
                .failed("\(path) cannot be made: \(Terminal.words(of: code))")
            }
    }
}
