// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A delegate that passes each event of a session on to the transfer it belongs to.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    let rules: HostRules
    let rejected = RejectedHosts()
    private let transfers = Mutex<[Int: Transfer]>([:])

    init(_ rules: HostRules) {
        self.rules = rules
    }

    func register(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    // MARK: - The answer

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.receive([UInt8](data))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let transfer else { return }
        // On Linux, a session does not call `didReceive` for a redirect without a usable target.
        if error == nil, let response = task.response { transfer.receive(response) }
        // If this module refuses the host's certificate, the session reports a cancelled task.
        let isCancelled = (error as? URLError)?.code == .cancelled
        if isCancelled, let reason = rejected[HostAddress(authority: transfer.authority)] {
            let error = TransportError(.tls, "\(transfer.authority): \(reason)")
            return transfer.end(.failure(error))
        }
        transfer.complete(error)
    }

    // MARK: - Trust

    #if canImport(Darwin)
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        answer(challenge, completionHandler)
    }
    #endif

    // MARK: - Left to middleware above

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        // Foundation asks for credentials once the answer has arrived completely, and would wait
        // for them indefinitely. The caller already has the whole answer, so the transfer ends
        // here.
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        // Middleware above the transport handles passwords; the session itself handles
        // certificates.
        completionHandler(.performDefaultHandling, nil)
        #endif
    }

    // MARK: - The request's content

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.noteActivity()
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        // Content that has been sent is not kept, so it cannot be sent again.
        completionHandler(nil)
    }
}
