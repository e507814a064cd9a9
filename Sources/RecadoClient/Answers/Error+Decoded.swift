// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// An error that wraps another error.
///
/// `decoded(as:)` also searches the wrapped error. Conform your own error type if it wraps errors
/// of calls.
public protocol WrappingError: Error {
    /// The wrapped error, if there is one.
    var underlying: (any Error)? { get }
}

extension CodingError: WrappingError {}

extension Error {
    /// Returns an error of a service's own type: this error itself, or an error that it wraps.
    ///
    /// ```swift
    /// } catch {
    ///     show(error.decoded(as: ServiceError.self)?.descripcion ?? "Try again later.")
    /// }
    /// ```
    ///
    /// Any ``WrappingError`` is unwrapped, up to ten levels deep.
    ///
    /// - Parameter type: The service's own error type.
    /// - Returns: The error, or `nil` if none of that type is found.
    public func decoded<E: Error>(as type: E.Type) -> E? {
        var next: (any Error)? = self
        // No real error is nested deeper, and an error that wraps itself must not cause an endless
        // loop.
        for _ in 0..<10 {
            guard let error = next else { return nil }
            if let found = error as? E { return found }
            if let call = error as? any AnyCallError, let found = call.serviceError as? E {
                return found
            }
            next = (error as? any WrappingError)?.underlying
        }
        return nil
    }
}
