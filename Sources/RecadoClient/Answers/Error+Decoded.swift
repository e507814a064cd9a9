// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// An error around another one.
///
/// `decoded(as:)` looks through it. Conform an error of your own to it if it wraps errors of calls.
public protocol WrappingError: Error {
    /// The error inside, if there is one.
    var underlying: (any Error)? { get }
}

extension CodingError: WrappingError {}

extension Error {
    /// Returns the error of a service's own model: this error itself, or the one with which the
    /// call failed.
    ///
    /// ```swift
    /// } catch {
    ///     show(error.decoded(as: ServiceError.self)?.descripcion ?? "Try again later.")
    /// }
    /// ```
    ///
    /// It looks through any ``WrappingError``, ten levels deep.
    ///
    /// - Parameter type: The type of the model.
    /// - Returns: The error, or `nil` for errors of any other kind.
    public func decoded<E: Error>(as type: E.Type) -> E? {
        var next: (any Error)? = self
        // No honest error is nested deeper, and an error that wraps itself must not cause an
        // endless loop.
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
