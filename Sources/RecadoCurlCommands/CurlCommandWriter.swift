// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoSecrets

/// Writes a request as a command for a POSIX shell.
struct CurlCommandWriter {
    let request: Request
    let redaction: CurlCommand.Redaction

    /// The maximum size of content that is written as an argument; Linux limits an argument to 128
    /// KiB.
    private static let argumentLimit = 100_000

    /// The complete command.
    var text: String {
        var words = methodWords
        for field in request.fields where isSent(field) {
            let value = redaction == .nothing ? field.value : maskedValue(of: field)
            // To curl, a name and a colon without a value mean “do not send this field”; a
            // semicolon in place of the colon means “send it without a value”.
            let line = value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
            words += ["--header", ShellWord.quoted(line)]
        }
        let (source, contentWords) = content
        words += contentWords
        words += addressWords
        return source + (["curl"] + words).joined(separator: " ")
    }

    private var methodWords: [String] {
        switch request.method {
        case .get where request.content.length == 0: []
        case .head where request.content.length == 0: ["--head"]
        default: ["--request", ShellWord.quoted(request.method.name)]
        }
    }

    // MARK: - Fields

    /// True if the command must name the field: its value is valid, and curl does not add the field
    /// itself.
    private func isSent(_ field: Fields.Element) -> Bool {
        Fields.isValid(field.value)
            && !(field.name == .contentLength && request.content.length != nil)
    }

    private func maskedValue(of field: Fields.Element) -> String {
        redaction == .credentials
            ? SecretMask.ellipsis.value(of: field) : RecadoHTTP.Redaction.value(of: field)
    }

    // MARK: - Content

    /// The command that pipes the content to curl, if one is needed, and curl's arguments for the
    /// content.
    private var content: (source: String, words: [String]) {
        guard request.content.length != 0 else { return ("", []) }
        var words: [String] = []
        // Without a Content-Type, curl declares all content as a form.
        if !request.fields.contains(.contentType) { words = ["--header", "Content-Type:"] }
        if redaction == .secrets { return ("", words + maskedContent) }
        guard var bytes = request.content.bytes else { return ("", words + Self.fromInput) }
        if redaction == .credentials {
            let type = request.fields[.contentType].flatMap { MediaType($0) }
            guard let masked = SecretMask.ellipsis.content(bytes, type) else {
                return ("", words + maskedContent)
            }
            bytes = masked
        }
        if let text = Self.argument(bytes) {
            return ("", words + ["--data-raw", ShellWord.quoted(text)])
        }
        return ("printf \(Self.printfFormat(bytes)) | ", words + Self.fromInput)
    }

    private static let fromInput = ["--data-binary", "@-"]

    /// The arguments for masked content, which state only the size of the content.
    private var maskedContent: [String] {
        let length = request.content.length.map { "\($0) bytes" } ?? "a stream"
        return ["--data-binary", ShellWord.quoted("\(RecadoHTTP.Redaction.mask) (\(length))")]
    }

    /// Returns content as text for an argument; `nil` if it is not safe to paste into a terminal.
    private static func argument(_ bytes: [UInt8]) -> String? {
        let isPlain = bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x0A }
        guard isPlain, bytes.count <= argumentLimit else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns a quoted ASCII format with which `printf` writes the bytes.
    private static func printfFormat(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = [UInt8(ascii: "'")]
        text.reserveCapacity(bytes.count * 2)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "'"): text += "'\\''".utf8
            case UInt8(ascii: "%"): text += "%%".utf8
            case UInt8(ascii: "\\"): text += "\\\\".utf8
            // `printf` would read a leading dash as an option.
            case UInt8(ascii: "-") where index == 0: text += "\\055".utf8
            case 0x0A: text += "\\n".utf8
            case 0x20..<0x7F: text.append(byte)
            default:
                let digits = String(byte, radix: 8)
                text += ("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8
            }
        }
        text.append(UInt8(ascii: "'"))
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: - Address

    private var addressWords: [String] {
        if redaction == .secrets {
            return [ShellWord.quoted(RecadoHTTP.Redaction.uri(of: request))]
        }
        let origin = "\(request.scheme)://\(request.authority)"
        let isMasked = redaction == .credentials
        let target = isMasked ? SecretMask.ellipsis.address(request.target) : request.target
        guard isPlainTarget else {
            return ["--request-target", ShellWord.quoted(target), ShellWord.quoted(origin)]
        }
        return [ShellWord.quoted(origin + target)]
    }

    /// True if curl sends the target unchanged when the target is part of a URL.
    private var isPlainTarget: Bool {
        guard request.uri?.target == request.target else { return false }
        // curl expands brackets and braces to several URLs, and removes dot segments.
        return !request.target.utf8.contains { "[]{}#".utf8.contains($0) }
            && !request.target.contains("/.")
    }
}
