// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
public import RecadoCoding
public import RecadoHTTP

// Paths are relative to the base: `films/7` below `https://example.org/v1` is
// `https://example.org/v1/films/7`, with or without a slash at the beginning. See ``CallPath`` for
// what is escaped and what is refused.

extension Client {
    /// Gets a resource and reads the answer, which is JSON.
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
        try await call(.get, path, nil, query, options).decode([.json])
    }

    /// Gets a resource and reads the answer, whatever JSON it is.
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
        try await call(.get, path, nil, query, options).decode([.json])
    }

    /// Posts a value and reads the answer, which is JSON.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON.
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
        try await call(.post, path, content, query, options).decode([.json])
    }

    /// Posts a value and reads the answer, whatever JSON it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON.
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
        try await call(.post, path, content, query, options).decode([.json])
    }

    /// Puts a value in the place of a resource and reads the answer, which is JSON.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON.
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
        try await call(.put, path, content, query, options).decode([.json])
    }

    /// Puts a value in the place of a resource and reads the answer, whatever JSON it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON.
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
        try await call(.put, path, content, query, options).decode([.json])
    }

    /// Changes a resource by a value and reads the answer, which is JSON.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON.
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
        try await call(.patch, path, content, query, options).decode([.json])
    }

    /// Changes a resource by a value and reads the answer, whatever JSON it is.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's origin; perhaps with a query.
    ///   - content: What to send, as JSON.
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
        try await call(.patch, path, content, query, options).decode([.json])
    }

    /// Deletes a resource and reads the answer, which is JSON.
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
        try await call(.delete, path, nil, query, options).decode([.json])
    }

    /// Deletes a resource and reads the answer, whatever JSON it is.
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
        try await call(.delete, path, nil, query, options).decode([.json])
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
        try await call(.get, path, nil, query, options, accepting: nil).bytes
    }

    private func call(
        _ method: Method,
        _ path: String,
        _ content: (any Encodable)?,
        _ query: QueryItems,
        _ options: CallOptions,
        accepting format: Format? = .json
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
                request.content = Content(try Format.json.encode(content))
                request.fields[.contentType] = Format.json.fieldValue
            }
        } catch {
            throw invalid(method, "\(error)", error)
        }
        if let format { request.fields[.accept] = format.fieldValue }
        prepare(&request, options, isProtected: true)
        return try await exchange(request, options, Never.self)
    }
}
