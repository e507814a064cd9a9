// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// A type with a value that stands for an answer of nothing.
///
/// Optionals, `NoContent` and `Value` are such types. A model of one's own conforms if nothing is a
/// good answer to those who ask for it:
///
/// ```swift
/// struct Basket: Codable, EmptyAnswer {
///     static var emptyAnswer: Basket { Basket(films: []) }
///     var films: [Film]
/// }
/// ```
///
/// The value is taken for answers without content, for those with a status that says that there is
/// nothing (``AnswerRules/absent``), and where the part at ``AnswerRules/root`` is missing or null.
public protocol EmptyAnswer {
    /// The value that stands for a response that holds nothing.
    static var emptyAnswer: Self { get }
}

extension Optional: EmptyAnswer {
    /// `nil`.
    public static var emptyAnswer: Wrapped? { nil }
}

extension NoContent: EmptyAnswer {
    /// The only value.
    public static var emptyAnswer: NoContent { NoContent() }
}

extension Value: EmptyAnswer {
    /// Null.
    public static var emptyAnswer: Value { .null }
}
