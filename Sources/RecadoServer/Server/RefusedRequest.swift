// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// A request that the server has answered in place of its handler.
///
/// The request broke the rules of HTTP or the configured limits, or the server was overloaded. A
/// connection beyond the limit also counts as a refused request, of which only the peer is known. A
/// request is also refused if its content breaks a rule while the handler reads it; the handler's
/// own answer is then not sent.
public struct RefusedRequest: Sendable {
    /// The ID of the exchange, for X-Request-Id: the ID in the request or a new one.
    public let id: String
    /// The status of the answer; also 503 for connections that were closed without an answer.
    public let status: Status
    /// The reason for the refusal, which contains no text from the client.
    public let reason: String
    /// The time after which the client may retry, if the cause is in the server; `nil` otherwise.
    public let retryAfter: Duration?
    /// The other end of the connection.
    public let peer: Peer?
    /// The request, if its head was parsed; its content may be missing.
    public let request: Request?
    /// The time for which the request had waited for its handler.
    public let waited: Duration

    init(
        _ refusal: RequestError,
        from peer: Peer?,
        request: Request? = nil,
        waited: Duration = .zero
    ) {
        id = request.map { RequestID.of($0) } ?? RequestID.make()
        status = refusal.status
        reason = refusal.detail
        retryAfter =
            refusal.status == .serviceUnavailable ? .seconds(refusal.retryAfter) : nil
        self.peer = peer
        self.request = request
        self.waited = waited
    }

    /// The default answer: a problem document (RFC 9457) of the type `about:blank`.
    public var response: Response { response(type: "about:blank") }

    /// Returns the answer as a problem document; it must be cheap to create, because overloaded
    /// servers refuse many requests.
    ///
    /// - Parameter type: The type of the problem.
    /// - Returns: The answer.
    func response(type: String) -> Response {
        let detail = Language.words(reason, es: Self.spanish[reason] ?? reason)
        let problem =
            #"{"type":"\#(type)","title":"\#(status.title)","status":\#(status.code),"#
            + #""detail":"\#(detail)"}"#
        var fields: Fields = [
            .contentType: MediaType.problemJSON.description,
            .contentTypeOptions: "nosniff",
            .cacheControl: "no-store",
            .contentLanguage: Language.words("en", es: "es"),
            .vary: "Accept-Language",
            .requestID: id,
        ]
        if let retryAfter { fields[.retryAfter] = "\(retryAfter.wholeSeconds)" }
        return Response(status: status, fields: fields, content: Content(problem))
    }

    /// The Spanish texts of the reasons for requests whose heads were parsed; for other refusals,
    /// the language is unknown.
    private static let spanish = [
        "the content did not arrive in time": "el contenido no llegó a tiempo",
        "too many bytes wait for slow clients": "demasiados bytes esperan a clientes lentos",
        "there are too many connections": "hay demasiadas conexiones",
        "there are too many requests under way": "hay demasiadas peticiones en curso",
        "there are too many requests of this address under way":
            "hay demasiadas peticiones en curso desde esta dirección",
    ]

    /// Returns the observer's answer, or the default answer if the observer's content is not in
    /// memory.
    func answer(by observer: any ServerObserver) -> Response {
        let response = observer.response(to: self)
        return response.content.isInMemory ? response : self.response
    }
}

extension Request {
    /// The request without its content, as it is before the content arrives.
    var withoutContent: Request {
        var request = self
        request.content = .empty
        return request
    }
}
