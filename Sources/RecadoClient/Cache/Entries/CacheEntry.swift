// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An answer to a GET request that a cache keeps (RFC 9111 §3).
public struct CacheEntry: Sendable, Hashable {
    /// A field of requests that the answer depends on.
    public struct Selector: Sendable, Hashable {
        /// The field's name.
        public let name: FieldName
        /// The value in the request that was answered; `nil` when the field was absent.
        public let value: String?

        /// Creates a selector.
        ///
        /// - Parameters:
        ///   - name: The field's name.
        ///   - value: The value in the request that was answered.
        public init(name: FieldName, value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// The field values that a request must have to be given this response; entries of one address
    /// differ in them.
    ///
    /// The value of Authorization is a number that stands for it as long as the program runs,
    /// never the credentials themselves.
    public let selectors: [Selector]
    /// The status of the answer.
    public let status: Status
    /// The header section, without what belongs to one connection or one answer alone.
    public var fields: Fields
    /// The content.
    public let content: [UInt8]
    /// When the request was sent, or the one that revalidated the answer last.
    public var requested: HTTPDate
    /// When the answer arrived, or the one that revalidated it last.
    public var received: HTTPDate

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - selectors: The fields that a request must hold to be answered with this.
    ///   - status: The status of the answer.
    ///   - fields: The header section.
    ///   - content: The content.
    ///   - requested: When the request was sent.
    ///   - received: When the answer arrived.
    public init(
        selectors: [Selector],
        status: Status,
        fields: Fields,
        content: [UInt8],
        requested: HTTPDate,
        received: HTTPDate
    ) {
        self.selectors = selectors
        self.status = status
        self.fields = fields
        self.content = content
        self.requested = requested
        self.received = received
    }

    /// About how much memory the entry takes, in bytes.
    public var size: Int {
        let selected = selectors.reduce(0) {
            $0 + $1.name.rawName.utf8.count + ($1.value?.utf8.count ?? 0)
        }
        return 256 + content.count + fields.buffer.count + 16 * fields.count + selected
    }
}
