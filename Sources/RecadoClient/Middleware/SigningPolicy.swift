// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The policy for signing the requests of a client.
public struct SigningPolicy: Sendable {
    /// A closure that adds a signature to a request.
    public typealias Sign = @Sendable (inout Request) async throws -> Void

    let contentLimit: Int
    let sign: Sign

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - contentLimit: The maximum size, in bytes, of content that is read into memory to be
    ///     signed; 0 by default, so that content from a stream or file is not signed.
    ///   - sign: Adds the signature.
    public init(contentLimit: Int = 0, sign: @escaping Sign) {
        self.contentLimit = contentLimit
        self.sign = sign
    }
}
