// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The text of an input, formed without an encoder for the most common types.
///
/// The text is unescaped, as a form contains it before percent-encoding.
enum ScalarText: Hashable {
    case missing
    case text(String)
    /// A value that needs an encoder.
    case other

    // A comparison of types is cheap; a cast that fails is not.
    init<Value>(_ value: Value) {
        if Value.self == String.self, let text = value as? String {
            self = .text(text)
        } else if Value.self == Int.self, let number = value as? Int {
            self = .text(String(number))
        } else if Value.self == Bool.self, let flag = value as? Bool {
            self = .text(String(flag))
        } else if Value.self == String?.self, let text = value as? String? {
            self = text.map { .text($0) } ?? .missing
        } else if Value.self == Int?.self, let number = value as? Int? {
            self = number.map { .text(String($0)) } ?? .missing
        } else if Value.self == Bool?.self, let flag = value as? Bool? {
            self = flag.map { .text(String($0)) } ?? .missing
        } else if let optional = value as? any OptionalValue, optional.isMissing {
            self = .missing
        } else {
            self = .other
        }
    }
}
