// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension Server {
    /// Starts a program that replaces this server, and returns when that program accepts requests.
    ///
    /// The program inherits the sockets that this server listens on, so that connections are always
    /// accepted; see ``InheritedSockets``. Afterwards, shut this server down: it still answers the
    /// requests that it has begun.
    ///
    /// ```swift
    /// let process = try await server.startSuccessor()
    /// await server.shutdown(grace: .seconds(30))
    /// ```
    ///
    /// - Parameters:
    ///   - program: The program's path, or a name that is looked up in `PATH`. The default is the
    ///     absolute path that this process's program file had when the server was created; if a
    ///     newer version has replaced the file, the newer version runs. Neither the first argument
    ///     nor the working directory affects the default.
    ///   - arguments: The program's arguments; by default this process's own.
    ///   - timeout: The longest time until the program accepts requests; by default a minute.
    /// - Returns: The process ID of the successor.
    /// - Throws: ``SuccessorError`` when the successor fails, or the task is cancelled before it
    ///   accepts requests; this server then goes on as before.
    public func startSuccessor(
        _ program: String? = nil,
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        timeout: Duration = .seconds(60)
    ) async throws(SuccessorError) -> Int32 {
        let listeners = self.listeners
        guard !listeners.isEmpty else { throw .notServing }
        let successor = try Successor(
            program ?? OwnProgram.path,
            arguments: arguments,
            sockets: listeners.map { $0.socket.descriptor }
        )
        let process = successor.processID
        let milliseconds = Int32(clamping: Ticks.nanoseconds(in: timeout) / 1_000_000)
        if let error = await wait(for: successor, milliseconds: milliseconds) { throw error }
        for listener in listeners { listener.giveAway() }
        return process
    }

    /// Waits for a process on a thread of its own; if the task is cancelled, the process is killed.
    private func wait(for successor: Successor, milliseconds: Int32) async -> SuccessorError? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(SystemError) {
                    try LoopThread.start {
                        continuation.resume(returning: successor.wait(milliseconds: milliseconds))
                    }
                } catch {
                    // If no other thread can be started, this thread has to wait.
                    continuation.resume(returning: successor.wait(milliseconds: milliseconds))
                }
            }
        } onCancel: {
            successor.giveUp()
        }
    }

    /// Returns when every event loop has run a task; does not return while one of them hangs.
    ///
    /// Use this for a watchdog: report that the process is alive only after a call has returned.
    public func pulse() async {
        await withTaskGroup { group in
            for loop in loops { group.addTask(executorPreference: loop) {} }
        }
    }
}
