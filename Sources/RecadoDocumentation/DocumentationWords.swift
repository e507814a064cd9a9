// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The words of the pages about services, in one language.
///
/// Texts from declarations are not translated; they appear in the language of their author.
struct DocumentationWords: Sendable {
    /// The language of the words.
    let tag: Language
    let language: String
    let documentation: String
    let endpoints: String
    let skip: String
    let openAPI: String
    let others: String
    let deprecated: String
    let caller: String
    let anyone: String
    let inputs: String
    let name: String
    let place: String
    let shape: String
    let path: String
    let query: String
    let header: String
    let required: String
    let optional: String
    let content: String
    let sentAs: String
    let optionalContent: String
    let answer: String
    let noContent: String
    let failures: String
    let status: String
    let meaning: String
    let terms: String
    let example: String
    let text: String
    let integer: String
    let number: String
    let boolean: String
    let anyValue: String
    let listOf: String
    let mapOf: String
    let object: String
    let orNull: String
    let or: String
    let characters: String
    let tryIt: String
    let needsScript: String
    let credentials: String
    let user: String
    let password: String
    let token: String
    let key: String
    let digest: String
    let ambient: String
    let kept: String
    let format: String
    let answerFormat: String
    let byHand: String
    let leaveOut: String
    let oneALine: String
    let asJSON: String
    let send: String
    let sending: String
    let request: String
    let withCurl: String
    let fields: String
    let noAnswer: String
    let notValid: String
    let cut: String
    let stop: String
    let stopped: String
    let receiving: String
    let brokenOff: String
    let streamOf: String
    let clientSays: String
    let serverSays: String
    let protocols: String
    let open: String
    let close: String
    let opened: String
    let closed: String
    let notOpened: String
    let notWithWebSocket: String
    let message: String
    let messages: String
    let client: String
    let server: String
    let problem: String
    let toDo: String
    let givenBy: String
    let givenByNone: String
    let typeOf: String
}

extension DocumentationWords {
    /// The available languages; readers who prefer none of them get the first one.
    static let all = [english, spanish]

    /// Returns the words in a language, or in the first available language.
    static func words(in language: Language?) -> DocumentationWords {
        all.first { $0.tag == language } ?? english
    }
}
