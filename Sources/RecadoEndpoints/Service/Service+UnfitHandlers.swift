// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// What cannot be served. The compiler finds these methods for handlers that no other method takes,
// and says why; it does not look at them for handlers that fit. Their generic parameters are chosen
// for the errors that follow: Tests/RecadoEndpointsTests/Fixtures/Mistakes has them.

extension Service {
    /// The output that an endpoint declares, in errors of the compiler about a handler
    /// that returns something else.
    public enum Declared<Output>: Sendable {}

    /// Refuses a handler that throws something else than its endpoint declares, or does not say so.
    ///
    /// - Parameter handler: A function that throws other errors.
    @available(
        *,
        unavailable,
        message: """
            a handler throws what its endpoint declares, and says so: 'throws(RentFilm.Failure)'; \
            without a declared Failure it does not throw
            """
    )
    public mutating func serve<E: Endpoint>(
        // A closure around it keeps functions of two parameters away.
        _ handler: @autoclosure () -> ((E) async throws -> E.Output)
    ) where E.Caller == Anyone {}

    /// Refuses a handler that forgets the caller.
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

    /// Refuses a handler that throws something else than its endpoint declares, or does not say so.
    ///
    /// - Parameter handler: A function that throws other errors.
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

    /// Refuses a handler whose second parameter is no caller of the endpoint.
    ///
    /// - Parameter handler: A function that takes something else, or a
    ///   caller where none is declared.
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

    /// Refuses a handler that returns something else than its endpoint declares.
    ///
    /// - Parameter handler: A function that returns something else.
    @_disfavoredOverload
    @available(*, unavailable, message: "a handler returns the Output of its endpoint")
    public mutating func serve<E: Endpoint>(
        _ handler: @concurrent (E) async throws -> Declared<E.Output>
    ) {}

    /// Refuses a handler that returns something else than its endpoint declares.
    ///
    /// - Parameter handler: A function that takes a caller, and returns something else.
    @_disfavoredOverload
    @available(*, unavailable, message: "a handler returns the Output of its endpoint")
    public mutating func serve<E: Endpoint, Other>(
        _ handler: @concurrent (E, Other) async throws -> Declared<E.Output>
    ) {}
}
