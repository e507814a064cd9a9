// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension MediaType {
    /// JSON (RFC 8259).
    public static let json = MediaType(known: "application", "json")
    /// XML (RFC 7303 §4.1).
    public static let xml = MediaType(known: "application", "xml")
    /// XML under its older name (RFC 7303 §9.2).
    public static let textXML = MediaType(known: "text", "xml")
    /// A form's names and values (WHATWG URL §5).
    public static let form = MediaType(known: "application", "x-www-form-urlencoded")
    /// A form's fields and files; the boundary is a parameter (RFC 7578).
    public static let multipartForm = MediaType(known: "multipart", "form-data")
    /// Problem details in JSON (RFC 9457 §3).
    public static let problemJSON = MediaType(known: "application", "problem+json")
    /// Problem details in XML (RFC 9457 appendix B).
    public static let problemXML = MediaType(known: "application", "problem+xml")
    /// A document of JSON:API (JSON:API 1.1 §2).
    public static let jsonAPI = MediaType(known: "application", "vnd.api+json")
    /// A message of SOAP 1.2 (RFC 3902); SOAP 1.1 uses ``textXML``.
    public static let soap = MediaType(known: "application", "soap+xml")
    /// A web page (WHATWG HTML §15.1).
    public static let html = MediaType(known: "text", "html")
    /// Text without markup (RFC 2046 §4.1.3).
    public static let plainText = MediaType(known: "text", "plain")
    /// A style sheet (RFC 2318).
    public static let css = MediaType(known: "text", "css")
    /// A vector image (W3C SVG 1.1 appendix P).
    public static let svg = MediaType(known: "image", "svg+xml")
    /// A PNG image (W3C PNG).
    public static let png = MediaType(known: "image", "png")
    /// Server-sent events (WHATWG HTML §9.2).
    public static let eventStream = MediaType(known: "text", "event-stream")
    /// JSON values, one on each line (jsonlines.org).
    public static let jsonLines = MediaType(known: "application", "jsonl")
    /// JSON values, one on each line, under the other name of the format (ndjson.org).
    public static let newlineDelimitedJSON = MediaType(known: "application", "x-ndjson")
    /// JSON values, each after a separator (RFC 7464).
    public static let jsonTextSequence = MediaType(known: "application", "json-seq")
    /// Any bytes (RFC 2046 §4.5.1).
    public static let octetStream = MediaType(known: "application", "octet-stream")
}
