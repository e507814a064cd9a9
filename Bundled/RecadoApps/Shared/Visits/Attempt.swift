// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The Idempotency-Key of an attempt to add an item, by which the service recognizes repeated
/// requests.
///
/// If the user sends the same form again because a confirmation was late, no second item is added.
enum Attempt {
    /// The name of the input that distinguishes attempts with the same content.
    private static let name = "attempt"

    /// Returns the hidden input for a form; its value stays the same while the form is shown again.
    static func input(in visit: Visit) -> HTML {
        let value =
            visit.form[name]
            ?? Base64.encode(RandomBytes.make(16), alphabet: .urlSafe, padding: false)
        return #"<input type="hidden" name="\#(name)" value="\#(value)">"#
    }

    /// Returns the key of an attempt, which is the same for the same content from the same page.
    ///
    /// - Parameters:
    ///   - visit: The visit with the form.
    ///   - fields: The names of the fields with the content.
    /// - Returns: 32 hexadecimal digits.
    static func key(of visit: Visit, _ fields: [String]) -> String {
        let items = ([name] + fields).map { QueryItems.Item(name: $0, value: visit.entry($0)) }
        let text = visit.visitor.identifier + "&" + QueryItems(items).formEncoded
        return HashFunction.sha256.hash(Array(text.utf8)).map {
            Hexadecimal.text(Array($0.prefix(16)))
        } ?? ""
    }
}
