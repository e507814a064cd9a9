// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A transport that adds faults to another transport.
///
/// ```swift
/// let clock = VirtualClock(jumps: true)
/// let tooMany = Fault.tooManyRequests(retryAfter: .seconds(2))
/// let faulty = FaultTransport(stub, .first(3, tooMany), clock: clock)
/// let client = Client(base: base, transport: faulty, middleware: .standard { $0.clock = clock })
/// ```
///
/// Callers see the same effects as on a network: content that ends early throws an error, pauses
/// count towards the timeouts, and cancelling a task ends its transfer.
public final class FaultTransport: Transport {
    private let base: any Transport
    private let plan: FaultPlan
    private let transferClock: TransferClock
    private let noted = Mutex<[Fault]>([])

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests.
    ///   - plan: The plan that decides which requests fail.
    ///   - clock: The clock that measures pauses; a ``VirtualClock`` makes them take no time.
    public init(
        _ base: any Transport,
        _ plan: FaultPlan,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        self.plan = plan
        transferClock = TransferClock(clock)
    }

    /// The fault of each request so far, in the order of the requests.
    public var faults: [Fault] { noted.withLock { $0 } }

    /// Sends a request, with the fault that the plan chooses for it.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer, as the fault changes it.
    /// - Throws: The errors of the base transport, or the error of the fault.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        try TransferClock.checkCancellation()
        let fault = noted.withLock { faults in
            let fault = plan.fault(for: request, number: faults.count + 1)
            faults.append(fault)
            return fault
        }
        var limit = TimeLimit(timeouts)
        switch fault.effect {
        case .error(let error): throw error
        case .answer(let status, let fields, let text):
            let answer = Response(status: status, fields: fields, content: Content(text))
            return answer.asReceived(answering: request)
        case .slowHead(let delay): try await transferClock.wait(delay, within: &limit, .waiting)
        default: break
        }
        let answer = try await base.send(request, timeouts: timeouts)
        if case .errorAfterSending(let error) = fault.effect { throw error }
        return apply(fault.effect, to: answer, limit)
    }

    private func apply(
        _ effect: Fault.Effect,
        to answer: Response,
        _ limit: TimeLimit
    ) -> Response {
        var answer = answer
        let source = answer.content.makeSource()
        let length = answer.content.length
        switch effect {
        case .drop(let count):
            answer.content = Content(reading: CutContent(source, after: count, isLost: true))
        case .wrongLength(let count):
            guard let length else { return answer }
            let announced = max(length + count, 0)
            answer.fields[.contentLength] = "\(announced)"
            let kept = min(announced, length)
            let cut = CutContent(source, after: kept, announced: announced, isLost: count > 0)
            answer.content = Content(reading: cut)
        case .garbage(let seed):
            answer.content = Content(reading: GarbledContent(source, seed: seed))
        case .drip(let count, let interval):
            let drip = DrippingContent(source, count, every: interval, transferClock, limit)
            answer.content = Content(reading: drip)
        default: break
        }
        return answer
    }
}
