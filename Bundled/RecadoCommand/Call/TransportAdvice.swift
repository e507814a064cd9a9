// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// The message about a server that did not answer, with a possible remedy.
struct TransportAdvice: Sendable {
    private let error: TransportError
    /// The address of the server: `http://localhost:3000`.
    private let origin: String
    private let authority: String
    private let isSecure: Bool
    /// True if the address comes from the option `--server`, rather than from an operand or another
    /// option.
    private let isNamedByServer: Bool

    /// Prepares the message.
    ///
    /// - Parameters:
    ///   - error: The error that prevented the answer.
    ///   - address: The address that was called; only its origin is shown.
    ///   - isNamedByServer: True if the address comes from the option `--server`.
    init(_ error: TransportError, at address: String, isNamedByServer: Bool = false) {
        self.error = error
        self.isNamedByServer = isNamedByServer
        let uri = try? URI(address)
        origin = uri?.origin ?? ""
        authority = uri?.authority ?? ""
        isSecure = uri?.scheme.lowercased() == "https"
    }

    private var isThisMachine: Bool { CleartextPolicy.loopback.allows(authority) }

    /// The lines with the reason and the remedy.
    var lines: [LocalizedText] {
        switch error.kind {
        case .cannotConnect:
            return isThisMachine
                ? ["there is no server at \(origin)", start]
                : ["\(origin) cannot be reached: \(error.detail)", diagnose]
        case .cannotResolve:
            let host = authority.prefix { $0 != ":" }
            let detail = error.detail.trimmingPrefix("\(host): ")
            return ["the host \(host) is not known: \(detail)", "is its name right?"]
        case .timedOut:
            return ["\(origin): \(error.kind)", "--timeout says how long to wait"]
        case .tls:
            return secured
        case .connectionLost, .protocolViolation:
            let secure = "https://\(authority)"
            let advice: LocalizedText =
                isSecure ? diagnose : "if it speaks TLS, its address is \(secure)"
            return ["\(origin): \(error)", advice]
        default:
            return ["\(origin): \(error)"]
        }
    }

    private var secured: [LocalizedText] {
        // The library reports this if the first bytes of an answer are not a TLS record.
        guard !error.detail.hasSuffix("it does not speak TLS") else {
            return ["\(origin): the server does not speak TLS", "use http://\(authority)"]
        }
        return [
            "\(origin) cannot be trusted: \(error.detail)",
            "--cacert names the authority of its certificate, --pin its key",
        ]
    }

    private var start: LocalizedText {
        let port = authority.last == "]" ? nil : authority.split(separator: ":").last
        guard let port, authority.contains(":"), port != "3000" else {
            return isNamedByServer
                ? "start one with 'recado serve', or name another one with --server"
                : "start one with 'recado serve', or give another address"
        }
        return isNamedByServer
            ? "start one with 'recado serve --port \(port)', or name another one with --server"
            : "start one with 'recado serve --port \(port)', or give another address"
    }

    private var diagnose: LocalizedText { "'recado diagnose \(origin)' tells how far it gets" }
}

extension CommandError {
    /// Creates the message about a document that could not be fetched.
    ///
    /// - Parameters:
    ///   - error: The error of the request.
    ///   - address: The address of the document.
    init(unfetched error: any Error, at address: String) {
        guard let error = error as? TransportError else {
            self.init(code: 3, "the document cannot be fetched: \(error)")
            return
        }
        let advice = TransportAdvice(error, at: address).lines
        self.init(code: 3, lines: advice.map(\.description))
    }
}
