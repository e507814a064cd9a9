// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The events of a connection that the course's controllers receive.
protocol CourseConnectionDelegate: AnyObject, Sendable {
    func connectionSucceed(_ connection: CourseConnection, with data: Data)
    func connectionFailed(_ connection: CourseConnection, with error: String)
}

/// A named data task, which passes its result to a delegate, like the class in the course's apps.
final class CourseConnection: Sendable {
    let name: String
    private let delegate: any CourseConnectionDelegate
    private let accepts: ClosedRange<Int>

    init(
        name: String,
        delegate: any CourseConnectionDelegate,
        accepting accepts: ClosedRange<Int>
    ) {
        (self.name, self.delegate, self.accepts) = (name, delegate, accepts)
    }

    func startConnection(_ session: URLSession, with request: URLRequest) {
        let task = session.dataTask(with: request) { data, response, error in
            if let error {
                self.delegate.connectionFailed(self, with: error.localizedDescription)
                return
            }
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard let data, self.accepts.contains(status) else {
                self.delegate.connectionFailed(self, with: "\(status)")
                return
            }
            self.delegate.connectionSucceed(self, with: data)
        }
        task.resume()
    }

    /// Starts the same request with credentials in advance, as a field of the request.
    func startConnection(
        _ session: URLSession,
        with request: URLRequest,
        login: String,
        password: String
    ) {
        var request = request
        let pair = Data("\(login):\(password)".utf8).base64EncodedString(options: [])
        request.addValue("Basic \(pair)", forHTTPHeaderField: "Authorization")
        startConnection(session, with: request)
    }
}
