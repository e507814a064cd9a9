// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The names are computed, not stored, because a literal needs no reference counting and no lookup.

extension FieldName {
    /// Media types that the client prefers (RFC 9110 §12.5.1).
    @inlinable public static var accept: FieldName { FieldName(known: "Accept") }
    /// Content codings that the client understands (RFC 9110 §12.5.3).
    @inlinable public static var acceptEncoding: FieldName { FieldName(known: "Accept-Encoding") }
    /// Natural languages that the client prefers (RFC 9110 §12.5.4).
    @inlinable public static var acceptLanguage: FieldName { FieldName(known: "Accept-Language") }
    /// Media types that a POST to the target accepts (W3C LDP §7.1).
    @inlinable public static var acceptPost: FieldName { FieldName(known: "Accept-Post") }
    /// Seconds that a stored response has been in a cache (RFC 9111 §5.1).
    @inlinable public static var age: FieldName { FieldName(known: "Age") }
    /// Methods that the target resource supports (RFC 9110 §10.2.1).
    @inlinable public static var allow: FieldName { FieldName(known: "Allow") }
    /// Credentials of the client (RFC 9110 §11.6.2).
    @inlinable public static var authorization: FieldName { FieldName(known: "Authorization") }
    /// Directives to caches (RFC 9111 §5.2).
    @inlinable public static var cacheControl: FieldName { FieldName(known: "Cache-Control") }
    /// Options of this connection (RFC 9110 §7.6.1).
    @inlinable public static var connection: FieldName { FieldName(known: "Connection") }
    /// The presentation of the content, inline or as a file (RFC 6266).
    @inlinable public static var contentDisposition: FieldName {
        FieldName(known: "Content-Disposition")
    }
    /// Codings applied to the content (RFC 9110 §8.4).
    @inlinable public static var contentEncoding: FieldName { FieldName(known: "Content-Encoding") }
    /// Natural languages of the content (RFC 9110 §8.5).
    @inlinable public static var contentLanguage: FieldName { FieldName(known: "Content-Language") }
    /// The content's length in bytes (RFC 9110 §8.6).
    @inlinable public static var contentLength: FieldName { FieldName(known: "Content-Length") }
    /// The sources that a page may load from (W3C Content Security Policy).
    @inlinable public static var contentSecurityPolicy: FieldName {
        FieldName(known: "Content-Security-Policy")
    }
    /// The content's media type (RFC 9110 §8.3).
    @inlinable public static var contentType: FieldName { FieldName(known: "Content-Type") }
    /// Cookies that the client returns (RFC 6265 §5.4).
    @inlinable public static var cookie: FieldName { FieldName(known: "Cookie") }
    /// The time at which the message was created (RFC 9110 §6.6.1).
    @inlinable public static var date: FieldName { FieldName(known: "Date") }
    /// The validator of a representation (RFC 9110 §8.8.3).
    @inlinable public static var eTag: FieldName { FieldName(known: "ETag") }
    /// The client's expectations of the server (RFC 9110 §10.1.1).
    @inlinable public static var expect: FieldName { FieldName(known: "Expect") }
    /// The host and port of the target (RFC 9110 §7.2).
    @inlinable public static var host: FieldName { FieldName(known: "Host") }
    /// A key that is the same for all repetitions of a request
    /// (draft-ietf-httpapi-idempotency-key-header).
    @inlinable public static var idempotencyKey: FieldName { FieldName(known: "Idempotency-Key") }
    /// Entity tags, one of which must match (RFC 9110 §13.1.1).
    @inlinable public static var ifMatch: FieldName { FieldName(known: "If-Match") }
    /// A date after which the representation must have changed (RFC 9110 §13.1.3).
    @inlinable public static var ifModifiedSince: FieldName {
        FieldName(known: "If-Modified-Since")
    }
    /// Entity tags, none of which may match (RFC 9110 §13.1.2).
    @inlinable public static var ifNoneMatch: FieldName { FieldName(known: "If-None-Match") }
    /// A date after which the representation must not have changed (RFC 9110 §13.1.4).
    @inlinable public static var ifUnmodifiedSince: FieldName {
        FieldName(known: "If-Unmodified-Since")
    }
    /// The time at which the representation was last changed (RFC 9110 §8.8.2).
    @inlinable public static var lastModified: FieldName { FieldName(known: "Last-Modified") }
    /// Links to other resources (RFC 8288 §3).
    @inlinable public static var link: FieldName { FieldName(known: "Link") }
    /// The target of a redirect, or the address of a created resource (RFC 9110 §10.2.2).
    @inlinable public static var location: FieldName { FieldName(known: "Location") }
    /// The origin of the page that the request came from (RFC 6454 §7).
    @inlinable public static var origin: FieldName { FieldName(known: "Origin") }
    /// Credentials for a proxy (RFC 9110 §11.7.2).
    @inlinable public static var proxyAuthorization: FieldName {
        FieldName(known: "Proxy-Authorization")
    }
    /// The part of a page's address that browsers reveal to others (W3C Referrer Policy).
    @inlinable public static var referrerPolicy: FieldName { FieldName(known: "Referrer-Policy") }
    /// An identifier of one request across several systems.
    @inlinable public static var requestID: FieldName { FieldName(known: "X-Request-Id") }
    /// The time to wait before another request (RFC 9110 §10.2.3).
    @inlinable public static var retryAfter: FieldName { FieldName(known: "Retry-After") }
    /// The server's software (RFC 9110 §10.2.4).
    @inlinable public static var server: FieldName { FieldName(known: "Server") }
    /// A cookie that the server sets; each cookie has its own field (RFC 6265 §5.2).
    @inlinable public static var setCookie: FieldName { FieldName(known: "Set-Cookie") }
    /// The demand that browsers connect over TLS only (RFC 6797 §6.1).
    @inlinable public static var strictTransportSecurity: FieldName {
        FieldName(known: "Strict-Transport-Security")
    }
    /// Fields that the trailer section will hold (RFC 9110 §6.6.2).
    @inlinable public static var trailer: FieldName { FieldName(known: "Trailer") }
    /// Transfer codings of the message (RFC 9112 §6.1).
    @inlinable public static var transferEncoding: FieldName {
        FieldName(known: "Transfer-Encoding")
    }
    /// The protocols that the sender would like to switch to (RFC 9110 §7.8).
    @inlinable public static var upgrade: FieldName { FieldName(known: "Upgrade") }
    /// The client's software (RFC 9110 §10.1.5).
    @inlinable public static var userAgent: FieldName { FieldName(known: "User-Agent") }
    /// Request fields on which the choice of the response depends (RFC 9110 §12.5.5).
    @inlinable public static var vary: FieldName { FieldName(known: "Vary") }
    /// The challenges that tell a client how to authenticate (RFC 9110 §11.6.1).
    @inlinable public static var wwwAuthenticate: FieldName { FieldName(known: "WWW-Authenticate") }
    /// The option that forbids a client to guess the media type (WHATWG Fetch §3.6).
    @inlinable public static var contentTypeOptions: FieldName {
        FieldName(known: "X-Content-Type-Options")
    }
}
