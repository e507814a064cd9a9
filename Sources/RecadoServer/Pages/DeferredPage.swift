// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// A value that is made when it is first asked for, and kept.
final class Deferred<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    /// Notes how the value is made; two that ask at the same time may make one each.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value, if it has been made.
    var valueAtHand: Value? { made.withLock { $0 } }

    /// The value.
    var value: Value {
        if let value = valueAtHand { return value }
        let value = make()
        made.withLock { $0 = value }
        return value
    }
}

/// A page of an application that is made when it is first asked for, and kept: a picture that is
/// drawn, a text that is written.
///
/// ```swift
/// let application = try Application(services, pages: ["/logo.png": DeferredPage { drawLogo() }])
/// ```
public struct DeferredPage: Handler {
    private let response: Deferred<Response>

    /// Creates a page.
    ///
    /// - Parameter make: Makes the page, by the task of the first request; two at
    ///   the same time may call it both.
    public init(_ make: @escaping @Sendable () -> Response) { response = Deferred(make) }

    /// Answers by the page.
    ///
    /// - Parameter request: Any request.
    /// - Returns: The page; at once where it was made before.
    public func handle(_ request: Request) -> PendingResponse {
        if let response = response.valueAtHand { return .now(response) }
        return .later { [response] in response.value }
    }
}
