// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A third-party service, as far as Swift can call it.
struct ForeignAPI: Sendable {
    /// The name of the type that holds everything.
    var name = "Service"
    var title = ""
    var version = ""
    var about = ""
    /// The addresses of the service.
    var addresses: [String] = []
    /// The prefix of every path.
    var prefix = ""
    var operations: [ForeignOperation] = []
    var callers: [ForeignCaller] = []
    /// The header fields, with the types that name them.
    var fields: [(type: String, field: String)] = []
}

/// An operation.
struct ForeignOperation: Sendable {
    /// The name of the type.
    var name: String
    /// The name in the description; `nil` if there is none.
    var id: String?
    let method: String
    let path: String
    let place: DocumentPlace
    var summary = ""
    var detail = ""
    var tags: [String] = []
    var isDeprecated = false
    /// Further remarks, each a sentence.
    var notes: [String] = []
    var inputs: [ForeignInput] = []
    /// The content's formats, each as an expression.
    var formats: [String] = []
    var answerFormats: [String] = []
    var output = "NoContent"
    /// The type of the output, unless it is written as a fixed word.
    var outputType: SwiftType?
    /// The name of the status of success, if it is not the default.
    var success: String?
    var failures: [ForeignFailure] = []
    var answers: [DescribedAnswer] = []
    var caller: String?
    /// The limit of content, if it is greater than the default.
    var contentLimit: Int?
}

/// An input of an operation.
struct ForeignInput: Sendable {
    /// The wrapper: `Path`, `Query`, `Header<…>` or `Body`.
    var wrapper: String
    /// The name in the description.
    let name: String
    var type: SwiftType
    /// A type name that replaces the other type, written unchanged.
    var word: String?
    var isRequired: Bool
    var about = ""
    var lists: String?
    /// True if the name on the wire differs from the default.
    var isSpelled = false
    /// The name of the property, once it is known.
    var property = ""
}

/// A failure of an operation.
struct ForeignFailure: Sendable {
    /// The case's name.
    let name: String
    /// The status in the notation of documents.
    let status: String
    let title: String
    var content: SwiftType?
}

/// An answer for documents.
struct DescribedAnswer: Sendable {
    let status: String
    let about: String
    /// The media types with the type of their content.
    var contents: [(types: [String], model: SwiftType?)] = []
}

/// A caller that operations ask for.
struct ForeignCaller: Sendable {
    let name: String
    let about: String
    /// The type of the credentials.
    let credentials: String
    /// Declarations that the type needs.
    var parts: [String] = []
}
