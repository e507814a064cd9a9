// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

extension CURLcode {
    /// What a result of libcurl means to callers.
    func kind(in phase: TransportError.Phase) -> TransportError.Kind {
        switch self {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .cannotResolve
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY:
            .cannotConnect
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut(phase)
        // A proxy that opens no tunnel: there is nothing else to receive before the request is sent.
        case CURLE_RECV_ERROR where phase == .connecting:
            .cannotConnect
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE,
            CURLE_SEND_FAIL_REWIND, CURLE_HTTP2_STREAM:
            .connectionLost
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .tls
        // What has been asked for was understood, so that it is the answer's: a trailer that is none.
        case CURLE_BAD_FUNCTION_ARGUMENT where phase == .receiving:
            .protocolViolation
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT:
            .invalidRequest
        // Schemes were checked beforehand: libcurl says so of an answer in HTTP/0.9.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2,
            CURLE_BAD_CONTENT_ENCODING:
            .protocolViolation
        default:
            .failed
        }
    }
}
