// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A stored answer to a GET request (RFC 9111 §3).
public struct CacheEntry: Sendable, Hashable {
    /// A request header field on which the answer depends.
    public struct Selector: Sendable, Hashable {
        /// The field's name.
        public let name: FieldName
        /// The value in the request that was answered; `nil` if the request had no such field.
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

    /// The field values that a request must have to get this answer; they distinguish the entries
    /// for one address.
    ///
    /// The value of Authorization is not the credentials but a hash of them, which is valid only
    /// until the program ends.
    public let selectors: [Selector]
    /// The status of the answer.
    public let status: Status
    /// The header section, without fields that apply only to one connection or one exchange.
    public var fields: Fields
    /// The whole content, as the layer below the cache delivered it.
    public let content: [UInt8]
    /// The time at which the request, or the latest revalidation request, was sent.
    public var requested: HTTPDate
    /// The time at which the answer, or the answer to the latest revalidation, arrived.
    public var received: HTTPDate

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - selectors: The field values that a request must have to get this answer.
    ///   - status: The status of the answer.
    ///   - fields: The header section.
    ///   - content: The content.
    ///   - requested: The time at which the request was sent.
    ///   - received: The time at which the answer arrived.
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

    /// The approximate memory that the entry takes, in bytes.
    public var size: Int {
        let selected = selectors.reduce(0) {
            $0 + $1.name.rawName.utf8.count + ($1.value?.utf8.count ?? 0)
        }
        return 256 + content.count + fields.buffer.count + 16 * fields.count + selected
    }
}
