// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

extension CurlSettings {
    // MARK: - Data

    /// Adds the content from an option such as `--data`.
    mutating func addData(
        _ value: ArraySlice<UInt8>,
        _ kind: CurlData,
        _ name: String
    ) throws(CurlCommandError) {
        let piece: Content
        switch kind {
        case .raw: piece = Content(Array(value))
        case .escaped: piece = Content(try escaped(value, name))
        case .text, .binary, .json:
            guard value.first == UInt8(ascii: "@") else {
                piece = Content(Array(value))
                break
            }
            let named = try content(at: try Self.text(value.dropFirst(), of: name), name)
            guard kind == .text else {
                piece = named
                break
            }
            let bytes = try bytes(of: named, name)
            piece = Content(bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 })
        }
        if kind == .json { isJSON = true }
        guard let before = content else {
            content = piece
            return
        }
        let separator = kind == .json ? "" : "&"
        content = Content(try bytes(of: before, name) + separator.utf8 + bytes(of: piece, name))
    }

    /// Returns form-encoded text from a value of the form `text`, `=text`, `name=text`, `@file` or
    /// `name@file`.
    private func escaped(
        _ value: ArraySlice<UInt8>,
        _ name: String
    ) throws(CurlCommandError) -> [UInt8] {
        let mark = value.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        guard let mark else { return Self.escaped(value) }
        let start = value[..<mark] + (mark == value.startIndex ? [] : [UInt8(ascii: "=")])
        let rest = value[value.index(after: mark)...]
        guard value[mark] == UInt8(ascii: "@") else { return start + Self.escaped(rest) }
        let named = try content(at: try Self.text(rest, of: name), name)
        return start + Self.escaped(try bytes(of: named, name)[...])
    }

    private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        PercentEncoding.append(Array(bytes).span, keeping: .unreserved, to: &output)
        return output
    }

    private func bytes(of content: Content, _ name: String) throws(CurlCommandError) -> [UInt8] {
        guard let bytes = content.bytes else {
            throw CurlCommandError("\(name): what is joined or changed has to be bytes at hand")
        }
        return bytes
    }

    // MARK: - Forms

    /// Adds a part of a form: `name=text`, `name=@file` or `name=<file`,
    /// with a type and a file name.
    mutating func addPart(
        _ text: String,
        isLiteral: Bool,
        _ name: String
    ) throws(CurlCommandError) {
        guard let mark = text.firstIndex(of: "=") else {
            throw CurlCommandError("\(name) has no “=” after the name of its part")
        }
        let field = String(text[..<mark])
        let value = String(text[mark...].dropFirst())
        if form == nil { form = Multipart.Writer() }
        if isLiteral {
            form?.append(value, named: field)
            return
        }
        let part = try Part(value, name)
        switch part.source {
        case .text(let text):
            form?.append(
                Content(text),
                named: field,
                filename: part.filename,
                mediaType: part.type
            )
        case .file(let path, let isUpload):
            let last = path.split(separator: "/").last.map(String.init)
            let content = try content(at: path, name)
            form?.append(
                content,
                named: field,
                filename: part.filename ?? (isUpload ? last : nil),
                mediaType: part.type ?? (isUpload ? .octetStream : nil)
            )
        }
    }

    /// The value of a `--form` option, split into its components.
    private struct Part {
        enum Source {
            case text(String)
            case file(String, isUpload: Bool)
        }

        let source: Source
        var type: MediaType?
        var filename: String?

        init(_ value: String, _ name: String) throws(CurlCommandError) {
            var pieces = value.split(separator: ";", omittingEmptySubsequences: false)[...]
            var body = String(pieces.popFirst() ?? "")
            while let piece = pieces.popFirst() {
                let words = piece.split(separator: "=", maxSplits: 1).map(String.init)
                switch words.first?.filter({ $0 != " " }) {
                case "type" where words.count == 2:
                    guard let type = MediaType(words[1]) else {
                        throw CurlCommandError("\(name) has a malformed type")
                    }
                    self.type = type
                case "filename" where words.count == 2:
                    filename = words[1].trimmingPrefix("\"").description
                    if filename?.last == "\"" { filename?.removeLast() }
                default: body += ";" + piece
                }
            }
            if body.first == "\"", body.last == "\"", body.count > 1 {
                body = String(body.dropFirst().dropLast())
            }
            switch body.first {
            case "@": source = .file(String(body.dropFirst()), isUpload: true)
            case "<": source = .file(String(body.dropFirst()), isUpload: false)
            default: source = .text(body)
            }
        }
    }
}
