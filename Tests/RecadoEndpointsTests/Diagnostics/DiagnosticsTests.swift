// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What must not compile.
///
/// Each program is checked by the compiler that built the tests.
@Suite(.timeLimit(.minutes(3))) struct `Mistakes that the compiler finds` {
    private static let declaration = """
        import RecadoEndpoints

        struct Member: Caller {
            typealias Credentials = BasicCredentials
            static var realm: String { "Videoclub" }
        }

        struct RentFilm: Endpoint {
            static let route: Route = "PUT /catalog/{id}/rent"
            typealias Output = String
            typealias Caller = Member
            enum Failure: Problem, CaseIterable {
                case alreadyRented
                var status: Status { .conflict }
                var title: String { "Rented" }
            }
            @Path var id: Int
        }

        struct ListFilms: Endpoint {
            static let route: Route = "GET /catalog"
            typealias Output = [String]
        }

        """

    @Test func `a handler that fits its declaration compiles`() throws {
        let errors = try Self.errors(
            in: """
                actor Club {
                    func rent(_ call: RentFilm, by member: Member) async throws(RentFilm.Failure)
                        -> String
                    { throw .alreadyRented }
                    func list(_ call: ListFilms) async -> [String] { [] }
                }
                func mount(_ club: Club, on service: inout Service) {
                    service.serve(club.rent)
                    service.serve(club.list)
                }
                """
        )
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func `an undeclared failure does not compile`() throws {
        let errors = try Self.errors(
            in: """
                func rent(_ call: RentFilm, by member: Member) async throws(RentFilm.Failure)
                    -> String
                { throw CancellationError() }
                """
        )
        #expect(
            errors.contains { $0.contains("cannot be converted to error type 'RentFilm.Failure'") }
        )
    }

    @Test func `a handler that throws more than its endpoint declares does not compile`() throws {
        let errors = try Self.errors(
            in: """
                func list(_ call: ListFilms) async throws -> [String] { [] }
                func mount(on service: inout Service) { service.serve(list) }
                """
        )
        #expect(!errors.isEmpty)
    }

    @Test func `a handler that forgets the caller does not compile`() throws {
        let errors = try Self.errors(
            in: """
                func rent(_ call: RentFilm) async throws(RentFilm.Failure) -> String { "" }
                func mount(on service: inout Service) { service.serve(rent) }
                """
        )
        #expect(!errors.isEmpty)
    }

    // MARK: - Compiling

    private static func errors(in program: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-diagnostics-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "program.swift")
        try (declaration + program).write(to: file, atomically: true, encoding: .utf8)
        let modules = try #require(builtModules())
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path(), file.path(),
            "-Xcc", "-fmodule-map-file=" + cryptoModule.path(),
        ]
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
            as: UTF8.self
        )
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init).filter { $0.contains("error:") }
    }

    /// The module of the library that RecadoHTTP stands on.
    private static var cryptoModule: URL {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appending(path: "Sources/System/CRecadoCrypto/module.modulemap")
    }

    /// The folder of the compiled modules, beside the running test program.
    private static func builtModules() -> URL? {
        let program = URL(filePath: CommandLine.arguments.first ?? "")
        let folders = sequence(first: program) {
            $0.path() == "/" ? nil : $0.deletingLastPathComponent()
        }
        return folders.prefix(8).map { $0.appending(path: "Modules") }.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "Recado.swiftmodule").path())
        }
    }
}
