// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TransportError {
    /// An error of a session.
    ///
    /// On Linux most have the same number; what is known of the transfer tells a little more.
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
            // Linux tells so of a connection that ends without an answer.
            case .badServerResponse: hasHead ? .connectionLost : .badAnswer
            case .cannotParseResponse: .protocolViolation
            case .badURL, .unsupportedURL: .invalidRequest
            case .cannotDecodeContentData, .cannotDecodeRawData: .undecodable
            case .requestBodyStreamExhausted: .contentFailed
            default: hasHead ? .connectionLost : .failed
            }
        self.init(kind, "\(authority): error \(code.rawValue) of the session")
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
