// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

extension Client {
    /// Downloads the content at a path to a file, which appears only once it is complete.
    ///
    /// ```swift
    /// let file = try await client.download("films/7/trailer", to: "Downloads/")
    /// print(file.path)                        // Downloads/El Camión.mp4
    /// ```
    ///
    /// The content is written to a file next to the destination, with the extension `.part`. This
    /// file gets its final name once it is complete, matches the server's digest if there is one
    /// (`sha-256` or `sha-512`, RFC 9530), and is on disk. An interrupted download is resumed:
    /// within the same call, and by the next download to the same path, even in another process or
    /// from an address with another query. It starts over if the server's file has changed, or if
    /// the server offers no means to detect that.
    ///
    /// There is no timeout for the whole download unless the options set one or the task has a
    /// ``Deadline``. ``Client/Settings/contentLimit`` does not apply; see
    /// ``DownloadOptions/limit``.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - destination: The path of a file, or of a directory if it exists or the path ends in a
    ///     slash.
    ///   - query: Additional query items.
    ///   - storing: The options for storing the file.
    ///   - options: The options of this call.
    /// - Returns: The file, with the metadata of the response.
    /// - Throws: An error that names the file, and the failed call if there is one.
    public func download(
        _ path: String,
        to destination: String,
        query: QueryItems = [:],
        storing: DownloadOptions = DownloadOptions(),
        with options: CallOptions = CallOptions()
    ) async throws(DownloadError) -> DownloadedFile {
        // Whatever happens, the meter ends, so that nobody waits for it indefinitely.
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

    /// Downloads the answer of a declared endpoint to a file, which appears only once it is
    /// complete.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs; its method must be GET.
    ///   - destination: The path of a file, or of a directory if it exists or the path ends in a
    ///     slash.
    ///   - storing: The options for storing the file.
    ///   - options: The options of this call.
    /// - Returns: The file, with the metadata of the response.
    /// - Throws: An error that names the file, and the failed call if there is one.
    public func download<E: Endpoint>(
        _ endpoint: E,
        to destination: String,
        storing: DownloadOptions = DownloadOptions(),
        with options: CallOptions = CallOptions()
    ) async throws(DownloadError) -> DownloadedFile {
        // Whatever happens, the meter ends, so that nobody waits for it indefinitely.
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
