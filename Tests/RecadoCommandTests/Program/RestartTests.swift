// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import Testing

/// A service manager that receives the program's notifications.
private final class Manager: Sendable {
    let path: String
    private let descriptor: Int32

    init(in folder: TemporaryFolder) throws {
        path = "/tmp/recado-\(UUID().uuidString.prefix(8)).notify"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) {
            unsafe $0.copyBytes(from: Array(path.utf8))
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size)
            }
        }
        try #require(result == 0)
    }

    deinit {
        close(descriptor)
        _ = unsafe unlink(path)
    }

    /// Waits until the program has sent a notification that contains `text`.
    func wait(for text: String) async throws {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0, String(decoding: bytes[..<count], as: UTF8.self) == text { return }
            if count <= 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }
}

@Suite(.timeLimit(.minutes(3)), .serialized) struct `A restart under load` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func server(
        _ options: String...,
        by script: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> RunningServer {
        try await RunningServer(
            database: folder.file("test.sqlite"),
            in: folder,
            options: options,
            by: script,
            environment: environment
        )
    }

    /// Waits until the server has logged a process ID, and returns the last one.
    private func process(
        _ words: Regex<(Substring, Substring)>,
        of server: RunningServer
    )
        async throws -> pid_t
    {
        while true {
            let match = try server.complaints().matches(of: words).last
            if let number = match.flatMap({ pid_t($0.1) }) { return number }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func waitForEnd(ofListenerAt port: Int) async throws {
        while (try? RawConnection(port: port)) != nil {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func `SIGUSR2 replaces the process without losing requests`() async throws {
        let server = try await server("--loops", "2")
        let load = Load(port: server.port)
        try await load.goOn(100)
        server.send(SIGUSR2)
        #expect(await server.status() == 0)
        let successor = try await process(/Process (\d+) has taken over/, of: server)
        defer { kill(successor, SIGKILL) }
        try await load.goOn(100)
        // A successor can itself be succeeded.
        kill(successor, SIGUSR2)
        while try server.complaints().matches(of: /has taken over/).count < 2, load.losses.isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        let last = try await process(/Process (\d+) has taken over/, of: server)
        #expect(last != successor)
        defer { kill(last, SIGKILL) }
        try await load.goOn(100)
        try await load.end()
        #expect(load.losses == [])
        kill(last, SIGTERM)
        try await waitForEnd(ofListenerAt: server.port)
    }

    /// A Python script that starts the program under another name and in a folder that has been
    /// moved.
    private static let elsewhere = """
        import os, sys
        folder = os.path.join(os.path.dirname(sys.argv[sys.argv.index("--database") + 1]), "folder")
        os.mkdir(folder)
        os.chdir(folder)
        os.rename(folder, folder + "-moved")
        os.execv(sys.argv[1], ["./nothing"] + sys.argv[2:])
        """

    @Test func `a process with a changed name and working folder can be replaced`() async throws {
        let server = try await server(by: Self.elsewhere)
        server.send(SIGUSR2)
        #expect(await server.status() == 0)
        let successor = try await process(/Process (\d+) has taken over/, of: server)
        kill(successor, SIGTERM)
        try await waitForEnd(ofListenerAt: server.port)
    }

    /// A Python script that starts a copy of the program, and prepares a newer one to replace it.
    ///
    /// The newer one is a shell script that prints `newer` and runs the original program.
    private static let replaced = """
        import os, shutil, sys
        folder = os.path.dirname(sys.argv[sys.argv.index("--database") + 1])
        path = os.path.join(folder, "recado")
        shutil.copy(sys.argv[1], path)
        with open(path + "-newer", "w") as file:
            file.write("#!/bin/sh\\necho newer >&2\\nexec '%s' \\"$@\\"\\n" % sys.argv[1])
        os.chmod(path + "-newer", 0o755)
        os.execv(path, ["recado"] + sys.argv[2:])
        """

    @Test func `the new process runs the updated program at the same path`() async throws {
        let server = try await server(by: Self.replaced)
        let path = folder.file("recado")
        try #require(unsafe rename(path + "-newer", path) == 0)
        server.send(SIGUSR2)
        #expect(await server.status() == 0)
        let successor = try await process(/Process (\d+) has taken over/, of: server)
        #expect(try server.complaints().contains("newer\n"))
        kill(successor, SIGTERM)
        try await waitForEnd(ofListenerAt: server.port)
    }

    @Test func `the old process stays if the new one cannot write its certificate`()
        async throws
    {
        let server = try await server("--tls-self-signed")
        let certificate = folder.url(of: "test.sqlite.certificate.pem")
        try FileManager.default.removeItem(at: certificate)
        // A folder is in the way, which no file can replace.
        try FileManager.default.createDirectory(
            at: certificate.appending(path: "full"),
            withIntermediateDirectories: true
        )
        server.send(SIGUSR2)
        while !(try server.complaints().contains("this process goes on")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let answer = try await ShellRun("curl --insecure --silent --head \(server.url)/health/live")
        #expect(answer.output.hasPrefix("HTTP/2 200"), "\(answer.output)")
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `requests in transit on open connections are answered after SIGTERM`() async throws {
        let server = try await server("--loops", "2")
        let load = Load(port: server.port, reconnects: false)
        try await load.goOn(100)
        server.send(SIGTERM)
        #expect(await server.status() == 0)
        try await load.waitForEnd()
        #expect(load.losses == [])
    }

    /// A Python script that listens on a port, and runs the server twice in succession with this
    /// socket.
    ///
    /// On `SIGUSR1` it ends the server that is running.
    private static let manager = """
        import ctypes, os, signal, socket, sys
        held = socket.socket()
        held.bind(("127.0.0.1", 0))
        held.listen(128)
        children = []
        signal.signal(signal.SIGUSR1, lambda *_: os.kill(children[-1], signal.SIGTERM))
        for turn in range(2):
            child = os.fork()
            if child == 0:
                # It goes with this process, whatever becomes of that.
                ctypes.CDLL(None).prctl(1, signal.SIGKILL)
                os.dup2(held.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ["LISTEN_FDS"] = "1"
                os.environ["LISTEN_PID"] = str(os.getpid())
                os.execv(sys.argv[1], sys.argv[1:])
            children.append(child)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            print("server", turn, "ended with", status, file=sys.stderr, flush=True)
        """

    @Test func `loses no requests if a service manager holds the socket`() async throws {
        let manager = try Manager(in: folder)
        let server = try await server(
            by: Self.manager,
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"]
        )
        try await manager.wait(for: "READY=1")
        try await manager.wait(for: "WATCHDOG=1")
        let load = Load(port: server.port)
        try await load.goOn(100)
        server.send(SIGUSR1)
        try await manager.wait(for: "STOPPING=1")
        try await manager.wait(for: "READY=1")
        try await load.goOn(100)
        try await load.end()
        #expect(load.losses == [])
        server.send(SIGUSR1)
        #expect(await server.status() == 0)
        #expect(try server.complaints() == "server 0 ended with 0\nserver 1 ended with 0\n")
    }
}

@Suite(.timeLimit(.minutes(3))) struct `The systemd units` {
    private static let verifier = "/usr/bin/systemd-analyze"
    private static let units = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation/Units").standardized

    @Test(arguments: [
        ("recado.service", "LimitCORE=0"), ("recado.socket", "ListenStream=127.0.0.1:3000"),
    ])
    func `disable core dumps and listen on loopback addresses only`(
        unit: String,
        line: String
    ) throws {
        let text = try String(contentsOf: Self.units.appending(path: unit), encoding: .utf8)
        let lines = text.split(separator: "\n").filter {
            $0.hasPrefix("LimitCORE=") || $0.hasPrefix("ListenStream=")
        }
        #expect(lines.contains(Substring(line)))
        #expect(lines.allSatisfy { $0 == line || $0.hasPrefix("ListenStream=[::1]:") })
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: verifier)))
    func `are accepted by systemd-analyze`() async throws {
        let folder = try TemporaryFolder()
        for name in ["recado.service", "recado.socket"] {
            let text = try String(contentsOf: Self.units.appending(path: name), encoding: .utf8)
            // The check needs a program that exists; Recado may not be installed on this machine.
            try text.replacing("/usr/local/bin/recado", with: "/bin/true")
                .write(to: folder.url(of: name), atomically: true, encoding: .utf8)
        }
        let units = [folder.file("recado.service"), folder.file("recado.socket")]
        let run = try await CompletedProcess(Self.verifier, ["verify"] + units)
        // Errors about other units of the machine are ignored.
        let own = run.errors.split(separator: "\n").filter { $0.contains("recado") }
        #expect(run.status == 0 && own.isEmpty, "\(run.errors)")
    }
}
