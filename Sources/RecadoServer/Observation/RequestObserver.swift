// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An observer of an application's requests: a log, metrics, a tracer, or a custom observer.
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
/// Each request that passes through `ObservationMiddleware` begins, and then ends or is abandoned.
/// A request that the server itself refuses either never begins, or is abandoned. All functions are
/// called where requests are answered, perhaps on an event loop, so they must not block and must be
/// cheap.
public protocol RequestObserver: Sendable {
    /// Returns the observer for an application with certain routes; by default this one.
    ///
    /// It is called once for each application, so that an observer can prepare counts for each
    /// route.
    ///
    /// - Parameter routes: The templates of the routes, such as `/videoclub/films/{id}`.
    /// - Returns: The observer.
    func observer(ofRoutes routes: [String]) -> any RequestObserver

    /// Observes the start of the answer to a request; by default does nothing.
    ///
    /// It is called when the task that answers the request begins or, for a request without a task,
    /// immediately before ``ended(_:)``.
    ///
    /// - Parameter request: The request.
    func began(_ request: Request)

    /// Observes the answer to a request that has begun.
    ///
    /// - Parameter observation: The request and its answer.
    func ended(_ observation: Observation)

    /// Observes a request that the server itself has refused; by default calls ``ended(_:)``.
    ///
    /// - Parameter observation: The request, as far as it is known, and the reason.
    func refused(_ observation: Observation)

    /// Observes a request that was refused after it had begun, because its content broke a rule; by
    /// default does nothing.
    ///
    /// ``refused(_:)`` has already been called for the request.
    ///
    /// - Parameter request: The request.
    func abandoned(_ request: Request)
}

extension RequestObserver {
    /// Returns the observer itself.
    public func observer(ofRoutes routes: [String]) -> any RequestObserver { self }

    /// Does nothing.
    public func began(_ request: Request) {}

    /// Calls ``ended(_:)``.
    public func refused(_ observation: Observation) { ended(observation) }

    /// Does nothing.
    public func abandoned(_ request: Request) {}
}
