// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The address of a server or a resource, as users type it: `localhost:4200` means
/// `http://localhost:4200`.
struct TypedAddress: Sendable, Hashable {
    /// The complete address.
    let text: String

    /// Completes an address.
    ///
    /// - Parameters:
    ///   - typed: The address, perhaps without its scheme, or `:4200` for a port of this machine.
    ///   - name: The option or operand, for the error message. The message does not repeat the
    ///     address, because it may contain a password.
    /// - Throws: A usage error for a text that is not an `http` or `https` address.
    init(_ typed: String, for name: String) throws(CommandError) {
        guard !typed.isEmpty else {
            throw .usage("\(name) is empty; expected an address such as http://localhost:3000")
        }
        let host = typed.first == ":" ? "localhost" + typed : typed
        text = typed.contains("://") ? typed : "http://" + host
        // A single word is refused. The message does not repeat it, because it may be a secret in
        // the wrong place.
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
            // The byte position would be confusing, because the address was completed.
            let words = "\(error)".trimmingPrefix(#/URI, byte [0-9]+: /#)
            throw .usage("\(name): \(words)", "an address is like http://localhost:3000")
        }
    }
}
