// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// A type with a value that represents an answer without content.
///
/// Optionals, `NoContent` and `Value` are such types. Conform a model of your own if its callers
/// can accept an empty answer:
///
/// ```swift
/// struct Basket: Codable, EmptyAnswer {
///     static var emptyAnswer: Basket { Basket(films: []) }
///     var films: [Film]
/// }
/// ```
///
/// The value is used for answers without content, for those with a status that means that there is
/// no value (``AnswerRules/absent``), and where the part at ``AnswerRules/root`` is missing or
/// null.
public protocol EmptyAnswer {
    /// The value that represents an answer without content.
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
