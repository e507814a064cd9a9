// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

// Paths are relative to the base: below `https://example.org/v1`, both `films/7` and `/films/7`
// mean `https://example.org/v1/films/7`. ``CallPath`` describes what is escaped and what is
// refused.

extension Client {
    /// Gets a resource and decodes the answer, as JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
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

    /// Gets a resource and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer; null if it has no content.
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

    /// Posts a value and decodes the answer, as JSON unless the options name another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
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

    /// Posts a value and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer; null if it has no content.
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

    /// Puts a value at a path and decodes the answer, as JSON unless the options name another
    /// format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
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

    /// Puts a value at a path and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer; null if it has no content.
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

    /// Patches a resource with a value and decodes the answer, as JSON unless the options name
    /// another format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
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

    /// Patches a resource with a value and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - content: The content to send, as JSON unless the options name another format; none by
    ///     default.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer; null if it has no content.
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

    /// Deletes a resource and decodes the answer, as JSON unless the options name another
    /// format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
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

    /// Deletes a resource and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer; null if it has no content.
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

    /// Gets the content of a resource as bytes, whatever its format.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
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
        // Only requests are sent as forms: if the request is a form, the answer is JSON.
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
