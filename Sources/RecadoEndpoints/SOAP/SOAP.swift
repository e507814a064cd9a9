// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// SOAP messages: an envelope around one element, which is a call, its answer, or a fault.
public enum SOAP: Sendable {
    /// A version of SOAP; the namespace of the envelope identifies the version of a message.
    public enum Version: Sendable, Hashable, CaseIterable {
        /// SOAP 1.1 (W3C Note of 8 May 2000).
        case soap11
        /// SOAP 1.2 (W3C Recommendation of 27 April 2007).
        case soap12
    }
}

extension SOAP.Version: CustomStringConvertible {
    /// The name and the number: `SOAP 1.1`.
    public var description: String {
        switch self {
        case .soap11: "SOAP 1.1"
        case .soap12: "SOAP 1.2"
        }
    }
}
