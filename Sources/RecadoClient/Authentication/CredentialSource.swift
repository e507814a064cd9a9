// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Something that knows who calls.
///
/// ```swift
/// AuthenticationTransport(sockets, credentials: .constant(member))
/// AuthenticationTransport(sockets, credentials: try Netrc.read(home + "/.netrc"))
/// ```
public protocol CredentialSource: Sendable {
    /// The credentials for a protection space; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - space: The protection space that they are for.
    ///   - failures: The number of credentials that the server has refused in this call.
    /// - Returns: The credentials. The same ones as before end the call with the server's refusal.
    /// - Throws: The error that kept them from being found.
    func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) async throws -> BasicCredentials?
}

/// The same credentials for one host, or for every server that asks.
public struct ConstantCredentials: CredentialSource {
    private let credentials: BasicCredentials
    private let host: String?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - host: The only host that gets them, without its port; `nil` for every server.
    public init(_ credentials: BasicCredentials, host: String? = nil) {
        self.credentials = credentials
        self.host = host?.lowercased()
    }

    /// The credentials, if the space is of the host.
    ///
    /// - Parameters:
    ///   - space: The protection space that they are for.
    ///   - failures: Not made use of.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        host == nil || host == space.host ? credentials : nil
    }
}

/// Several sources, of which the first one that knows credentials counts.
public struct CredentialSources: CredentialSource {
    private let sources: [any CredentialSource]

    /// Creates a source of several.
    ///
    /// - Parameter sources: The sources to ask, in this order.
    public init(_ sources: [any CredentialSource]) {
        self.sources = sources
    }

    /// The credentials of the first source that has some.
    ///
    /// - Parameters:
    ///   - space: The protection space that they are for.
    ///   - failures: The number of credentials that the server has refused in this call.
    /// - Returns: The credentials.
    /// - Throws: The errors of a source.
    public func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) async throws -> BasicCredentials? {
        for source in sources {
            if let found = try await source.credentials(for: space, failures: failures) {
                return found
            }
        }
        return nil
    }
}

extension CredentialSource where Self == ConstantCredentials {
    /// The same credentials for every server that asks.
    ///
    /// - Parameter credentials: The credentials of the caller.
    /// - Returns: The source.
    public static func constant(_ credentials: BasicCredentials) -> ConstantCredentials {
        ConstantCredentials(credentials)
    }
}

/// Makes calls in the name of somebody else than the transport's source says.
///
/// - Parameters:
///   - credentials: The credentials of the caller, for a server that asks.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: The errors of the operation.
public func withCredentials<Output: Sendable, Failure: Error>(
    _ credentials: BasicCredentials,
    operation: () async throws(Failure) -> Output
) async throws(Failure) -> Output {
    let result = await CallCredentials.$current.withValue(credentials) {
        await Result(awaiting: operation)
    }
    return try result.get()
}

/// The credentials of the calls that a task makes.
enum CallCredentials {
    @TaskLocal
    static var current: BasicCredentials?
}
