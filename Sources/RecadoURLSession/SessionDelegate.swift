// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// Takes what a session has to tell to the transfer that it is about.
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
        // On Linux, redirects that lead nowhere come without a word before.
        if error == nil, let response = task.response { transfer.receive(response) }
        // So a session tells of connections that it was not allowed to make.
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

    // MARK: - What middleware above are for

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
        // Foundation asks when all of the answer has come, and would wait for credentials for ever.
        // The answer is whole, and whoever asked for it has it.
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        // Passwords are for middleware above; certificates are asked for by the session.
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
        // What was sent is gone.
        completionHandler(nil)
    }
}
