// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore
import RecadoThreads

/// A request to the server to stop the statement that runs on a connection.
@safe
final class Cancellation {
    private let handle: OpaquePointer

    init?(_ connection: OpaquePointer) {
        guard let handle = unsafe PQgetCancel(connection) else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        unsafe PQfreeCancel(handle)
    }

    /// Sends the request on a separate thread, because libpq waits until the server has received
    /// it.
    ///
    /// That thread ends when its connection attempt succeeds or fails.
    static func send(for connection: OpaquePointer) {
        guard let cancellation = unsafe Cancellation(connection) else { return }
        // From here on, only the new thread uses the object.
        let address = UInt(bitPattern: unsafe Unmanaged.passRetained(cancellation).toOpaque())
        let failure = SystemThread.start { Self.run(address) }
        if failure != nil { _ = take(address) }
    }

    private static func run(_ address: UInt) {
        guard let cancellation = take(address) else { return }
        var message = [CChar](repeating: 0, count: 256)
        _ = unsafe PQcancel(cancellation.handle, &message, Int32(message.count))
    }

    private static func take(_ address: UInt) -> Cancellation? {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<Cancellation>.fromOpaque(pointer).takeRetainedValue()
    }
}
