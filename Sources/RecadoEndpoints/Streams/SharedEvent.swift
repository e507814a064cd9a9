// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An event that is sent to many clients and encoded once.
package final class SharedEvent<Value: Codable & Sendable>: Sendable {
    /// The value that clients read.
    package let value: Value
    private let written = Mutex<(format: Format, bytes: [UInt8])?>(nil)

    /// Creates an event.
    package init(_ value: Value) { self.value = value }

    /// Encodes the event in advance, in the format in which another event was encoded last.
    ///
    /// - Parameter other: The other event, such as the previous one.
    package func write(as other: SharedEvent?) {
        guard let format = other?.written.withLock({ $0?.format }) else { return }
        _ = try? bytes(in: format)
    }

    /// Returns the event in the form in which it is sent; it is encoded again for clients with
    /// another format.
    func bytes(in format: Format) throws -> [UInt8] {
        if let known = written.withLock({ $0?.format == format ? $0?.bytes : nil }) { return known }
        let bytes = try EventFeed.Event(value).bytes(in: format)
        written.withLock { $0 = (format, bytes) }
        return bytes
    }
}
