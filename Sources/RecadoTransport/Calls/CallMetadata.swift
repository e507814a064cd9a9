// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The metadata of a call for the program's own middleware; it is never sent.
///
/// ```swift
/// enum Purpose: CallMetadata.Key {
///     static let defaultValue = "interactive"
/// }
///
/// let film: Film = try await client.get("films/7", with: .metadata(Purpose.self, "prefetch"))
///
/// middleware.perCall.append {
///     InterceptingTransport($0) { request, next in
///         counters[CallTrace.current?.metadata[Purpose.self] ?? ""] += 1
///         return try await next(request)
///     }
/// }
/// ```
public struct CallMetadata: Sendable {
    /// A key for one metadata value; the type that conforms identifies the value.
    public protocol Key {
        /// The type of the value.
        associatedtype Value: Sendable
        /// The value for a call that sets none.
        static var defaultValue: Value { get }
    }

    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates empty metadata.
    public init() {}

    /// The value for a key, or the key's default.
    public subscript<K: Key>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

extension CallMetadata: CustomStringConvertible {
    /// The number of values; the values themselves are not shown, because they may be secrets.
    public var description: String { "\(values.count) values" }
}
