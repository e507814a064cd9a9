// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// A request that a server has answered in its handler's stead.
///
/// It broke the rules of HTTP or the limits of the configuration, or the server had too much to do.
/// For a connection that was one too many, only the peer is known. A request whose content was
/// refused while its handler read it is also of this kind: the handler's own answer was not sent
/// then.
public struct RefusedRequest: Sendable {
    /// The identifier of the exchange, in X-Request-Id: the request's own or a new one.
    public let id: String
    /// The status of the answer; 503 for connections that were closed without one, too.
    public let status: Status
    /// The reason for the refusal, in the server's own words, never the client's.
    public let reason: String
    /// The time after which the client may come again, if the server is at fault; `nil` if it is
    /// not.
    public let retryAfter: Duration?
    /// The other end of the connection.
    public let peer: Peer?
    /// The request, if its head was understood, as it was if the server was overloaded.
    public let request: Request?
    /// The time that the request had waited for its handler.
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

    /// The default answer: a problem document (RFC 9457) of a type without a page.
    public var response: Response { response(type: "about:blank") }

    /// The answer as a problem document; making it must cost little, for servers refuse when they
    /// have too much to do.
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

    /// The Spanish texts of the reasons that concern requests whose heads were understood; other
    /// refusals happen before the language is known.
    private static let spanish = [
        "the content did not arrive in time": "el contenido no llegó a tiempo",
        "too many bytes wait for slow clients": "demasiados bytes esperan a clientes lentos",
        "there are too many connections": "hay demasiadas conexiones",
        "there are too many requests under way": "hay demasiadas peticiones en curso",
        "there are too many requests of this address under way":
            "hay demasiadas peticiones en curso desde esta dirección",
    ]

    /// The answer that an observer gives, or the default answer if the observer's content is not in
    /// memory.
    func answer(by observer: any ServerObserver) -> Response {
        let response = observer.response(to: self)
        return response.content.isAtHand ? response : self.response
    }
}

extension Request {
    /// The request without its content, as it is before the content has arrived.
    var withoutContent: Request {
        var request = self
        request.content = .empty
        return request
    }
}
