// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

extension CallTrace {
    /// One request of a call and its answer, as reported by the transport that sends the request.
    ///
    /// A transport begins a transfer when its `send` is called, in the task of the caller, and may
    /// report from any thread, because reporting never runs the code of a listener:
    ///
    /// ```swift
    /// let report = CallTrace.current?.begin(request)
    /// …
    /// report?.report(.answered(response.status))
    /// report?.end(timings)
    /// ```
    public struct Transfer: Sendable {
        /// The number of the request within the call, from 1.
        public let number: Int
        private let trace: CallTrace

        init(_ trace: CallTrace, number: Int) {
            self.trace = trace
            self.number = number
        }

        /// True if somebody listens to the events; if not, a transport need not collect costly data
        /// for them.
        public var isObserved: Bool { trace.events?.isObserved == true }

        /// Reports an event, if there is a listener.
        ///
        /// - Parameter kind: The kind of the event. It is not computed without a listener.
        public func report(_ kind: @autoclosure () -> CallEvent.Kind) {
            guard let events = trace.events, events.isObserved else { return }
            let time = trace.start.duration(to: .now)
            let event = CallEvent(call: trace.number, transfer: number, time: time, kind: kind())
            events.report(event)
        }

        /// Reports the end of the transfer; call it before the reader of the answer learns of the
        /// end.
        ///
        /// - Parameters:
        ///   - timings: The times that the phases took.
        ///   - trailers: The fields after the answer's content (RFC 9110 §6.5).
        ///   - failure: The error that prevented the whole answer from arriving, if there was one.
        public func end(
            _ timings: PhaseTimings,
            trailers: Fields = [:],
            failure: TransportError? = nil
        ) {
            trace.note(timings, trailers)
            report(failure.map { .failed($0.kind) } ?? .done(timings))
        }
    }

    /// Begins the next request of the call, and reports it.
    ///
    /// - Parameter request: The request that is being sent.
    /// - Returns: The transfer, through which its progress is reported.
    public func begin(_ request: Request) -> Transfer {
        let transfer = Transfer(self, number: nextTransfer())
        transfer.report(.began(request.method, uri: Redaction.uri(of: request)))
        return transfer
    }
}
