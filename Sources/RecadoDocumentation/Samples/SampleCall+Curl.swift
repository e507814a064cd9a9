// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension SampleCall {
    /// The call as a curl command, an option a line.
    var curl: String {
        var lines = ["curl"]
        if reading != .whole { lines[0] += " --no-buffer" }
        if method != .get, !(method == .post && body != nil) { lines[0] += " -X \(method.name)" }
        lines += credentialsOfCurl + fields.map { "-H " + Self.quoted("\($0.name): \($0.value)") }
        if let body {
            let text = body.value.map { "\($0)" } ?? body.text
            lines.append("-H " + Self.quoted("Content-Type: \(body.mediaType)"))
            lines.append("-d " + Self.quoted(text))
        }
        let address = server + target
        let isSocket = reading == .messages && address.hasPrefix("http")
        lines.append(Self.quoted(isSocket ? "ws" + address.dropFirst(4) : address))
        // Short commands stay in one line.
        let whole = lines.joined(separator: " ")
        return whole.count <= 60 ? whole : lines.joined(separator: " \\\n  ")
    }

    private var credentialsOfCurl: [String] {
        switch scheme {
        case .http(let name) where name.lowercased() == "basic":
            ["-u " + Self.quoted("\(user.name):\(user.password)")]
        case .http(let name) where name.lowercased() == "digest":
            ["--digest -u " + Self.quoted("\(user.name):\(user.password)")]
        case .http(let name): [#"-H "Authorization: \#(name) $TOKEN""#]
        case .field(let name): [#"-H "\#(name.rawName): $KEY""#]
        default: []
        }
    }

    /// A word that a POSIX shell takes as it stands.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-._/:@,+=".utf8.contains(byte)
        }
        if isPlain, !word.isEmpty { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
