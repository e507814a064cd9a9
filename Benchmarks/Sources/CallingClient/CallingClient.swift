// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP
import RecadoSockets

/// Makes a number of calls from a number of tasks, and is timed from outside.
///
/// `CallingClient ADDRESS CALLS TASKS [CERTIFICATE]`; with 0 tasks it reads one long response CALLS
/// times.
@main
struct CallingClient {
    nonisolated static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 3, let calls = Int(arguments[2]), let tasks = Int(arguments[3])
        else {
            print("usage: CallingClient ADDRESS CALLS TASKS [CERTIFICATE]")
            exit(2)
        }
        var options = SocketTransport.Options()
        if arguments.count > 4 { options.host.trust = .authorities(file: arguments[4]) }
        let transport = SocketTransport(options: options)
        let request = try Request(method: .get, uri: URI(arguments[1]))
        if tasks == 0 {
            for _ in 0..<calls { try await read(request, over: transport) }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    for _ in 0..<(calls / tasks) { try await call(request, over: transport) }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func call(_ request: Request, over transport: SocketTransport) async throws {
        let answer = try await transport.send(request)
        guard answer.status == .ok else { exit(1) }
        _ = try await answer.content.collect(upTo: 1 << 20)
    }

    /// Reads a response piece by piece.
    private static func read(_ request: Request, over transport: SocketTransport) async throws {
        let answer = try await transport.send(request)
        guard answer.status == .ok else { exit(1) }
        for try await _ in answer.content.pieces {}
    }
}
