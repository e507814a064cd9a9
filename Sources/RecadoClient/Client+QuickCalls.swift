// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
public import RecadoCoding
public import RecadoHTTP

// Paths are relative to the base: `films/7` below `https://example.org/v1` is
// `https://example.org/v1/films/7`, with or without a slash at the beginning. See ``CallPath`` for
// what is escaped and what is refused.

extension Client {
    /// Gets a resource and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered.
    /// - Throws: An error that holds all about the call.
    public func get<Output: Decodable>(
        _ path: String,
        as type: Output.Type = Output.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Output {
        try await call(.get, path, nil, query, options).decode(options.answers)
    }

    /// Gets a resource and reads the answer, whatever it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered; null for no content.
    /// - Throws: An error that holds all about the call.
    @discardableResult
    public func get(
        _ path: String,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Value {
        try await call(.get, path, nil, query, options).decode(options.answers)
    }

    /// Posts a value and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON unless the options name another format.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered.
    /// - Throws: An error that holds all about the call.
    public func post<Output: Decodable>(
        _ path: String,
        _ content: some Encodable,
        as type: Output.Type = Output.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Output {
        try await call(.post, path, content, query, options).decode(options.answers)
    }

    /// Posts a value and reads the answer, whatever it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON unless the options name another format.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered; null for no content.
    /// - Throws: An error that holds all about the call.
    @discardableResult
    public func post(
        _ path: String,
        _ content: some Encodable = NoContent(),
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Value {
        try await call(.post, path, content, query, options).decode(options.answers)
    }

    /// Puts a value in the place of a resource and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON unless the options name another format.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered.
    /// - Throws: An error that holds all about the call.
    public func put<Output: Decodable>(
        _ path: String,
        _ content: some Encodable,
        as type: Output.Type = Output.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Output {
        try await call(.put, path, content, query, options).decode(options.answers)
    }

    /// Puts a value in the place of a resource and reads the answer, whatever it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON unless the options name another format.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered; null for no content.
    /// - Throws: An error that holds all about the call.
    @discardableResult
    public func put(
        _ path: String,
        _ content: some Encodable,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Value {
        try await call(.put, path, content, query, options).decode(options.answers)
    }

    /// Changes a resource by a value and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON unless the options name another format.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered.
    /// - Throws: An error that holds all about the call.
    public func patch<Output: Decodable>(
        _ path: String,
        _ content: some Encodable,
        as type: Output.Type = Output.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Output {
        try await call(.patch, path, content, query, options).decode(options.answers)
    }

    /// Changes a resource by a value and reads the answer, whatever it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON unless the options name another format.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered; null for no content.
    /// - Throws: An error that holds all about the call.
    @discardableResult
    public func patch(
        _ path: String,
        _ content: some Encodable,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Value {
        try await call(.patch, path, content, query, options).decode(options.answers)
    }

    /// Deletes a resource and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered.
    /// - Throws: An error that holds all about the call.
    public func delete<Output: Decodable>(
        _ path: String,
        as type: Output.Type = Output.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Output {
        try await call(.delete, path, nil, query, options).decode(options.answers)
    }

    /// Deletes a resource and reads the answer, whatever it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: What the server answered; null for no content.
    /// - Throws: An error that holds all about the call.
    @discardableResult
    public func delete(
        _ path: String,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Value {
        try await call(.delete, path, nil, query, options).decode(options.answers)
    }

    /// Gets the content of a resource as it is, whatever its format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - query: Further names and values of the query.
    ///   - options: What is different about this call.
    /// - Returns: The bytes of the content.
    /// - Throws: An error that holds all about the call.
    public func bytes(
        _ path: String,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> [UInt8] {
        try await call(.get, path, nil, query, options, acceptsAny: true).bytes
    }

    private func call(
        _ method: Method,
        _ path: String,
        _ content: (any Encodable)?,
        _ query: QueryItems,
        _ options: CallOptions,
        acceptsAny: Bool = false
    ) async throws(CallError<Never>) -> Exchange<Never> {
        var request: Request
        do {
            let target = try CallPath.target(of: path, query: query, base: base)
            request = Request(
                method: method,
                scheme: base.scheme,
                authority: base.authority ?? "",
                target: target
            )
            if let content, !(content is NoContent) {
                let (bytes, fieldValue) = try (options.format ?? .json).encode(content)
                request.content = Content(bytes)
                request.fields[.contentType] = fieldValue
            }
        } catch {
            throw invalid(method, "\(error)", error)
        }
        if !acceptsAny { request.fields[.accept] = options.answers.fieldValue }
        prepare(&request, options, isProtected: true)
        return try await exchange(request, options, Never.self)
    }
}

extension CallOptions {
    /// The formats in which the answer to a quick call is understood.
    fileprivate var answers: [Format] { [format ?? .json].forAnswers }
}
