// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The address of a server, or of a resource there, as people type it: `localhost:4200` is
/// `http://localhost:4200`.
struct TypedAddress: Sendable, Hashable {
    /// The whole address.
    let text: String

    /// Completes an address.
    ///
    /// - Parameters:
    ///   - typed: The address, perhaps without its scheme, or `:4200` for a port of this machine.
    ///   - name: The option or operand that has it, for the error, which does not repeat the
    ///     address, since that may contain a password.
    /// - Throws: A failure of usage for a text that is not an address of `http` or `https`.
    init(_ typed: String, for name: String) throws(CommandError) {
        guard !typed.isEmpty else {
            throw .usage("\(name) is empty; expected an address such as http://localhost:3000")
        }
        let host = typed.first == ":" ? "localhost" + typed : typed
        text = typed.contains("://") ? typed : "http://" + host
        // A single word may be anything, even a secret in the wrong position.
        let isWord = !typed.contains { ":./".contains($0) } && typed != "localhost"
        guard !isWord else {
            throw .usage("\(name) is an address of http or https, such as http://localhost:3000")
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw .usage("\(name) is an address of http or https, such as http://localhost:3000")
        }
        do throws(URIError) {
            _ = try URI(text)
        } catch {
            let isNamed = text.prefix { $0 != "?" && $0 != "#" }.contains("@")
            guard !isNamed else {
                throw .usage("\(name) has a user name in it", "name the user: --user name")
            }
            // The message is about the whole address, so the byte position at its beginning is
            // removed.
            let words = "\(error)".trimmingPrefix(#/URI, byte [0-9]+: /#)
            throw .usage("\(name): \(words)", "an address is like http://localhost:3000")
        }
    }
}
