// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parts of a third-party API that the generated code can call.
struct ForeignAPI: Sendable {
    /// The name of the enclosing type of all declarations.
    var name = "Service"
    var title = ""
    var version = ""
    var about = ""
    /// The addresses of the API's servers.
    var addresses: [String] = []
    /// The path of the first server's address, with which every path begins.
    var prefix = ""
    var operations: [ForeignOperation] = []
    var callers: [ForeignCaller] = []
    /// The types that name header fields, with the names of the fields.
    var fields: [(type: String, field: String)] = []
}

/// An operation of a third-party API.
struct ForeignOperation: Sendable {
    /// The name of the endpoint's type.
    var name: String
    /// The `operationId` in the description; `nil` if there is none.
    var id: String?
    let method: String
    let path: String
    let place: DocumentPlace
    var summary = ""
    var detail = ""
    var tags: [String] = []
    var isDeprecated = false
    /// Sentences for the comment of the endpoint.
    var notes: [String] = []
    var inputs: [ForeignInput] = []
    /// The formats of the request's content, each as code.
    var formats: [String] = []
    var responseFormats: [String] = []
    var output = "NoContent"
    /// The declared type of the output; `nil` if `output` is the complete type name.
    var outputType: SwiftType?
    /// The name of the success status; `nil` for the default status.
    var success: String?
    var failures: [ForeignFailure] = []
    var answers: [DescribedAnswer] = []
    var caller: String?
    /// The limit on the content's size in bytes; `nil` for the default limit.
    var contentLimit: Int?
}

/// An input of an operation.
struct ForeignInput: Sendable {
    /// The property wrapper: `Path`, `Query`, `Header<…>` or `Body`.
    var wrapper: String
    /// The name in the description.
    let name: String
    var type: SwiftType
    /// The name of a type that replaces `type`, such as `ByteUpload`.
    var word: String?
    var isRequired: Bool
    var about = ""
    var lists: String?
    /// True if the wire name differs from the default, so that `parameterStyles` must state it.
    var isSpelled = false
    /// The name of the property; empty until all inputs are known.
    var property = ""
}

/// A failure of an operation.
struct ForeignFailure: Sendable {
    /// The name of the enum's case.
    let name: String
    /// The status code as the description writes it.
    let status: String
    let title: String
    var content: SwiftType?
}

/// An answer that the generated service documents.
struct DescribedAnswer: Sendable {
    let status: String
    let about: String
    /// The media types, grouped by the type of their content.
    var contents: [(types: [String], model: SwiftType?)] = []
}

/// The caller that operations require.
struct ForeignCaller: Sendable {
    let name: String
    let about: String
    /// The type of the credentials.
    let credentials: String
    /// The declarations of other types that the caller needs.
    var parts: [String] = []
}
