// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FieldName {
    /// Media types that the client prefers (RFC 9110 §12.5.1).
    public static let accept = FieldName(known: "Accept")
    /// Content codings that the client understands (RFC 9110 §12.5.3).
    public static let acceptEncoding = FieldName(known: "Accept-Encoding")
    /// Natural languages that the client prefers (RFC 9110 §12.5.4).
    public static let acceptLanguage = FieldName(known: "Accept-Language")
    /// Media types that a POST to the target accepts (W3C LDP §7.1).
    public static let acceptPost = FieldName(known: "Accept-Post")
    /// Seconds that a stored response has been in a cache (RFC 9111 §5.1).
    public static let age = FieldName(known: "Age")
    /// Methods that the target resource supports (RFC 9110 §10.2.1).
    public static let allow = FieldName(known: "Allow")
    /// Credentials of the client (RFC 9110 §11.6.2).
    public static let authorization = FieldName(known: "Authorization")
    /// Directives to caches (RFC 9111 §5.2).
    public static let cacheControl = FieldName(known: "Cache-Control")
    /// Options of this connection (RFC 9110 §7.6.1).
    public static let connection = FieldName(known: "Connection")
    /// How the content is to be presented (RFC 6266).
    public static let contentDisposition = FieldName(known: "Content-Disposition")
    /// Codings applied to the content (RFC 9110 §8.4).
    public static let contentEncoding = FieldName(known: "Content-Encoding")
    /// Natural languages of the content (RFC 9110 §8.5).
    public static let contentLanguage = FieldName(known: "Content-Language")
    /// The content's length in bytes (RFC 9110 §8.6).
    public static let contentLength = FieldName(known: "Content-Length")
    /// What a page may load (W3C Content Security Policy).
    public static let contentSecurityPolicy = FieldName(known: "Content-Security-Policy")
    /// The content's media type (RFC 9110 §8.3).
    public static let contentType = FieldName(known: "Content-Type")
    /// Cookies that the client returns (RFC 6265 §5.4).
    public static let cookie = FieldName(known: "Cookie")
    /// When the message was made (RFC 9110 §6.6.1).
    public static let date = FieldName(known: "Date")
    /// The validator of a representation (RFC 9110 §8.8.3).
    public static let eTag = FieldName(known: "ETag")
    /// What the client expects of the server (RFC 9110 §10.1.1).
    public static let expect = FieldName(known: "Expect")
    /// The host and port of the target (RFC 9110 §7.2).
    public static let host = FieldName(known: "Host")
    /// A key that makes repeated requests one (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey = FieldName(known: "Idempotency-Key")
    /// Entity tags of which one must match (RFC 9110 §13.1.1).
    public static let ifMatch = FieldName(known: "If-Match")
    /// A date after which the representation must have changed (RFC 9110 §13.1.3).
    public static let ifModifiedSince = FieldName(known: "If-Modified-Since")
    /// Entity tags of which none may match (RFC 9110 §13.1.2).
    public static let ifNoneMatch = FieldName(known: "If-None-Match")
    /// A date after which the representation must not have changed (RFC 9110 §13.1.4).
    public static let ifUnmodifiedSince = FieldName(known: "If-Unmodified-Since")
    /// When the representation was last changed (RFC 9110 §8.8.2).
    public static let lastModified = FieldName(known: "Last-Modified")
    /// Links to other resources (RFC 8288 §3).
    public static let link = FieldName(known: "Link")
    /// Where to find the new or the created resource (RFC 9110 §10.2.2).
    public static let location = FieldName(known: "Location")
    /// Page that the request came from, by origin (RFC 6454 §7).
    public static let origin = FieldName(known: "Origin")
    /// Credentials for a proxy (RFC 9110 §11.7.2).
    public static let proxyAuthorization = FieldName(known: "Proxy-Authorization")
    /// How much of its address a page gives away (W3C Referrer Policy).
    public static let referrerPolicy = FieldName(known: "Referrer-Policy")
    /// An identifier for one request across systems.
    public static let requestID = FieldName(known: "X-Request-Id")
    /// How long to wait before another request (RFC 9110 §10.2.3).
    public static let retryAfter = FieldName(known: "Retry-After")
    /// The server's software (RFC 9110 §10.2.4).
    public static let server = FieldName(known: "Server")
    /// A cookie that the server sets; one field for each (RFC 6265 §5.2).
    public static let setCookie = FieldName(known: "Set-Cookie")
    /// That browsers must come back over TLS (RFC 6797 §6.1).
    public static let strictTransportSecurity = FieldName(known: "Strict-Transport-Security")
    /// Fields that the trailer section will hold (RFC 9110 §6.6.2).
    public static let trailer = FieldName(known: "Trailer")
    /// Transfer codings of the message (RFC 9112 §6.1).
    public static let transferEncoding = FieldName(known: "Transfer-Encoding")
    /// The protocols that the sender would like to switch to (RFC 9110 §7.8).
    public static let upgrade = FieldName(known: "Upgrade")
    /// The client's software (RFC 9110 §10.1.5).
    public static let userAgent = FieldName(known: "User-Agent")
    /// Request fields that decided about the response (RFC 9110 §12.5.5).
    public static let vary = FieldName(known: "Vary")
    /// How to authenticate (RFC 9110 §11.6.1).
    public static let wwwAuthenticate = FieldName(known: "WWW-Authenticate")
    /// Whether a client may guess the media type (WHATWG Fetch §3.6).
    public static let contentTypeOptions = FieldName(known: "X-Content-Type-Options")
}
