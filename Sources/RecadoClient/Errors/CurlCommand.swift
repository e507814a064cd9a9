// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request as a command for a POSIX shell.
enum CurlCommand {
    /// The command, with masks in the place of secrets.
    static func text(of request: Request) -> String {
        var words = ["curl"]
        switch request.method {
        case .get: break
        case .head: words.append("--head")
        default: words += ["--request", quoted(request.method.name)]
        }
        for field in request.fields {
            let value = Redaction.value(of: field)
            // curl takes a colon without a value for a field to leave out.
            let line = value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
            words += ["--header", quoted(line)]
        }
        if request.content.length != 0 {
            let length = request.content.length.map { "\($0) bytes" } ?? "a stream"
            words += ["--data-binary", quoted("\(Redaction.mask) (\(length))")]
        }
        words.append(quoted(Redaction.uri(of: request)))
        return words.joined(separator: " ")
    }

    /// A word that a POSIX shell takes as it stands.
    static func quoted(_ word: String) -> String {
        let plain = PlainWord.characters
        if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }

    private enum PlainWord {
        static let characters = PercentEncoding.CharacterSet(unreservedAnd: "/:@,+")
    }
}
