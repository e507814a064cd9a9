// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that is encoded each time it is read as content, until ``take(as:)`` removes it.
@usableFromInline
final class EncodedValue: Sendable {
    typealias Encoding = @Sendable () throws -> [UInt8]

    private struct Rest {
        let value: any Sendable
        let encoding: Encoding
    }

    private let rest: Mutex<Rest?>

    init(_ value: any Sendable, _ encoding: @escaping Encoding) {
        rest = Mutex(Rest(value: value, encoding: encoding))
    }

    /// Removes and returns the value if it has the given type; after that, the content is empty.
    func take(as type: Any.Type) -> (any Sendable)? {
        rest.withLock { rest in
            guard let value = rest?.value, Swift.type(of: value) == type else { return nil }
            rest = nil
            return value
        }
    }

    func makeSource() -> any ContentSource {
        EncodedValueSource(rest.withLock { $0 }?.encoding)
    }
}

/// A source that encodes a value when the first piece is requested.
private final class EncodedValueSource: ContentSource {
    private let encoding: Mutex<EncodedValue.Encoding?>

    init(_ encoding: EncodedValue.Encoding?) { self.encoding = Mutex(encoding) }

    var length: Int? { nil }

    func next() async throws -> [UInt8]? {
        guard let bytes = try encoding.withLock({ $0.take() })?(), !bytes.isEmpty else {
            return nil
        }
        return bytes
    }
}

extension Content {
    /// Creates content from a value that is encoded only when the content is read.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoding: Encodes it each time that the content is read.
    package init(of value: any Sendable, encoding: @escaping @Sendable () throws -> [UInt8]) {
        storage = .value(EncodedValue(value, encoding))
    }

    /// True if the content was created from a value.
    package var isValue: Bool {
        if case .value = storage { true } else { false }
    }

    /// Removes and returns the value that the content was created from, if it has the given type.
    package func takeValue(as type: Any.Type) -> (any Sendable)? {
        guard case .value(let value) = storage else { return nil }
        return value.take(as: type)
    }
}
