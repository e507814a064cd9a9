// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

/// The settings of a request, combined from the options of a curl command.
struct CurlSettings {
    typealias File = (_ path: String) throws -> Content

    let file: File?
    /// The output of the command before curl in the pipeline; curl reads it as its standard input.
    private var input: [UInt8]?
    var address: String?
    var target: String?
    var method: String?
    var isGet = false
    var isHead = false
    var lines: [String] = []
    /// The fields of options such as `--user-agent`, which apply unless a `--header` line has the
    /// same name.
    var values: [(name: String, value: String)] = []
    var cookies: [String] = []
    var user: String?
    var content: Content?
    var isJSON = false
    var form: Multipart.Writer?

    init(file: File?) {
        self.file = file
    }

    /// Reads a pipeline: a curl command and, optionally, a command before it that writes the
    /// content.
    mutating func read(_ pipeline: [[[UInt8]]]) throws(CurlCommandError) {
        guard var words = pipeline.last, pipeline.count <= 2 else {
            throw CurlCommandError("expected one command that begins with “curl”")
        }
        if pipeline.count == 2 { input = try Self.printed(pipeline[0]) }
        // A copied command may begin with the prompt of the shell.
        if words.first == Array("$".utf8) { words.removeFirst() }
        let name = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard ["curl", "curl.exe"].contains(name) else {
            throw CurlCommandError("expected one command that begins with “curl”")
        }
        try read(words: words.dropFirst())
    }

    private static func printed(_ words: [[UInt8]]) throws(CurlCommandError) -> [UInt8] {
        if words.count == 2, words[0] == Array("printf".utf8) {
            var format = BackslashEscapes(words[1][...])
            if let text = format.printed() { return text }
        }
        throw CurlCommandError("a pipe; expected curl alone, or printf with one text before it")
    }

    // MARK: - Words

    private mutating func read(words: ArraySlice<[UInt8]>) throws(CurlCommandError) {
        var rest = words
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, word == Array("--".utf8) {
                takesOptions = false
            } else if takesOptions, word.starts(with: "--".utf8) {
                let name = try Self.text(word.dropFirst(2), of: "an option")
                try read(CurlOption.named(name), "--" + name, nil, &rest)
            } else if takesOptions, word.first == UInt8(ascii: "-"), word.count > 1 {
                try read(short: word, &rest)
            } else {
                try setAddress(try Self.text(word[...], of: "the address"))
            }
        }
    }

    private mutating func read(
        short word: [UInt8],
        _ rest: inout ArraySlice<[UInt8]>
    ) throws(CurlCommandError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let name = Character(Unicode.Scalar(letter))
            let option = CurlOption.named(name)
            let hasValue = option?.hasValue ?? false
            // The rest of the word is the option's value.
            try read(option, "-\(name)", hasValue && !letters.isEmpty ? letters : nil, &rest)
            if hasValue { return }
        }
    }

    private mutating func read(
        _ option: CurlOption?,
        _ name: String,
        _ attached: ArraySlice<UInt8>?,
        _ rest: inout ArraySlice<[UInt8]>
    ) throws(CurlCommandError) {
        guard let option else {
            throw CurlCommandError("the option \(name.prefix(40)) is not known")
        }
        if case .refused(let reason) = option.meaning {
            throw CurlCommandError("\(name) has no place in a request: \(reason)")
        }
        guard option.hasValue else { return setFlag(option.meaning) }
        guard let value = attached ?? rest.popFirst().map({ $0[...] }) else {
            throw CurlCommandError("\(name) needs a value")
        }
        if case .data(let kind) = option.meaning { return try addData(value, kind, name) }
        try set(option.meaning, to: try Self.text(value, of: name), name)
    }

    private mutating func setFlag(_ meaning: CurlOption.Meaning) {
        if case .get = meaning { isGet = true }
        if case .head = meaning { isHead = true }
    }

    private mutating func set(
        _ meaning: CurlOption.Meaning,
        to text: String,
        _ name: String
    ) throws(CurlCommandError) {
        switch meaning {
        case .method: method = text
        case .field:
            guard !text.hasPrefix("@") else { throw CurlCommandError("\(name) names a file") }
            lines.append(text)
        case .user: user = text
        case .bearer: values.append(("Authorization", "Bearer " + text))
        case .address: try setAddress(text)
        case .target: target = text
        case .cookie:
            guard text.contains("=") else {
                throw CurlCommandError("\(name) names a file; expected name=value")
            }
            cookies.append(text)
        case .value(let field): values.append((field, field == "Range" ? "bytes=" + text : text))
        case .form(let isLiteral): try addPart(text, isLiteral: isLiteral, name)
        case .get, .head, .data, .ignored, .refused: break
        }
    }

    private mutating func setAddress(_ text: String) throws(CurlCommandError) {
        guard address == nil else { throw CurlCommandError("a second address; expected one") }
        address = text
    }

    // MARK: - Files

    /// Returns the content of the file at a path; `-` is standard input.
    func content(at path: String, _ name: String) throws(CurlCommandError) -> Content {
        if path == "-" {
            guard let input else {
                throw CurlCommandError("\(name) reads standard input, of which nothing is known")
            }
            return Content(input)
        }
        guard let file else {
            throw CurlCommandError("\(name) names the file “\(path.prefix(200))”; no file is read")
        }
        do {
            return try file(path)
        } catch {
            throw CurlCommandError("\(name): the file “\(path.prefix(200))” cannot be read")
        }
    }

    static func text(
        _ bytes: ArraySlice<UInt8>,
        of name: String
    ) throws(CurlCommandError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CurlCommandError("\(name) is not UTF-8")
        }
        return text
    }
}
