// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

// Paths are relative to the base: `films/7` below `https://example.org/v1` is
// `https://example.org/v1/films/7`, with or without a slash at the beginning. See ``CallPath`` for
// what is escaped and what is refused.

extension Client {
    /// Gets a resource and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer.
    /// - Throws: An error with everything that is known about the call.
    public func get<Output: Decodable, Failure: Decodable & Error>(
        _ path: String,
        as type: Output.Type = Output.self,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Output {
        try await output(of: QuickCall(.get, path, nil, query), type, failure, options)
    }

    /// Gets a resource and reads an answer of any structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer; null for no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func get<Failure: Decodable & Error>(
        _ path: String,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Value {
        try await output(of: QuickCall(.get, path, nil, query), Value.self, failure, options)
    }

    /// Posts a value and reads the answer, which is JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer.
    /// - Throws: An error with everything that is known about the call.
    public func post<Output: Decodable, Failure: Decodable & Error>(
        _ path: String,
        _ content: some Encodable = NoContent(),
        as type: Output.Type = Output.self,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Output {
        try await output(of: QuickCall(.post, path, content, query), type, failure, options)
    }

    /// Posts a value and reads an answer of any structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer; null for no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func post<Failure: Decodable & Error>(
        _ path: String,
        _ content: some Encodable = NoContent(),
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Value {
        try await output(of: QuickCall(.post, path, content, query), Value.self, failure, options)
    }

    /// Puts a value at a path and reads the answer, which is JSON unless the options name another
    /// format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer.
    /// - Throws: An error with everything that is known about the call.
    public func put<Output: Decodable, Failure: Decodable & Error>(
        _ path: String,
        _ content: some Encodable = NoContent(),
        as type: Output.Type = Output.self,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Output {
        try await output(of: QuickCall(.put, path, content, query), type, failure, options)
    }

    /// Puts a value at a path and reads an answer of any structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer; null for no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func put<Failure: Decodable & Error>(
        _ path: String,
        _ content: some Encodable = NoContent(),
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Value {
        try await output(of: QuickCall(.put, path, content, query), Value.self, failure, options)
    }

    /// Patches a resource with a value and reads the answer, which is JSON unless the options name
    /// another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer.
    /// - Throws: An error with everything that is known about the call.
    public func patch<Output: Decodable, Failure: Decodable & Error>(
        _ path: String,
        _ content: some Encodable = NoContent(),
        as type: Output.Type = Output.self,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Output {
        try await output(of: QuickCall(.patch, path, content, query), type, failure, options)
    }

    /// Patches a resource with a value and reads an answer of any structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer; null for no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func patch<Failure: Decodable & Error>(
        _ path: String,
        _ content: some Encodable = NoContent(),
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Value {
        try await output(of: QuickCall(.patch, path, content, query), Value.self, failure, options)
    }

    /// Deletes a resource and reads the answer, which is JSON unless the options name another
    /// format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer.
    /// - Throws: An error with everything that is known about the call.
    public func delete<Output: Decodable, Failure: Decodable & Error>(
        _ path: String,
        as type: Output.Type = Output.self,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Output {
        try await output(of: QuickCall(.delete, path, nil, query), type, failure, options)
    }

    /// Deletes a resource and reads an answer of any structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - failure: The type that errors of the service are read as, with ``CallError/failure``;
    ///     none by default.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer; null for no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func delete<Failure: Decodable & Error>(
        _ path: String,
        failing failure: Failure.Type = Never.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Value {
        try await output(of: QuickCall(.delete, path, nil, query), Value.self, failure, options)
    }

    /// Gets the content of a resource without decoding it, in any format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call.
    /// - Returns: The bytes of the content.
    /// - Throws: An error with everything that is known about the call.
    public func bytes(
        _ path: String,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> [UInt8] {
        var call = QuickCall(.get, path, nil, query)
        call.acceptsAny = true
        return try await exchange(for: call, [UInt8].self, Never.self, options).bytes
    }

    private static let usualFormats: [Format] = [.json]

    func output<Output: Decodable, Failure: Decodable & Error>(
        of call: QuickCall,
        _ type: Output.Type,
        _ failure: Failure.Type,
        _ options: CallOptions
    ) async throws(CallError<Failure>) -> Output {
        try await exchange(for: call, type, failure, options).decode()
    }

    private func exchange<Output, Failure: Decodable & Error>(
        for call: QuickCall,
        _ type: Output.Type,
        _ failure: Failure.Type,
        _ options: CallOptions
    ) async throws(CallError<Failure>) -> Exchange<Failure> {
        // Answers are never forms: the answer to a form is JSON.
        let formats = options.format.map { [$0].forAnswers } ?? Self.usualFormats
        var request: Request
        do {
            request = try call.request(base, options.format ?? .json)
        } catch {
            throw invalid(call.method, "\(error)", error)
        }
        if !call.acceptsAny { request.fields[.accept] = formats.fieldValue }
        prepare(&request, options, isProtected: true)
        let reader = reader(options, formats, for: type, naming: ErrorModel(failure))
        return try await exchange(request, options, reader, failure)
    }
}
