// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Names of other modules. If their module is not imported, the compiler finds them here, and its
// message names the module; if it is imported, available declarations take precedence over
// unavailable ones.

public import RecadoCoding

/// The client, where neither Recado nor RecadoClient is imported.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoClient'")
public struct Client: Sendable {
    /// Refuses to create a client.
    ///
    /// - Parameter base: The address of the service.
    public init(base: String) {}

    /// Refuses to create a client.
    ///
    /// - Parameters:
    ///   - base: The address of the service.
    ///   - transport: A transport.
    public init<Transport>(base: String, transport: Transport) {}
}

/// The error of a call, where neither Recado nor RecadoClient is imported.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoClient'")
public struct CallError<Failure: Error>: Error {}

/// The application, where RecadoServer is not imported.
@available(*, unavailable, message: "it is declared in RecadoServer: 'import RecadoServer'")
public struct Application: Sendable {
    /// Refuses to create an application.
    ///
    /// - Parameter services: The services.
    public init(_ services: [Service]) {}
}

/// The server, where RecadoServer is not imported.
@available(*, unavailable, message: "it is declared in RecadoServer: 'import RecadoServer'")
public struct Server: Sendable {
    /// Refuses to create a server.
    ///
    /// - Parameter handler: An application.
    public init<Handler>(handler: Handler) {}
}

/// Tokens as credentials, where RecadoCredentials is not imported.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'"
)
public struct BearerCredentials: Sendable {
    /// Refuses to create credentials.
    ///
    /// - Parameter token: The token.
    public init?(token: String) { nil }
}

/// Keys as credentials, where RecadoCredentials is not imported.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'"
)
public struct APIKeyCredentials<Place>: Sendable {
    /// Refuses to create credentials.
    ///
    /// - Parameter key: The key.
    public init?(key: String) { nil }
}

/// Cookies as credentials, where RecadoCredentials is not imported.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'"
)
public struct SessionCredentials: Sendable {
    /// Refuses to create credentials.
    ///
    /// - Parameter identifier: The identifier.
    public init?(identifier: String) { nil }
}

/// The document of a service, where RecadoDescriptions is not imported.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado' or 'import RecadoDescriptions'"
)
public struct OpenAPI: Sendable {
    /// Refuses to create a document.
    ///
    /// - Parameter service: The service.
    public init(_ service: Service) {}

    /// Refuses to create a document.
    ///
    /// - Parameter api: The declaration.
    public init(_ api: API) {}

    /// No document.
    public var value: Value { .null }
    /// Writes no document.
    ///
    /// - Returns: An empty text.
    public func json() -> String { "" }
}
