// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A version of TLS that a transport may require; older versions are deprecated (RFC 8996).
@nonexhaustive
public enum TLSVersion: String, Sendable, Hashable {
    /// TLS 1.2 (RFC 5246).
    case tls12 = "TLS 1.2"
    /// TLS 1.3 (RFC 8446).
    case tls13 = "TLS 1.3"
}
