// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Content that is encoded when it is read, unless the value that it is made of is taken before.
package final class ValueSource: ContentSource {
    package typealias Encoding = @Sendable () throws -> [UInt8]

    private struct Rest {
        let value: any Sendable
        let encoding: Encoding
    }

    private let rest: Mutex<Rest?>

    /// Creates content.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoding: Encodes it, at most once.
    package init(_ value: any Sendable, encoding: @escaping Encoding) {
        rest = Mutex(Rest(value: value, encoding: encoding))
    }

    package var length: Int? { nil }

    package func next() async throws -> [UInt8]? {
        guard let bytes = try rest.withLock({ $0.take() })?.encoding(), !bytes.isEmpty else {
            return nil
        }
        return bytes
    }

    fileprivate func takeValue(of type: Any.Type) -> (any Sendable)? {
        rest.withLock { rest in
            guard let value = rest?.value, Swift.type(of: value) == type else { return nil }
            rest = nil
            return value
        }
    }
}

extension Content {
    /// True for content that is a value as long as nobody reads it.
    package var isValue: Bool { valueSource != nil }

    /// Takes the value that the content is made of out of it, if it is of a type.
    package func takeValue(of type: Any.Type) -> (any Sendable)? {
        valueSource?.takeValue(of: type)
    }

    private var valueSource: ValueSource? {
        guard case .stream(let source) = storage else { return nil }
        return source as? ValueSource
    }
}
