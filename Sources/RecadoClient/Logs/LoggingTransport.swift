// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// A transport that writes a line when a request is sent and another when its answer is complete.
///
/// ``ClientMiddleware/log`` puts it above all other middleware, where it reports each call once,
/// even if a cache answers. Placed below the other middleware, it reports every attempt and every
/// redirect:
///
/// ```swift
/// middleware.perAttempt.append { LoggingTransport($0, log: CallLog { print($0) }) }
/// ```
public struct LoggingTransport: Transport {
    private let base: any Transport
    private let log: CallLog

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - log: The log that receives the lines.
    public init(_ base: any Transport, log: CallLog) {
        self.base = base
        self.log = log
    }

    /// Sends a request, and writes lines about the request and its outcome.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer; its line is written once its content has been read.
    /// - Throws: The errors of the base transport.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let entry = LogEntry(log, request)
        entry.begin()
        do throws(TransportError) {
            var response = try await base.send(request, timeouts: timeouts)
            entry.answered(response)
            if let bytes = response.content.bytes {
                entry.end(bytes, count: bytes.count)
            } else {
                let source = response.content.makeSource()
                response.content = Content(reading: LoggedSource(source, entry))
            }
            return response
        } catch {
            entry.fail("\(error)")
            throw error
        }
    }
}
