// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Status {
    /// The client should continue with its request (RFC 9110 §15.2.1).
    public static let `continue` = Status(known: 100)
    /// The connection changes to another protocol (RFC 9110 §15.2.2).
    public static let switchingProtocols = Status(known: 101)
    /// The response lists fields that the final response will probably hold (RFC 8297).
    public static let earlyHints = Status(known: 103)
    /// The request succeeded (RFC 9110 §15.3.1).
    public static let ok = Status(known: 200)
    /// The request created one or more resources (RFC 9110 §15.3.2).
    public static let created = Status(known: 201)
    /// The request will be processed later (RFC 9110 §15.3.3).
    public static let accepted = Status(known: 202)
    /// The request succeeded and there is nothing to send (RFC 9110 §15.3.5).
    public static let noContent = Status(known: 204)
    /// The client should reset the view that sent the request (RFC 9110 §15.3.6).
    public static let resetContent = Status(known: 205)
    /// The response holds the requested part of the representation (RFC 9110 §15.3.7).
    public static let partialContent = Status(known: 206)
    /// There is more than one representation (RFC 9110 §15.4.1).
    public static let multipleChoices = Status(known: 300)
    /// The resource has permanently moved to another URI (RFC 9110 §15.4.2).
    public static let movedPermanently = Status(known: 301)
    /// The resource is temporarily at another URI (RFC 9110 §15.4.3).
    public static let found = Status(known: 302)
    /// The answer can be fetched from another URI with GET (RFC 9110 §15.4.4).
    public static let seeOther = Status(known: 303)
    /// The client's stored representation is still valid (RFC 9110 §15.4.5).
    public static let notModified = Status(known: 304)
    /// The resource is temporarily at another URI; the method must not change (RFC 9110 §15.4.8).
    public static let temporaryRedirect = Status(known: 307)
    /// The resource has permanently moved; the method must not change (RFC 9110 §15.4.9).
    public static let permanentRedirect = Status(known: 308)
    /// The server cannot understand the request (RFC 9110 §15.5.1).
    public static let badRequest = Status(known: 400)
    /// Valid credentials are missing (RFC 9110 §15.5.2).
    public static let unauthorized = Status(known: 401)
    /// Reserved for future use (RFC 9110 §15.5.3).
    public static let paymentRequired = Status(known: 402)
    /// The server refuses to fulfil the request (RFC 9110 §15.5.4).
    public static let forbidden = Status(known: 403)
    /// There is no such resource (RFC 9110 §15.5.5).
    public static let notFound = Status(known: 404)
    /// The resource does not support the method (RFC 9110 §15.5.6).
    public static let methodNotAllowed = Status(known: 405)
    /// There is no representation that the client accepts (RFC 9110 §15.5.7).
    public static let notAcceptable = Status(known: 406)
    /// Credentials for the proxy are missing (RFC 9110 §15.5.8).
    public static let proxyAuthenticationRequired = Status(known: 407)
    /// The request did not arrive in time (RFC 9110 §15.5.9).
    public static let requestTimeout = Status(known: 408)
    /// The request conflicts with the state of the resource (RFC 9110 §15.5.10).
    public static let conflict = Status(known: 409)
    /// The resource existed, but is permanently gone (RFC 9110 §15.5.11).
    public static let gone = Status(known: 410)
    /// The request must state its length (RFC 9110 §15.5.12).
    public static let lengthRequired = Status(known: 411)
    /// A condition of the request is not met (RFC 9110 §15.5.13).
    public static let preconditionFailed = Status(known: 412)
    /// The request's content exceeds a limit (RFC 9110 §15.5.14).
    public static let contentTooLarge = Status(known: 413)
    /// The request's target exceeds a limit (RFC 9110 §15.5.15).
    public static let uriTooLong = Status(known: 414)
    /// The content is in a format that is not supported (RFC 9110 §15.5.16).
    public static let unsupportedMediaType = Status(known: 415)
    /// The requested part lies outside the representation (RFC 9110 §15.5.17).
    public static let rangeNotSatisfiable = Status(known: 416)
    /// The server cannot meet the Expect field (RFC 9110 §15.5.18).
    public static let expectationFailed = Status(known: 417)
    /// The server is not responsible for the target (RFC 9110 §15.5.20).
    public static let misdirectedRequest = Status(known: 421)
    /// The content is well-formed, but its values are wrong (RFC 9110 §15.5.21).
    public static let unprocessableContent = Status(known: 422)
    /// The request might be replayed (RFC 8470 §5.2).
    public static let tooEarly = Status(known: 425)
    /// The client must use another protocol (RFC 9110 §15.5.22).
    public static let upgradeRequired = Status(known: 426)
    /// The request must be conditional (RFC 6585 §3).
    public static let preconditionRequired = Status(known: 428)
    /// The client sends too many requests (RFC 6585 §4).
    public static let tooManyRequests = Status(known: 429)
    /// The header section exceeds a limit (RFC 6585 §5).
    public static let requestHeaderFieldsTooLarge = Status(known: 431)
    /// A legal demand forbids access to the resource (RFC 7725 §3).
    public static let unavailableForLegalReasons = Status(known: 451)
    /// The server met an unexpected condition (RFC 9110 §15.6.1).
    public static let internalServerError = Status(known: 500)
    /// The server lacks a feature that the request needs (RFC 9110 §15.6.2).
    public static let notImplemented = Status(known: 501)
    /// The server behind a gateway sent an invalid response (RFC 9110 §15.6.3).
    public static let badGateway = Status(known: 502)
    /// The server is temporarily unable to answer (RFC 9110 §15.6.4).
    public static let serviceUnavailable = Status(known: 503)
    /// The server behind a gateway did not answer in time (RFC 9110 §15.6.5).
    public static let gatewayTimeout = Status(known: 504)
    /// The server does not speak this version (RFC 9110 §15.6.6).
    public static let httpVersionNotSupported = Status(known: 505)
    /// The server has no storage for the request (RFC 4918 §11.5).
    public static let insufficientStorage = Status(known: 507)
    /// The client must authenticate to use the network (RFC 6585 §6).
    public static let networkAuthenticationRequired = Status(known: 511)

    /// The phrase that goes with the code; empty for a code that is not registered.
    public var reasonPhrase: String { Self.reasonPhrases[code] ?? "" }

    private static let reasonPhrases: [Int: String] = [
        100: "Continue",
        101: "Switching Protocols",
        103: "Early Hints",
        200: "OK",
        201: "Created",
        202: "Accepted",
        204: "No Content",
        205: "Reset Content",
        206: "Partial Content",
        300: "Multiple Choices",
        301: "Moved Permanently",
        302: "Found",
        303: "See Other",
        304: "Not Modified",
        307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request",
        401: "Unauthorized",
        402: "Payment Required",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        406: "Not Acceptable",
        407: "Proxy Authentication Required",
        408: "Request Timeout",
        409: "Conflict",
        410: "Gone",
        411: "Length Required",
        412: "Precondition Failed",
        413: "Content Too Large",
        414: "URI Too Long",
        415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        417: "Expectation Failed",
        421: "Misdirected Request",
        422: "Unprocessable Content",
        425: "Too Early",
        426: "Upgrade Required",
        428: "Precondition Required",
        429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error",
        501: "Not Implemented",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
        507: "Insufficient Storage",
        511: "Network Authentication Required",
    ]
}
