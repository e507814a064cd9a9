// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
public import RecadoHTTP
import RecadoTransport

extension Client {
    /// Uploads content and decodes the answer, as JSON unless the options name another format.
    ///
    /// There is no timeout for the whole call unless the options set one or the task has a
    /// ``Deadline``. If the options set no timeouts, the client's `Timeouts.idle` and
    /// `Timeouts.connect` apply.
    ///
    /// - Parameters:
    ///   - upload: The content to upload, with its options.
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - method: The method; POST by default.
    ///   - type: The type of the answer, where it cannot be inferred.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer, with its status and fields.
    /// - Throws: An error with everything that is known about the call.
    public func upload<Output: Decodable & Sendable>(
        _ upload: Upload,
        to path: String,
        method: Method = .post,
        as type: Output.Type = Output.self,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> TypedResponse<Output> {
        defer { upload.meter?.finish() }
        let formats = [options.format ?? .json].forAnswers
        var request = try request(method, path, query, Never.self)
        request.content = upload.content
        if let meter = upload.meter { request.content = upload.content.metered(by: meter) }
        if let mediaType = upload.mediaType { request.fields[.contentType] = "\(mediaType)" }
        request.fields[.accept] = formats.fieldValue
        prepare(&request, options, isProtected: true)
        if upload.compresses {
            do {
                try await request.compress()
            } catch {
                throw CallError(error, CallRecord(request))
            }
        }
        var options = options
        if options.timeouts == nil {
            options.timeouts = settings.timeouts
            options.timeouts?.total = nil
        }
        let reader = reader(options, formats, for: Output.self)
        return try await exchange(request, options, reader, Never.self).response()
    }

    /// Uploads content and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - upload: The content to upload, with its options.
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - method: The method; POST by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The server's answer, with its status and fields; null if it has no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func upload(
        _ upload: Upload,
        to path: String,
        method: Method = .post,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> TypedResponse<Value> {
        try await self.upload(
            upload,
            to: path,
            method: method,
            as: Value.self,
            query: query,
            with: options
        )
    }
}
