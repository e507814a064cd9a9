// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TransportError {
    /// Converts an error of a session.
    ///
    /// On Linux a session reports most failures with the same code, so the kind also depends on
    /// whether the header section of the answer has arrived (`hasHead`).
    init(_ error: any Error, authority: String, hasHead: Bool) {
        let code = (error as? URLError)?.code ?? .unknown
        let kind: Kind =
            switch code {
            case .cancelled: .cancelled
            case .cannotFindHost, .dnsLookupFailed: .cannotResolve
            case .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed: .cannotConnect
            case .timedOut: .timedOut(hasHead ? .receiving : .waiting)
            case .networkConnectionLost: .connectionLost
            case .secureConnectionFailed, .serverCertificateHasBadDate,
                .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                .tls
            // On Linux a session reports this error if the connection ends without an answer.
            case .badServerResponse: hasHead ? .connectionLost : .badAnswer
            case .cannotParseResponse: .protocolViolation
            case .badURL, .unsupportedURL: .invalidRequest
            case .cannotDecodeContentData, .cannotDecodeRawData: .undecodable
            case .requestBodyStreamExhausted: .contentFailed
            default: hasHead ? .connectionLost : .failed
            }
        let text = code.certificateFault ?? "error \(code.rawValue) of the session"
        self.init(kind, "\(authority): \(text)")
    }
}

extension URLError.Code {
    /// A description of the problem with a certificate; `nil` for other errors.
    fileprivate var certificateFault: String? {
        switch self {
        case .serverCertificateHasBadDate: "the certificate has expired"
        case .serverCertificateNotYetValid: "the certificate is not valid yet"
        case .serverCertificateHasUnknownRoot: "nobody vouches for the certificate"
        case .serverCertificateUntrusted: "the certificate is not trusted"
        case .clientCertificateRequired: "the host demands a certificate of the client"
        case .clientCertificateRejected: "the host rejects the client's certificate"
        default: nil
        }
    }
}

extension TransportError.Kind {
    fileprivate static var badAnswer: TransportError.Kind {
        #if canImport(FoundationNetworking)
        .connectionLost
        #else
        .protocolViolation
        #endif
    }
}
