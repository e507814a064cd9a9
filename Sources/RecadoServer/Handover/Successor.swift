// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc
import Synchronization

/// A process that is started to replace this one.
final class Successor: Sendable {
    static let parentVariable = "RECADO_PREDECESSOR"
    static let socketsVariable = "RECADO_SOCKETS"
    /// Variables for this process alone, which the successor must not get; it does get the
    /// watchdog's time, `WATCHDOG_USEC`.
    private static let ownVariables = [
        parentVariable, socketsVariable, "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
        "WATCHDOG_PID",
    ]

    let processID: pid_t
    /// The socket on which the successor reports that it accepts requests.
    private let confirmation: Int32
    /// True if the successor has reported or has ended; its process ID may then belong to another
    /// process.
    private let isSettled = Mutex(false)

    /// Starts a program; its descriptors from 3 on are the sockets, followed by a connection to
    /// this process.
    init(
        _ program: String,
        arguments: [String],
        sockets: [Int32]
    ) throws(SuccessorError) {
        var ends: [Int32] = [-1, -1]
        // This is a socket, because writing to a pipe without a reader would kill the writer.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .notStarted(program: program, code: errno)
        }
        let given = sockets + [ends[1]]
        // The descriptors are first moved above the numbers that they get in the new process.
        let least = InheritedSockets.first + Int32(given.count)
        let moved = given.map { recado_duplicate($0, least) }
        defer {
            for descriptor in moved + [ends[1]] where descriptor >= 0 { _ = close(descriptor) }
        }
        guard !moved.contains(where: { $0 < 0 }) else {
            let code = errno
            _ = close(ends[0])
            throw .notStarted(program: program, code: code)
        }
        var process = pid_t()
        let code = Self.spawn(&process, program, arguments, moved, sockets: sockets.count)
        guard code == 0 else {
            _ = close(ends[0])
            throw .notStarted(program: program, code: code)
        }
        processID = process
        confirmation = ends[0]
    }

    deinit { _ = close(confirmation) }

    private static func spawn(
        _ process: inout pid_t,
        _ program: String,
        _ arguments: [String],
        _ descriptors: [Int32],
        sockets: Int
    ) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        var next = InheritedSockets.first
        for descriptor in descriptors {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, next)
            next += 1
        }
        unsafe recado_spawn_closes(&actions, next)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        unsafe setSignals(&attributes)

        return unsafe CStrings.withPointers(to: [program] + arguments) { arguments in
            unsafe CStrings.withPointers(to: environment(sockets: sockets)) { environment in
                unsafe posix_spawnp(
                    &process,
                    program,
                    &actions,
                    &attributes,
                    arguments,
                    environment
                )
            }
        }
    }

    /// Resets signals to their defaults in the successor, because this process ignores some and the
    /// successor must not inherit that.
    private static func setSignals(_ attributes: UnsafeMutablePointer<posix_spawnattr_t>) {
        _ = unsafe recado_spawn_signals(attributes)
    }

    /// Returns this process's environment with the variables that the successor needs.
    private static func environment(sockets: Int) -> [String] {
        var lines = ["\(parentVariable)=\(getpid())", "\(socketsVariable)=\(sockets)"]
        guard var next = unsafe recado_environment() else { return lines }
        while let line = unsafe next.pointee {
            let text = unsafe String(cString: line)
            if !ownVariables.contains(where: { text.hasPrefix($0 + "=") }) { lines.append(text) }
            unsafe next += 1
        }
        return lines
    }

    // MARK: - Waiting

    /// Blocks the current thread until the process reports; if it does not, the process is killed.
    ///
    /// - Returns: The error, if there was one.
    func wait(milliseconds: Int32) -> SuccessorError? {
        var entry = pollfd(fd: confirmation, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&entry, 1, milliseconds)
        var word: UInt8 = 0
        let serves = unsafe count > 0 && read(confirmation, &word, 1) == 1
        isSettled.withLock { isSettled in
            isSettled = true
            guard !serves else { return }
            _ = kill(processID, SIGKILL)
            var status: Int32 = 0
            _ = unsafe waitpid(processID, &status, 0)
        }
        if serves { return nil }
        return count == 0 ? .notReady(milliseconds: Int(milliseconds)) : .ended
    }

    /// Kills the process, unless it has already reported.
    func giveUp() {
        isSettled.withLock { if !$0 { _ = kill(processID, SIGKILL) } }
    }
}

/// A namespace for converting texts to C strings.
private enum CStrings {
    /// Calls a function with pointers to texts, followed by `nil`.
    static func withPointers<Result>(
        to texts: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
            capacity: texts.count + 1
        )
        defer { unsafe pointers.deallocate() }
        for (index, text) in texts.enumerated() {
            unsafe (pointers + index).initialize(to: strdup(text))
        }
        unsafe (pointers + texts.count).initialize(to: nil)
        defer { for index in texts.indices { unsafe free(pointers[index]) } }
        return unsafe body(pointers)
    }
}
