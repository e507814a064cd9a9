// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if os(Linux)
import CTestProcess
#endif

/// A child process that inherits only what it is given.
///
/// Foundation's `Process` reads the list of this process's descriptors for each start. It sometimes
/// crashes if other threads open and close hundreds of them, as tests of servers do.
package final class ChildProcess: Sendable {
    /// The error if a program cannot be started.
    package struct StartError: Error, CustomStringConvertible {
        package let program: String
        package let code: Int32

        package var description: String {
            "\(program) cannot be started: \(unsafe String(cString: strerror(code)))"
        }
    }

    /// The process ID.
    package let id: Int32

    /// The exit status once the process has been waited for; after that, its ID may belong to
    /// another.
    private let ending = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is searched for in `PATH`.
    ///   - arguments: The arguments, without the program's name.
    ///   - environment: Variables in addition to those of this process.
    ///   - folder: The working directory; by default that of this process.
    ///   - descriptors: This process's descriptors that become the program's from 0 on. An element
    ///     that is
    ///     `nil`, or missing among the first three, stands for `/dev/null`.
    /// - Throws: ``StartError``.
    package init(
        _ program: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        in folder: String? = nil,
        descriptors: [Int32?] = []
    ) throws {
        var actions = unsafe Actions()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var attributes = Attributes()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        if let folder { unsafe Self.changeFolder(&actions, folder) }
        let count = Int32(max(3, descriptors.count))
        for next in 0..<count {
            if let descriptor = descriptors.dropFirst(Int(next)).first ?? nil {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, next)
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, next, "/dev/null", O_RDWR, 0)
            }
        }
        unsafe Self.inheritNothing(&actions, &attributes, from: count)
        let words = unsafe Self.copies([program] + arguments)
        let variables = unsafe Self.copies(
            ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
                .map { "\($0)=\($1)" }
        )
        defer { unsafe Self.release(words + variables) }
        id = try unsafe Self.spawn(program, &actions, &attributes, words, variables)
    }

    private static func spawn(
        _ program: String,
        _ actions: inout Actions,
        _ attributes: inout Attributes,
        _ words: [UnsafeMutablePointer<CChar>?],
        _ variables: [UnsafeMutablePointer<CChar>?]
    ) throws -> Int32 {
        var id = pid_t()
        var code = unsafe posix_spawnp(&id, program, &actions, &attributes, words, variables)
        // A child started by another thread may have the program open for writing until it runs its
        // own program.
        var tries = 200
        while code == ETXTBSY, tries > 0 {
            usleep(5_000)
            code = unsafe posix_spawnp(&id, program, &actions, &attributes, words, variables)
            tries -= 1
        }
        guard code == 0 else { throw StartError(program: program, code: code) }
        return id
    }

    // MARK: - Systems

    #if os(Linux)
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    #else
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    #endif

    private static func changeFolder(_ actions: inout Actions, _ folder: String) {
        #if os(Linux)
        unsafe test_spawn_changes_folder(&actions, folder)
        #else
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
        #endif
    }

    /// Makes the child close other descriptors, and on Linux resets its signal mask and handlers.
    private static func inheritNothing(
        _ actions: inout Actions,
        _ attributes: inout Attributes,
        from first: Int32
    ) {
        #if os(Linux)
        unsafe test_spawn_inherits_nothing(&actions, &attributes, first)
        #else
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        #endif
    }

    private static func copies(_ lines: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe lines.map { unsafe strdup($0) } + [nil]
    }

    private static func release(_ copies: [UnsafeMutablePointer<CChar>?]) {
        var copies = unsafe copies
        while let copy = unsafe copies.popLast() { unsafe free(copy) }
    }

    // MARK: - Ends

    deinit {
        if ending.withLock({ $0 }) == nil { waitpid(id, nil, WNOHANG) }
    }

    /// Sends a signal to the process, unless its end has already been waited for.
    package func send(_ signal: Int32) {
        ending.withLock { if $0 == nil { kill(id, signal) } }
    }

    /// Blocks the current thread until the process has ended.
    ///
    /// - Returns: The exit status; minus the signal's number if a signal ended the process;
    ///   `Int32.min` if
    ///   something else has waited for it.
    @discardableResult
    package func wait() -> Int32 {
        var information = unsafe siginfo_t()
        // Waits without removing the process, so that its ID stays reserved while a signal may be
        // sent.
        while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == -1,
            errno == EINTR
        {}
        return ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            let isFound = unsafe waitpid(id, &status, 0) == id
            let signal = status & 0x7F
            let code = isFound ? (signal == 0 ? (status >> 8) & 0xFF : -signal) : .min
            ending = code
            return code
        }
    }

    /// Waits until the process has ended; cancelling the task kills the process.
    ///
    /// - Returns: The exit status, or minus the signal's number if a signal ended the process.
    package func end() async -> Int32 {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: self.wait()) }
            }
        } onCancel: {
            send(SIGKILL)
        }
    }
}
