// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// What is accepted as a form is written and read again without a change, in each style of arrays.
enum FormsTarget {
    static func read(_ input: [UInt8]) {
        _ = try? URLEncodedForm().decode(Untidy.self, from: input)
        guard let value = try? URLEncodedForm().value(from: input) else { return }
        for style in [URLEncodedForm.ArrayStyle.brackets, .indexes, .repeats] {
            var form = URLEncodedForm()
            form.arrays = style
            guard let text = try? form.encode(value) else { continue }
            let again = try? form.value(from: text)
            expect(again, value, "the value changed on the way: \(String(decoding: text, as: UTF8.self))")
        }
    }
}
