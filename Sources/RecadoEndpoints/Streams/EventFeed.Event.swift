// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension EventFeed {
    /// An event: a value with an optional identifier and an optional name.
    public struct Event: Sendable {
        /// The value that the client reads.
        public var value: Value
        /// The identifier by which the client names the event when it reconnects; with `nil`, the
        /// client keeps the previous identifier.
        ///
        /// Line ends and NUL are left out, because an identifier cannot contain them.
        public var id: String?
        /// The name by which the client distinguishes kinds of events; `nil` for the default,
        /// `message`.
        ///
        /// Line ends and NUL are left out, because a name cannot contain them.
        public var name: String?

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - value: The value that the client reads.
        ///   - id: The identifier by which the client names the event when it reconnects.
        ///   - name: The name by which the client distinguishes kinds of events.
        public init(_ value: Value, id: String? = nil, name: String? = nil) {
            self.value = value
            self.id = id
            self.name = name
        }

        /// Returns the event in the form in which it is sent.
        func bytes(in format: Format) throws(CodingError) -> [UInt8] {
            var bytes: [UInt8] = []
            if let id { Self.append("id: ", id.utf8, to: &bytes) }
            if let name { Self.append("event: ", name.utf8, to: &bytes) }
            // Each line of the value needs a field of its own; pretty-printed JSON has several
            // lines.
            let data = try format.encode(value).bytes
            for line in data.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnd)
            {
                Self.append("data: ", line, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
            return bytes
        }

        private static func append(
            _ name: String,
            _ text: some Sequence<UInt8>,
            to bytes: inout [UInt8]
        ) {
            bytes += name.utf8
            bytes += text.filter { !isLineEnd($0) && $0 != 0 }
            bytes.append(UInt8(ascii: "\n"))
        }

        private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    }
}
