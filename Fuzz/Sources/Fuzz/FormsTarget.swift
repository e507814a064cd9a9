// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Checks that an accepted form is the same after it was written and read again.
enum FormsTarget {
    static func read(_ input: [UInt8]) {
        _ = try? URLEncodedForm().decode(Untidy.self, from: input)
        guard let value = try? URLEncodedForm().value(from: input), !hasBrackets(value) else {
            return
        }
        var form = URLEncodedForm()
        for style in [URLEncodedForm.ArrayStyle.brackets, .indexes] {
            form.arrays = style
            again(value, form)
        }
        // With repeated names, an array of one element or an array inside another is not read back.
        form.arrays = .repeats
        if let text = try? form.encode(value) { _ = try? form.value(from: text) }
    }

    /// Returns whether a key contains a bracket that was not read as nesting.
    ///
    /// If such a key is written with other brackets after it, it may be read as nesting.
    private static func hasBrackets(_ value: Value) -> Bool {
        switch value {
        case .object(let members):
            members.contains {
                $0.key.utf8.contains { $0 == 0x5B || $0 == 0x5D } || hasBrackets($0.value)
            }
        case .array(let elements): elements.contains(where: hasBrackets)
        case .null, .bool, .number, .string: false
        }
    }

    private static func again(_ value: Value, _ form: URLEncodedForm) {
        guard let text = try? form.encode(value) else { return }
        let again = try? form.value(from: text)
        expect(
            again,
            value,
            "the value changed on the way: \(String(decoding: text, as: UTF8.self))"
        )
    }
}
