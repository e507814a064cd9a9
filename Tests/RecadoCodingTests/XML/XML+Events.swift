// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension XML {
    /// Returns the events of a document.
    @discardableResult
    func events(of bytes: [UInt8]) throws(CodingError) -> [Event] {
        var reader = try reader(of: bytes)
        var events: [Event] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }
}
