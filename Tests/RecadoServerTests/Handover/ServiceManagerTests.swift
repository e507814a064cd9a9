// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoWire
import Testing

@testable import RecadoServer

/// The service manager's end of the notification socket.
private final class Manager {
    let name: String
    private let descriptor: Int32

    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let address = try #require(SocketName(notifying: name))
        try #require(unsafe address.withPointer { unsafe bind(descriptor, $0, $1) } == 0)
    }

    deinit {
        close(descriptor)
        if name.hasPrefix("/") { _ = unsafe unlink(name) }
    }

    /// Receives the next notification.
    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `A service manager` {
    private static let number = UInt64.random(in: 0...UInt64.max)

    private func found(_ environment: [String: String]) -> ServiceManager? {
        ServiceManager(process: 70) { environment[$0] }
    }

    @Test(arguments: ["/tmp/recado-notify-\(number)", "@recado-notify-\(number)"])
    func `is notified of each state of the process`(socket: String) throws {
        let manager = try Manager(socket)
        let told = try #require(found(["NOTIFY_SOCKET": socket]))
        #expect(told.watchdog == nil)
        let states: [(ServiceManager.State, String)] = [
            (.ready, "READY=1"), (.stopping, "STOPPING=1"), (.alive, "WATCHDOG=1"),
            (.successor(71), "MAINPID=71"), (.status("all\nwell"), "STATUS=all well"),
        ]
        for (state, text) in states {
            #expect(told.tell(state))
            #expect(manager.next() == text)
        }
        #expect(told.tell(.reloading))
        #expect(manager.next().wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[1-9]\d*/) != nil)
    }

    @Test func `that no longer exists causes no error`() {
        let told = found(["NOTIFY_SOCKET": "/tmp/recado-nobody-\(Self.number)"])
        #expect(told?.tell(.ready) == false)
    }

    @Test(arguments: [
        "", "/", "@", "relative", "vsock:2:1", "/" + String(repeating: "a", count: 200),
    ])
    func `is ignored if its socket address is unusable`(socket: String) {
        #expect(found(["NOTIFY_SOCKET": socket]) == nil)
    }

    @Test func `can request watchdog notifications`() {
        let socket = ["NOTIFY_SOCKET": "@recado"]
        func watchdog(_ more: [String: String]) -> Duration? {
            found(socket.merging(more) { $1 })?.watchdog
        }
        #expect(watchdog(["WATCHDOG_USEC": "3000000"]) == .seconds(3))
        #expect(watchdog(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "70"]) == .seconds(3))
        #expect(watchdog(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "71"]) == nil)
        #expect(watchdog(["WATCHDOG_USEC": "0"]) == nil)
        #expect(watchdog(["WATCHDOG_USEC": "soon"]) == nil)
    }
}
