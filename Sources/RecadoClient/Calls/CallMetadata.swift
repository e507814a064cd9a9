// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a program tells its own middleware of a call; nothing of it is sent.
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
    /// Something that can be told of a call; the type is its name.
    public protocol Key {
        /// What is told.
        associatedtype Value: Sendable
        /// What holds where nothing is told.
        static var defaultValue: Value { get }
    }

    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates metadata that tell nothing.
    public init() {}

    /// What is told under a key.
    public subscript<K: Key>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

extension CallMetadata: CustomStringConvertible {
    /// How many things are told; the values may be secrets.
    public var description: String { "\(values.count) values" }
}
