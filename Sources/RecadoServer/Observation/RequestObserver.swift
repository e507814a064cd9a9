// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An observer of the requests of an application: a log, metrics, a tracer, or a user's own.
///
/// ```swift
/// struct Failures: RequestObserver {
///     let alarm: Alarm
///     func ended(_ observation: Observation) {
///         if observation.status.code >= 500 { alarm.ring(observation.template) }
///     }
/// }
/// options.observers.append(Failures(alarm: alarm))
/// ```
///
/// Each request that passes through `ObservationMiddleware` begins and then ends, or is abandoned.
/// A request that the server refuses itself never begins, or is abandoned. All functions are called
/// where requests are answered, perhaps on an event loop: they must not block, and must cost
/// little.
public protocol RequestObserver: Sendable {
    /// The observer of an application with some routes; by default this one.
    ///
    /// It is called once for each application, so that counts for each route can be prepared.
    ///
    /// - Parameter routes: The templates of the routes, such as `/videoclub/films/{id}`.
    /// - Returns: The observer.
    func observer(ofRoutes routes: [String]) -> any RequestObserver

    /// Observes the beginning of an answer to a request; by default nothing is done.
    ///
    /// It is called when the task that answers the request begins; for a request without a task,
    /// right before ``ended(_:)``.
    ///
    /// - Parameter request: The request.
    func began(_ request: Request)

    /// Observes the answer to a request that has begun.
    ///
    /// - Parameter observation: The request and its answer.
    func ended(_ observation: Observation)

    /// Observes a request that the server has refused in its handler's stead; by default it calls
    /// ``ended(_:)``.
    ///
    /// - Parameter observation: The request, as far as it is known, and the reason.
    func refused(_ observation: Observation)

    /// Observes a request that has begun and has been refused meanwhile, because its content broke
    /// a rule; by default nothing is done.
    ///
    /// ``refused(_:)`` was called for it already.
    ///
    /// - Parameter request: The request.
    func abandoned(_ request: Request)
}

extension RequestObserver {
    /// The observer itself.
    public func observer(ofRoutes routes: [String]) -> any RequestObserver { self }

    /// Does nothing.
    public func began(_ request: Request) {}

    /// Handles the request in the same way as one that has ended.
    public func refused(_ observation: Observation) { ended(observation) }

    /// Does nothing.
    public func abandoned(_ request: Request) {}
}
