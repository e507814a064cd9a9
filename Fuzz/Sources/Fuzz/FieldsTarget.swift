// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Checks that fields and targets which were read are the same after they were written and read
/// again.
enum FieldsTarget {
    static func read(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        again(text, "media type") { MediaType($0) }
        again(text, "media range") { MediaRange($0) }
        again(text, "entity tag") { EntityTag($0) }
        again(text, "quality") { Quality($0) }
        again(text, "date") { HTTPDate($0, now: HTTPDate(secondsSince1970: 1_700_000_000)) }
        let accept = Accept(fields(text, .accept)).description
        expect(Accept(fields(accept, .accept)).description, accept, "accept changed on the way")
        func written(_ challenges: [Challenge]) -> String {
            challenges.map(\.description).joined(separator: ", ")
        }
        again(text, "challenges", write: written, read: { Challenge.list(in: [$0]) })
        let links = LinkField([text]).description
        expect(LinkField([links]).description, links, "the links changed on the way")
        again(text, "condition") { EntityTagCondition([$0]) }
        _ = HTTPDate(cookieExpires: text)
        _ = ContentDisposition(text)
        _ = TraceContext(traceparent: text)
        let parent = TraceContext().traceparent
        _ = TraceContext(traceparent: parent, state: text)
        _ = BasicCredentials(authorization: text)
        readURI(text)
        readEncodings(input, text)
    }

    private static func fields(_ text: String, _ name: FieldName) -> Fields {
        var fields = Fields()
        fields[name] = text
        return fields
    }

    private static func again<T: Equatable & CustomStringConvertible>(
        _ text: String,
        _ name: String,
        read: (String) -> T?
    ) {
        again(text, name, write: { $0.description }, read: read)
    }

    private static func again<T: Equatable>(
        _ text: String,
        _ name: String,
        write: (T) -> String,
        read: (String) -> T?
    ) {
        guard let value = read(text) else { return }
        expect(read(write(value)), value, "the \(name) changed on the way")
    }

    private static func readURI(_ text: String) {
        again(text, "URI") { try? URI($0) }
        if let uri = try? URI(text) {
            expect(uri.normalized.normalized, uri.normalized, "normal twice is not normal once")
            expect(try? URI(uri.normalized.description), uri.normalized, "the normal URI changed")
        }
        if let base = try? URI("https://user@example.org:81/a/b/../c?d#e"),
            let uri = try? base.resolving(text)
        {
            expect(try? URI(uri.description), uri, "the resolved URI changed on the way")
        }
        guard let items = try? QueryItems(parsing: text) else { return }
        expect(try? QueryItems(parsing: items.encoded), items, "the query changed on the way")
        expect(try? QueryItems(parsing: items.formEncoded), items, "the form changed on the way")
    }

    private static func readEncodings(_ input: [UInt8], _ text: String) {
        for alphabet in [Base64.Alphabet.standard, .urlSafe] {
            for padding in [true, false] {
                let written = Base64.encode(input, alphabet: alphabet, padding: padding)
                let bytes = Base64.decode(written, alphabet: alphabet, padding: padding)
                expect(bytes, input, "Base64 changed the bytes")
                guard let read = Base64.decode(text, alphabet: alphabet, padding: padding) else {
                    continue
                }
                let again = Base64.encode(read, alphabet: alphabet, padding: padding)
                expect(again, text, "Base64 accepts what no encoder writes")
            }
        }
        for kept in [PercentEncoding.CharacterSet.query, .form] {
            let written = PercentEncoding.encode(text, keeping: kept)
            let read =
                kept == .form
                ? PercentEncoding.decodeForm(written) : PercentEncoding.decode(written)
            expect(read, text, "percent encoding changed the text")
        }
    }
}
