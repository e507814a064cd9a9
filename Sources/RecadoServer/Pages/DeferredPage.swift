// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// A value that is created when it is first read, and then kept.
final class Deferred<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    /// Stores the function that creates the value; simultaneous first readers may each create one.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value, if it has already been created.
    var valueAtHand: Value? { made.withLock { $0 } }

    /// The value, created now if necessary.
    var value: Value {
        if let value = valueAtHand { return value }
        let value = make()
        made.withLock { $0 = value }
        return value
    }
}

/// A page of an application, such as a drawn picture or a generated text, that is created when it
/// is first requested, and then kept.
///
/// ```swift
/// let application = try Application(services, pages: ["/logo.png": DeferredPage { drawLogo() }])
/// ```
public struct DeferredPage: Handler {
    private let response: Deferred<Response>

    /// Creates a page.
    ///
    /// - Parameter make: Creates the page in the task of the first request; two simultaneous
    ///   requests may both call it.
    public init(_ make: @escaping @Sendable () -> Response) { response = Deferred(make) }

    /// Answers with the page.
    ///
    /// - Parameter request: Any request.
    /// - Returns: The page; at once if it already exists.
    public func handle(_ request: Request) -> PendingResponse {
        if let response = response.valueAtHand { return .now(response) }
        return .later { [response] in response.value }
    }
}
