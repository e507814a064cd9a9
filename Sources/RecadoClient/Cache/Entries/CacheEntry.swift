// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An answer to a GET request, as a cache stores it (RFC 9111 §3).
public struct CacheEntry: Sendable, Hashable {
    /// A field of requests on which the answer depends.
    public struct Selector: Sendable, Hashable {
        /// The field's name.
        public let name: FieldName
        /// The value in the request that was answered; `nil` if the field was absent.
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

    /// The field values that a request must have to get this response; entries of one address
    /// differ in them.
    ///
    /// The value of Authorization is a hash that is valid as long as the program runs, never the
    /// credentials themselves.
    public let selectors: [Selector]
    /// The status of the answer.
    public let status: Status
    /// The header section, without fields that belong only to one connection or to one answer.
    public var fields: Fields
    /// The content.
    public let content: [UInt8]
    /// The time at which the request was sent, or the request of the last revalidation.
    public var requested: HTTPDate
    /// The time at which the answer arrived, or the answer of the last revalidation.
    public var received: HTTPDate

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - selectors: The field values that a request must have to get this response.
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
