// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Overloads for invalid handlers. The compiler selects one of them if no valid overload accepts a
// handler, and reports the message of that overload. The generic parameters are chosen for clear
// messages: see Tests/RecadoEndpointsTests/Fixtures/Mistakes.

extension Service {
    /// A type that shows the declared output in compiler errors about a handler with a different
    /// result.
    public enum Declared<Output>: Sendable {}

    /// A compile-time error for a handler that throws errors that its endpoint does not declare, or
    /// that has no typed throws.
    ///
    /// - Parameter handler: A function that throws such errors.
    @available(
        *,
        unavailable,
        message: """
            a handler throws what its endpoint declares, and says so: 'throws(RentFilm.Failure)'; \
            without a declared Failure it does not throw
            """
    )
    public mutating func serve<E: Endpoint>(
        // As an autoclosure, the parameter does not accept functions of two parameters.
        _ handler: @autoclosure () -> ((E) async throws -> E.Output)
    ) where E.Caller == Anyone {}

    /// A compile-time error for a handler that lacks a parameter for the caller.
    ///
    /// - Parameter handler: A function that takes an endpoint with a caller, but not the caller.
    @_disfavoredOverload
    @available(
        *,
        unavailable,
        message: """
            the endpoint has a Caller, and its handler takes it: \
            'func rent(_ call: RentFilm, by member: Member)'
            """
    )
    public mutating func serve<E: Endpoint>(
        _ handler: @autoclosure () -> ((E) async throws -> E.Output)
    ) {}

    /// A compile-time error for a handler that throws errors that its endpoint does not declare, or
    /// that has no typed throws.
    ///
    /// - Parameter handler: A function that throws such errors.
    @available(
        *,
        unavailable,
        message: """
            a handler throws what its endpoint declares, and says so: 'throws(RentFilm.Failure)'; \
            without a declared Failure it does not throw
            """
    )
    public mutating func serve<E: Endpoint>(
        _ handler: @escaping (E, E.Caller) async throws -> E.Output
    ) {}

    /// A compile-time error for a handler whose second parameter is not the endpoint's caller.
    ///
    /// - Parameter handler: A function that takes another type, or that takes a caller although the
    ///   endpoint declares none.
    @_disfavoredOverload
    @available(
        *,
        unavailable,
        message: """
            the second parameter of a handler is the Caller that its endpoint declares; \
            an endpoint for anyone has none
            """
    )
    public mutating func serve<E: Endpoint, Other>(
        _ handler: @escaping (E, Other) async throws -> E.Output
    ) {}

    /// A compile-time error for a handler that returns a type other than its endpoint's output.
    ///
    /// - Parameter handler: A function that returns another type.
    @_disfavoredOverload
    @available(*, unavailable, message: "a handler returns the Output of its endpoint")
    public mutating func serve<E: Endpoint>(
        _ handler: @concurrent (E) async throws -> Declared<E.Output>
    ) {}

    /// A compile-time error for a handler that returns a type other than its endpoint's output.
    ///
    /// - Parameter handler: A function that takes a caller, and returns another type.
    @_disfavoredOverload
    @available(*, unavailable, message: "a handler returns the Output of its endpoint")
    public mutating func serve<E: Endpoint, Other>(
        _ handler: @concurrent (E, Other) async throws -> Declared<E.Output>
    ) {}
}
