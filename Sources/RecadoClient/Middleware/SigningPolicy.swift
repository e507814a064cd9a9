// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The way in which each request of a client is signed.
public struct SigningPolicy: Sendable {
    let contentLimit: Int
    let sign: SigningTransport.Sign

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - contentLimit: The most content in bytes that is read into memory, so that it can be
    ///     signed; streams are signed without it by default.
    ///   - sign: Adds the signature.
    public init(contentLimit: Int = 0, sign: @escaping SigningTransport.Sign) {
        self.contentLimit = contentLimit
        self.sign = sign
    }
}
