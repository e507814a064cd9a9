// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Reads the response to a call according to the call's rules, in one of the formats that the call
/// accepts.
struct TypedResponseReader: Sendable {
    private let rules: ResponseRules
    private let formats: [Format]
    /// True if the output type is an ``EmptyResponse``.
    private let hasEmptyOutput: Bool
    /// The output type if no rule changes how content is decoded; `nil` otherwise.
    private let plainOutput: Any.Type?

    /// Creates a reader for an output type, with the error model that the call adds to the rules.
    init<Output>(
        _ rules: ResponseRules,
        _ formats: [Format],
        for output: Output.Type,
        naming model: ErrorModel?
    ) {
        var rules = rules
        // A model of the same type in the rules takes precedence.
        if let model, model.type != ObjectIdentifier(Never.self),
            rules.errors?.contains(where: { $0.type == model.type }) != true
        {
            rules.errors = [model] + (rules.errors ?? [])
        }
        self.rules = rules
        self.formats = formats
        hasEmptyOutput = output is any EmptyResponse.Type
        let isPlain =
            rules.root == nil && rules.absent == nil && rules.errors?.isEmpty != false
            && rules.preprocessors?.isEmpty != false
        plainOutput = isPlain ? output : nil
    }

    /// True if the call accepts this status: the answer holds a value or reports that there is
    /// none.
    func accepts(_ status: Status) -> Bool {
        (rules.accepted ?? .success).contains(status) || isAbsence(status)
    }

    private func isAbsence(_ status: Status) -> Bool {
        hasEmptyOutput && rules.absent?.contains(status) == true
    }

    // MARK: - Values

    /// Returns the output if the content comes from this process and holds the output as a value,
    /// not encoded.
    func takeValue(of content: Content) -> (any Sendable)? {
        plainOutput.flatMap { content.takeValue(as: $0) }
    }

    /// Returns the output for an answer without content; `nil` if the content must be decoded.
    func emptyOutput<Output>(
        _ type: Output.Type,
        _ status: Status,
        to method: Method,
        hasContent: Bool
    ) throws(ReadingError) -> Output? {
        let isAbsence = isAbsence(status)
        if hasContent, !isAbsence { return nil }
        guard let empty = type as? any EmptyResponse.Type else {
            let expected = "expected \(type), or a type that may be empty such as an optional"
            throw ReadingError("the answer has no content (\(status)); \(expected)")
        }
        guard isAbsence || (rules.empty ?? .any).allow(status, to: method) else {
            throw ReadingError("the answer has no content, and none with \(status) may be empty")
        }
        return empty.emptyResponse as? Output
    }

    /// Decodes the output from an answer with an accepted status, or throws the error that the
    /// answer holds.
    func output<Output: Decodable>(
        _ type: Output.Type,
        from content: [UInt8],
        _ fields: Fields,
        _ status: Status
    ) throws -> Output {
        let (format, mediaType) = try format(fields, formats)
        let content = try prepared(content)
        let models = models(for: status, isRefusal: false)
        guard rules.root != nil || !models.isEmpty else {
            return try format.decode(type, from: content, mediaType: mediaType)
        }
        let parts = try format.parts(of: content, mediaType: mediaType)
        let finding = finding(models, parts)
        if let error = finding.error { throw RefusalError(error: error) }
        do {
            return try output(type, parts, at: rules.root ?? format.root(of: type))
        } catch {
            // The content is probably an error of the service. It could not be decoded as an error
            // either, so the message gives both reasons.
            guard let failure = finding.failure, failure.failure.code != .keyNotFound else {
                throw error
            }
            throw ReadingError("\(error); \(failure)", error)
        }
    }

    private func output<Output: Decodable>(
        _ type: Output.Type,
        _ parts: DocumentParts,
        at path: CodingPath
    ) throws(CodingError) -> Output {
        guard let empty = type as? any EmptyResponse.Type else {
            return try parts.decode(type, at: path)
        }
        if let output = try parts.decodeIfPresent(type, at: path) { return output }
        guard let output = empty.emptyResponse as? Output else {
            return try parts.decode(type, at: path)
        }
        return output
    }

    // MARK: - Errors

    /// The result of looking for a service's own error in a response.
    struct Finding {
        /// The error, if there is one.
        var error: (any Error)?
        /// The first reason why an error model could not be decoded.
        var failure: Unread?
    }

    /// The reason why an error model could not be decoded.
    struct Unread: CustomStringConvertible {
        let type: String
        let failure: CodingError
        var description: String { "its content is no \(type): \(failure)" }
    }

    /// Looks for the service's own error in an answer whose status is not accepted.
    func finding(in content: [UInt8], _ fields: Fields, _ status: Status) throws -> Finding {
        let models = models(for: status, isRefusal: true)
        if models.isEmpty || content.isEmpty { return Finding() }
        let (format, mediaType) = try format(fields, formats + [.json, .xml])
        return finding(models, try format.parts(of: prepared(content), mediaType: mediaType))
    }

    private func models(for status: Status, isRefusal: Bool) -> [ErrorModel] {
        rules.errors?.filter { $0.applies(to: status, isRefusal: isRefusal) } ?? []
    }

    private func finding(_ models: [ErrorModel], _ parts: DocumentParts) -> Finding {
        var finding = Finding()
        for model in models {
            switch model.error(in: parts) {
            case .success(let error?): return Finding(error: error)
            case .success(nil): break
            case .failure(let failure):
                finding.failure = finding.failure ?? Unread(type: model.name, failure: failure)
            }
        }
        return finding
    }

    // MARK: - Content

    private func prepared(_ content: [UInt8]) throws -> [UInt8] {
        guard let preprocessors = rules.preprocessors else { return content }
        var content = content
        for preprocessor in preprocessors { try preprocessor(&content) }
        return content
    }

    /// Returns the format that Content-Type names, or the preferred format without a Content-Type.
    private func format(
        _ fields: Fields,
        _ formats: [Format]
    ) throws(ReadingError) -> (Format, MediaType?) {
        let text = fields[.contentType]
        if let format = formats.first, text == format.fieldValue, rules.charset == nil {
            return (format, nil)
        }
        let named = text.flatMap { MediaType($0) }
        guard let format = format(text, named, formats) else {
            let expected = formats.uniqueEssences.joined(separator: " or ")
            throw ReadingError("the answer is \(named?.essence ?? "of no type"), not \(expected)")
        }
        guard let charset = rules.charset else { return (format, named) }
        let mediaType = named ?? format.mediaType
        let hasCharset = mediaType.parameters["charset"] != nil
        return (format, hasCharset ? mediaType : mediaType.setting("charset", to: charset))
    }

    private func format(
        _ text: String?,
        _ named: MediaType?,
        _ formats: [Format]
    ) -> Format? {
        guard text != nil else { return formats.first }
        guard let named else { return nil }
        if let format = formats.reading(named) { return format }
        let isListed = rules.mediaTypes?.contains { named.matches($0) } ?? false
        return isListed ? formats.first : nil
    }
}

extension TypedResponseReader {
    /// An error that says why a response cannot be read.
    struct ReadingError: Error {
        let detail: String
        let underlying: (any Error)?

        init(_ detail: String, _ underlying: (any Error)? = nil) {
            self.detail = detail
            self.underlying = underlying
        }
    }

    /// A wrapper for a service's own error in an answer whose status is accepted.
    struct RefusalError: Error {
        let error: any Error
    }
}

extension [Format] {
    /// The media types of the formats, without duplicates.
    fileprivate var uniqueEssences: [String] {
        var essences: [String] = []
        for essence in map(\.mediaType.essence) where !essences.contains(essence) {
            essences.append(essence)
        }
        return essences
    }
}
