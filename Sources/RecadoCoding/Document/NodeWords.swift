// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A node as two words, in its memory layout, which is little-endian on all supported platforms.
///
/// The first word holds the offset, the kind, the flags and the exponent, the second the payload,
/// so that writing a node takes two stores instead of five.
struct NodeWords {
    typealias Node = Document.Node

    var head: UInt64
    var payload: UInt64

    @inline(always)
    init(
        _ kind: Node.Kind,
        _ flags: Node.Flags = Node.Flags(),
        exponent: Int16 = 0,
        offset: Int,
        payload: UInt64
    ) {
        let low = UInt64(UInt32(truncatingIfNeeded: offset)) | UInt64(kind.rawValue) << 32
        let high = UInt64(flags.rawValue) << 40 | UInt64(UInt16(bitPattern: exponent)) << 48
        head = low | high
        self.payload = payload
    }

    @inline(always) var offset: Int { Int(UInt32(truncatingIfNeeded: head)) }
    @inline(always) var length: Int { Int(UInt32(truncatingIfNeeded: payload)) }
    @inline(always) var flags: Node.Flags {
        Node.Flags(rawValue: UInt8(truncatingIfNeeded: head >> 40))
    }
}
