// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A place in a stream of XML, whose lines end with LF, CR or both (XML 1.0 §2.11).
struct XMLStreamPlace: Sendable {
    private(set) var record = RecordPlace()
    /// Whether the byte before is a CR.
    private var isBehindReturn = false

    var failurePlace: CodingFailure.Place { record.failurePlace }

    mutating func advance(over bytes: ArraySlice<UInt8>) {
        guard let last = bytes.last else { return }
        if bytes.contains(0x0D) || isBehindReturn {
            for byte in bytes {
                // An LF behind a CR ends no other line.
                let isSecond = byte == 0x0A && isBehindReturn
                isBehindReturn = byte == 0x0D
                if isSecond {
                    record.offset += 1
                } else {
                    record.advance(over: byte)
                    if byte == 0x0D {
                        record.line += 1
                        record.column = 0
                    }
                }
            }
        } else {
            record.advance(over: bytes)
        }
        isBehindReturn = last == 0x0D
    }
}
