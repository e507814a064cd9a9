// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Placeholders for types of other modules. If the module of a type is not imported, the compiler
// finds the placeholder, and its error message names the module. If the module is imported, the
// compiler prefers the real type, because the placeholder is marked as unavailable.

public import RecadoCoding

/// A placeholder for the client in files that import neither Recado nor RecadoClient.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoClient'")
public struct Client: Sendable {
    /// A placeholder for the initializer of the client.
    ///
    /// - Parameter base: The address of the service.
    public init(base: String) {}

    /// A placeholder for the initializer of the client with a transport.
    ///
    /// - Parameters:
    ///   - base: The address of the service.
    ///   - transport: A transport.
    public init<Transport>(base: String, transport: Transport) {}
}

/// A placeholder for the error of a call in files that import neither Recado nor RecadoClient.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoClient'")
public struct CallError<Failure: Error>: Error {}

/// A placeholder for the application in files that do not import RecadoServer.
@available(*, unavailable, message: "it is declared in RecadoServer: 'import RecadoServer'")
public struct Application: Sendable {
    /// A placeholder for the initializer of the application.
    ///
    /// - Parameter services: The services.
    public init(_ services: [Service]) {}
}

/// A placeholder for the server in files that do not import RecadoServer.
@available(*, unavailable, message: "it is declared in RecadoServer: 'import RecadoServer'")
public struct Server: Sendable {
    /// A placeholder for the initializer of the server.
    ///
    /// - Parameter handler: An application.
    public init<Handler>(handler: Handler) {}
}

/// A placeholder for bearer tokens in files that do not import RecadoCredentials.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'"
)
public struct BearerCredentials: Sendable {
    /// A placeholder for the initializer of the credentials.
    ///
    /// - Parameter token: The token.
    public init?(token: String) { nil }
}

/// A placeholder for API keys in files that do not import RecadoCredentials.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'"
)
public struct APIKeyCredentials<Place>: Sendable {
    /// A placeholder for the initializer of the credentials.
    ///
    /// - Parameter key: The key.
    public init?(key: String) { nil }
}

/// A placeholder for session cookies in files that do not import RecadoCredentials.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'"
)
public struct SessionCredentials: Sendable {
    /// A placeholder for the initializer of the credentials.
    ///
    /// - Parameter identifier: The identifier.
    public init?(identifier: String) { nil }
}

/// A placeholder for OpenAPI documents in files that do not import RecadoDescriptions.
@available(
    *,
    unavailable,
    message: "it comes with 'import Recado' or 'import RecadoDescriptions'"
)
public struct OpenAPI: Sendable {
    /// A placeholder for an initializer of the document.
    ///
    /// - Parameter service: The service.
    public init(_ service: Service) {}

    /// A placeholder for an initializer of the document.
    ///
    /// - Parameter api: The declaration.
    public init(_ api: API) {}

    /// A placeholder for the document as a value: null.
    public var value: Value { .null }
    /// A placeholder for the method that writes the document.
    ///
    /// - Returns: An empty text.
    public func json() -> String { "" }
}
