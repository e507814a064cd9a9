// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The way in which each request of a client is signed.
public struct SigningPolicy: Sendable {
    /// Adds a signature to a request.
    public typealias Sign = @Sendable (inout Request) async throws -> Void

    let contentLimit: Int
    let sign: Sign

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - contentLimit: The greatest size in bytes of content that is read into memory to be
    ///     signed; 0 by default, so that streams are signed without their content.
    ///   - sign: Adds the signature.
    public init(contentLimit: Int = 0, sign: @escaping Sign) {
        self.contentLimit = contentLimit
        self.sign = sign
    }
}
