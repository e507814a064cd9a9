// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `recado download` {
    private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// Answers a request with the content from the requested byte on, but the first one with only
    /// half of it.
    private static func serve(_ connection: ScriptedServer.Connection, _ asked: Notes<String>) {
        guard let request = connection.receive() else { return }
        let range = request.value(of: "Range") ?? ""
        asked.add(range + (request.value(of: "If-Range") ?? ""))
        let start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
        let rest = content[start...]
        var head = start == 0 ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n"
        if start > 0 {
            head += "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n"
        }
        connection.send(head + "ETag: \"v1\"\r\nContent-Length: \(rest.count)\r\n\r\n")
        let isFirst = connection.number == 1
        connection.send(Array(isFirst ? rest.prefix(content.count / 2) : rest))
        connection.waitForEnd()
    }

    @Test
    func `a killed download is resumed by the next process`() async throws {
        let asked = Notes<String>()
        let server = try ScriptedServer { Self.serve($0, asked) }
        let address = "http://127.0.0.1:\(server.port)/up.mp4"
        let folder = try TemporaryFolder()
        let (file, part) = (folder.file("up.mp4"), folder.file("up.mp4.part"))
        let killed = try await ShellRun(
            """
            "$0" download '\(address)?turn=1' --to '\(file)' > /dev/null &
            program=$!
            until [ "$(stat -c %s '\(part)' 2> /dev/null || echo 0)" -ge 1000000 ]; do
                kill -0 $program || exit
                sleep 0.01
            done
            kill -KILL $program
            wait $program 2> /dev/null
            echo $?
            """
        )
        #expect(killed.output == "137\n")
        #expect(!FileManager.default.fileExists(atPath: file))
        let next = try await ProgramRun(["download", "\(address)?turn=2", "--to", file])
        #expect(next.status == 0, "\(next.errors)")
        #expect(next.output == file + "\n")
        #expect(try Data(contentsOf: folder.url(of: "up.mp4")) == Data(Self.content))
        #expect(asked.all.count == 2)
        let range = try #require(asked.all.last)
        let start = range.dropFirst("bytes=".count).prefix { $0.isNumber }
        #expect((1_000_000...1_500_000).contains(Int(start) ?? 0), "\(range)")
        #expect(range.hasSuffix("-\"v1\""))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["up.mp4"])
    }

    @Test
    func `an HTTP URL is accepted, and errors do not repeat its query`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("file")
        let unknown = try await ProgramRun(
            ["download", "http://nobody.invalid/x?key=hunter2", "--to", file]
        )
        #expect(unknown.status == 3)
        #expect(unknown.errors.contains("nobody.invalid is not known"), "\(unknown.errors)")
        #expect(!unknown.errors.contains("hunter2"))
        let none = try await ProgramRun(["download", "hunter2", "--to", file])
        #expect(none.status == 2)
        #expect(!none.errors.contains("hunter2"))
    }

    @Test
    func `redirects are followed`() async throws {
        let server = try ScriptedServer { connection in
            while let request = connection.receive() {
                let isFirst = request.head.hasPrefix("GET /old ")
                connection.send(
                    isFirst
                        ? "HTTP/1.1 302 Found\r\nLocation: /new/up.txt\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nUp"
                )
            }
        }
        let folder = try TemporaryFolder()
        let address = "http://127.0.0.1:\(server.port)/old"
        let run = try await ProgramRun(["download", address, "--to", folder.file("up.txt")])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try String(contentsOf: folder.url(of: "up.txt"), encoding: .utf8) == "Up")
    }
}
