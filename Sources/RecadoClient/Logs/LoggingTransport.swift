// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A transport that writes a line when a request is sent and one when its answer has ended.
///
/// ``ClientMiddleware/log`` puts it over all other middleware, so that a call is told once, answers
/// of a cache included. Below them, it tells every attempt and every redirect:
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
    ///   - log: The log that is written to, and the level of detail.
    public init(_ base: any Transport, log: CallLog) {
        self.base = base
        self.log = log
    }

    /// Sends a request, and writes what becomes of it.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer; its end is written when its content has been read.
    /// - Throws: The errors of the base.
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
