// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import Testing

@Suite(.timeLimit(.minutes(2))) struct `recado diagnose` {
    @Test
    func `a responding server is described`() async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        let address = server.url + "/videoclub/api/v1/catalog"
        let run = try await ProgramRun(["diagnose", address])
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains("status        200, HTTP/1.1"), "\(run.output)")
        #expect(lines.contains("connected     127.0.0.1:\(server.port)"), "\(run.output)")
        let json = try await ProgramRun(["diagnose", address, "--json"])
        let diagnosis = try JSON().decode(Diagnosis.self, from: Array(json.output.utf8))
        #expect(diagnosis.status == 200)
        #expect(diagnosis.contentType?.hasPrefix("application/json") == true)
        let missing = try await ProgramRun(["diagnose", server.url + "/nothing"])
        #expect(missing.status == 4)
        #expect(missing.output.contains("hint          the server knows no such path"))
    }

    @Test
    func `an unreachable server is reported with a hint`() async throws {
        let run = try await ProgramRun(["diagnose", "http://127.0.0.1:1/?key=hunter2"])
        #expect(run.status == 3)
        #expect(run.output.contains("hint          nothing takes connections there"))
        #expect(!(run.output + run.errors).contains("hunter2"))
        #expect(run.errors.isEmpty)
    }

    @Test
    func `a missing, invalid or second URL ends with exit code 2`() async throws {
        for words in [
            ["diagnose"], ["diagnose", "nothing"], ["diagnose", "http://a", "http://b"],
        ] {
            #expect(try await ProgramRun(words).status == 2)
        }
    }
}
