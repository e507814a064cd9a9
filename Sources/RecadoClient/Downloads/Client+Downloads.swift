// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

extension Client {
    /// Downloads the content at a path to a file, completely or not at all.
    ///
    /// ```swift
    /// let file = try await client.download("films/7/trailer", to: "Downloads/")
    /// print(file.path)                        // Downloads/El Camión.mp4
    /// ```
    ///
    /// The content is written next to the file, under its name with `.part`. It is renamed once it
    /// is complete, has been compared with the server's digest if there is one (`sha-256`,
    /// `sha-512` of RFC 9530), and is on disk. An interrupted transfer is resumed: in the same
    /// call, and by the next download to the same path, even from another process or from an
    /// address with another query. It starts again from the beginning if the server's file has
    /// changed, or if the server offers no means to detect a change.
    ///
    /// There is no timeout for the whole download unless the options have one, or the task has a
    /// ``Deadline``. ``Client/Settings/contentLimit`` does not apply; see
    /// ``DownloadOptions/limit``.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or a whole URI of the base's
    ///     origin; perhaps with a query.
    ///   - destination: A directory that exists or whose path ends in a
    ///     slash, or the path of a file.
    ///   - query: Further names and values of the query.
    ///   - storing: The options for storing the file.
    ///   - options: The settings that are different for this call.
    /// - Returns: The file, with the metadata of the response.
    /// - Throws: An error that names the file and describes the failure of the file or of the call.
    public func download(
        _ path: String,
        to destination: String,
        query: QueryItems = [:],
        storing: DownloadOptions = DownloadOptions(),
        with options: CallOptions = CallOptions()
    ) async throws(DownloadError) -> DownloadedFile {
        // The meter ends in every case, so that nobody waits for it in vain.
        defer { storing.meter?.finish() }
        var request: Request
        do throws(CallError<Never>) {
            request = try self.request(.get, path, query, Never.self)
        } catch {
            throw DownloadError(.call, at: destination, callError: error)
        }
        prepare(&request, options, isProtected: true)
        return try await download(request, destination, storing, options, Never.self)
    }

    /// Downloads the answer of a declared endpoint to a file, completely or not at all.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs; a GET.
    ///   - destination: A directory that exists or whose path ends in a
    ///     slash, or the path of a file.
    ///   - storing: The options for storing the file.
    ///   - options: The settings that are different for this call.
    /// - Returns: The file, with the metadata of the response.
    /// - Throws: An error that names the file and describes the failure of the file or of the call.
    public func download<E: Endpoint>(
        _ endpoint: E,
        to destination: String,
        storing: DownloadOptions = DownloadOptions(),
        with options: CallOptions = CallOptions()
    ) async throws(DownloadError) -> DownloadedFile {
        // The meter ends in every case, so that nobody waits for it in vain.
        defer { storing.meter?.finish() }
        var request: Request
        do throws(CallError<E.Failure>) {
            request = try self.request(of: endpoint, options)
        } catch {
            throw DownloadError(.call, at: destination, callError: error)
        }
        prepare(&request, options, for: E.self)
        return try await download(request, destination, storing, options, E.Failure.self)
    }

    private func download<Failure: Problem>(
        _ request: Request,
        _ destination: String,
        _ storing: DownloadOptions,
        _ options: CallOptions,
        _ failure: Failure.Type
    ) async throws(DownloadError) -> DownloadedFile {
        let run = DownloadRun<Failure>(
            client: self,
            request: request,
            place: DownloadPlace(destination, name: storing.name),
            options: storing,
            callOptions: options
        )
        return try await run.run()
    }
}
