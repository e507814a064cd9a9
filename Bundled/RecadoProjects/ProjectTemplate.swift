// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of the files of a new package, in which placeholders stand for names.
///
/// A placeholder has two underscores on each side, as in `__TYPE__`.
public struct ProjectTemplate: Sendable {
    /// The store in which the service keeps its data.
    public enum Storage: String, Sendable, CaseIterable {
        /// SQLite.
        case sqlite
        /// PostgreSQL.
        case postgresql
        /// No store: the service keeps its data in memory.
        case bare
    }

    /// A file of the package.
    struct File: Sendable, Hashable {
        /// The path within the package's folder.
        let path: String
        let text: String
    }

    /// The version of Recado on which a new package depends, if its source is a repository.
    public static let version = "0.1.0"
    /// The entries of Recado's folder that a build of a container needs.
    public static let toolkitEntries = ["Package.swift", "Sources", "Bundled", "Plugins", "Tests"]

    let name: ProjectName
    let storage: Storage
    let source: PackageSource

    /// Creates a template.
    ///
    /// - Parameters:
    ///   - name: The name of the package.
    ///   - storage: The store in which the service keeps its data; SQLite by default.
    ///   - source: The source of the dependency on Recado.
    public init(name: ProjectName, storage: Storage = .sqlite, source: PackageSource) {
        self.name = name
        self.storage = storage
        self.source = source
    }

    /// The files, in which all placeholders are filled in.
    var files: [File] {
        let texts =
            sources + [
                ("Package.swift", Self.manifest), ("README.md", Self.readme),
                (".gitignore", Self.ignored), (".swift-format", Self.format),
                (".github/workflows/test.yml", Self.integration), ("Containerfile", Self.container),
                (".dockerignore", Self.containerIgnored), ("__NAME__.service", Self.unit),
            ]
        return texts.map { File(path: filled($0.0), text: Self.sorted(filled($0.1)) + "\n") }
    }

    private var sources: [(String, String)] {
        let common = [
            ("Sources/__TYPE__API/Item.swift", Self.models),
            ("Sources/__TYPE__API/Endpoints.swift", Self.endpoints),
            ("Sources/__TYPE__Client/__TYPE__Client.swift", Self.client),
        ]
        return common + (storage == .bare ? memorySources : storeSources)
    }

    private var memorySources: [(String, String)] {
        [
            ("Sources/__NAME__/__TYPE__Service.swift", Self.memoryService),
            ("Sources/__NAME__/Program.swift", Self.memoryProgram),
            ("Sources/__NAME__/Options.swift", Self.memoryOptions),
            ("Tests/__TYPE__Tests/__TYPE__Tests.swift", Self.memoryTests),
        ]
    }

    private var storeSources: [(String, String)] {
        [
            ("Sources/__NAME__/ItemStore.swift", Self.items),
            ("Sources/__NAME__/__TYPE__Service.swift", Self.service),
            ("Sources/__NAME__/Program.swift", Self.storeProgram),
            ("Sources/__NAME__/Options.swift", Self.storeOptions),
            ("Tests/__TYPE__Tests/__TYPE__Tests.swift", Self.tests),
        ]
    }

    /// Writes the package into a new folder with the package's name, in the current folder.
    ///
    /// - Returns: The number of its files.
    /// - Throws: ``ProjectError/folderExists(_:)`` or ``ProjectError/notWritable(_:code:)``; no
    ///   files are left behind.
    public func write() throws(ProjectError) -> Int {
        let files = files
        try ProjectFolder(name.text).write(files)
        return files.count
    }

    // MARK: - Names

    private func filled(_ text: String) -> String {
        // The values of the first placeholders contain other placeholders, which are filled in
        // afterwards.
        let parts = [
            ("__PACKAGE__", package), ("__PRODUCTS__", products(programs)),
            ("__TESTPRODUCTS__", products(tested)), ("__DATA__", data), ("__BUILD__", build),
            ("__RECADO__", contextCopy), ("__SHARING__", sharing), ("__SHARED__", shared),
            ("__AFTER__", storage == .postgresql ? " postgresql.service" : ""),
            ("__CONNECTION__", storage == .postgresql ? " -e PGHOST -e PGUSER -e PGPASSWORD" : ""),
            ("__IDENTITY__", source.identity), ("__TABLE__", table),
            ("__DATABASE__", storage == .sqlite ? "__NAME__.sqlite" : "postgresql:///__NAME__"),
            ("__STORETYPE__", storage == .sqlite ? "SQLiteStore" : "PostgreSQLStore"),
            ("__STORE__", storage == .sqlite ? "RecadoSQLite" : "RecadoPostgreSQL"),
            ("__DEVELOPMENT__", libraries.development),
            ("__RUNTIME__", libraries.runtime), ("__TYPE__", name.type),
            ("__MODULE__", name.module), ("__NAME__", name.text),
        ]
        return parts.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// Returns a source text with sorted imports, because their order depends on the package's
    /// name.
    private static func sorted(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.hasPrefix("import ") }) else { return text }
        let imports = lines[first...].prefix { $0.hasPrefix("import ") }
        let rest = lines[imports.endIndex...]
        return (lines[..<first] + imports.sorted() + rest).joined(separator: "\n")
    }

    private var package: String {
        let parts =
            switch source {
            case .folder(let path): ("name: \"recado\"", "path: \"\(path)\"")
            case .repository(let address):
                ("url: \"\(address)\"", "from: \"\(Self.version)\"")
            }
        return """
            .package(
                        \(parts.0),
                        \(parts.1)
                    )
            """
    }

    /// The SQL statements that create the table; for PostgreSQL, also the statements for SQLite,
    /// which the tests use.
    private var table: String {
        let sqlite = #"["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"]"#
        guard storage == .postgresql else { return sqlite }
        return #"""
            sqlite: \#(sqlite),
                    postgreSQL: [
                        """
                        CREATE TABLE item (
                            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                            name TEXT COLLATE "C" NOT NULL
                        )
                        """
                    ]
            """#
    }

    // MARK: - Products

    private var programs: [String] {
        let stores =
            switch storage {
            case .sqlite: ["RecadoSQLite", "RecadoServerStore"]
            case .postgresql: ["RecadoPostgreSQL", "RecadoServerStore"]
            case .bare: [String]()
            }
        return (["RecadoDescriptions", "RecadoDocumentation", "RecadoServer"] + stores).sorted()
    }

    /// The products on which the tests depend.
    ///
    /// The tests of a PostgreSQL service use SQLite, which behaves the same way and needs no
    /// server.
    private var tested: [String] {
        ["Recado", "RecadoServer"] + (storage == .bare ? [] : ["RecadoSQLite"])
    }

    private func products(_ names: [String]) -> String {
        names.map { "                .product(name: \"\($0)\", package: \"__IDENTITY__\")," }
            .joined(separator: "\n")
    }

    // MARK: - Deployment

    /// The Debian packages that are needed to build the program and to run it.
    private var libraries: (development: String, runtime: String) {
        let development =
            "libbrotli-dev libnghttp2-dev libssl-dev libxxhash-dev zlib1g-dev pkg-config"
        let runtime = "libbrotli1 libnghttp2-14 libssl3 libxxhash0 zlib1g"
        return switch storage {
        case .sqlite: ("\(development) libsqlite3-dev", "\(runtime) libsqlite3-0")
        case .postgresql: ("\(development) libpq-dev libsqlite3-dev", "\(runtime) libpq5")
        case .bare: (development, runtime)
        }
    }

    /// The command that builds the container.
    private var build: String {
        let context =
            switch source {
            case .folder(let path): "--build-context 'recado=\(path)' "
            case .repository: ""
            }
        return "podman build \(context)-f Containerfile -t __NAME__ ."
    }

    /// The `COPY` lines that copy Recado's sources into the container, without build products.
    private var contextCopy: String {
        guard case .folder(let path) = source else { return "" }
        return Self.toolkitEntries
            .map { "COPY --from=recado [\"\($0)\", \"\(path)/\($0)\"]\n" }.joined()
    }

    /// A note for the workflow of continuous integration, if the package can be built only on this
    /// machine.
    private var sharing: String {
        switch source {
        case .folder:
            "\n# It fails as long as Package.swift takes Recado from a folder of one machine: name its repository there."
        case .repository: ""
        }
    }

    /// The note of `sharing`, formatted for the README.
    private var shared: String {
        switch source {
        case .folder:
            "\n- `Package.swift` takes Recado from a folder of this machine. Before others build the package, name the address of its repository\n"
                + "  there, and take its lines out of the `Containerfile`."
        case .repository: ""
        }
    }

    private var data: String {
        switch storage {
        case .sqlite: " The items are kept in `__NAME__.sqlite`."
        case .postgresql:
            " The items are kept in the database `postgresql:///__NAME__`, which is there after `createdb __NAME__`; `--database` names\n"
                + "another one, and libpq's variables, such as PGHOST and PGPASSWORD, say what an address leaves out. Under systemd the program is\n"
                + "the role `__NAME__` (`createuser __NAME__`). The tests keep their items in SQLite, in memory."
        case .bare: ""
        }
    }
}
