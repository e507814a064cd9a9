// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc
import RecadoWire

/// The service manager, such as systemd, that started this process and wants to know its state.
///
/// ```swift
/// let manager = ServiceManager()
/// manager?.tell(.ready)
/// ```
///
/// The states are sent as datagrams to the socket that `NOTIFY_SOCKET` names: a path or, after `@`,
/// a name in the abstract namespace (sd_notify(3)). A lost datagram has no effect on this process.
public struct ServiceManager: Sendable, Hashable {
    /// The states that can be reported to a manager.
    public enum State: Sendable, Hashable {
        /// The process accepts requests.
        case ready
        /// The process is reloading its configuration; `ready` follows.
        case reloading
        /// The process is about to end.
        case stopping
        /// The process is alive.
        case alive
        /// The process with this ID has replaced this one.
        case successor(Int32)
        /// A line that the manager shows to people who ask for the state of the process.
        case status(String)

        var lines: String {
            switch self {
            case .ready: "READY=1"
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Ticks.microseconds)"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            case .successor(let process): "MAINPID=\(process)"
            case .status(let text): "STATUS=\(text.split(separator: "\n").joined(separator: " "))"
            }
        }
    }

    private let socket: String
    /// The timeout of the manager's watchdog; `nil` when there is none.
    ///
    /// Report ``State/alive`` at intervals of at most half of this time.
    public let watchdog: Duration?

    /// Finds the manager in the environment; `nil` when there is none.
    public init?() {
        self.init(process: getpid()) { name in
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }
    }

    init?(process: Int32, environment: (String) -> String?) {
        guard let socket = environment("NOTIFY_SOCKET"), socket.utf8.count > 1,
            socket.hasPrefix("/") || socket.hasPrefix("@"),
            SocketName(notifying: socket) != nil
        else { return nil }
        self.socket = socket
        let holder = environment("WATCHDOG_PID")
        let microseconds = environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        // If no process is named, the time applies to every process that reads the variable.
        let isMeant = holder == nil || holder.flatMap { Int32($0) } == process
        watchdog = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Reports a state to the manager.
    ///
    /// - Parameter state: The state.
    /// - Returns: True if the state was sent; the call waits for at most a second if the manager is
    ///   slow.
    @discardableResult
    public func tell(_ state: State) -> Bool {
        guard let name = SocketName(notifying: socket) else { return false }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        _ = recado_limit_sending(descriptor, 1)
        let bytes = Array(state.lines.utf8)
        let count = unsafe name.withPointer { name, length in
            unsafe sendto(
                descriptor,
                bytes,
                bytes.count,
                Int32(MSG_NOSIGNAL),
                name,
                length
            )
        }
        return count == bytes.count
    }
}
