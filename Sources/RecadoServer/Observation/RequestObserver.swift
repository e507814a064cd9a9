// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Something that observes the requests of an application: a log,
/// metrics, a tracer, or a user's own.
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
/// Each request that passes `ObservationMiddleware` begins and then ends, or is abandoned. A
/// request that the server refuses itself never begins, or is abandoned. All functions are called
/// where requests are answered, perhaps on an event loop: they must not block, and cost little.
public protocol RequestObserver: Sendable {
    /// The observer of an application with some routes; by default this one.
    ///
    /// It is asked once for each application, so that what is counted by
    /// route can be made beforehand.
    ///
    /// - Parameter routes: The templates of the routes, such as `/videoclub/films/{id}`.
    /// - Returns: The observer.
    func observer(ofRoutes routes: [String]) -> any RequestObserver

    /// Takes note of a request that is being answered; by default nothing is done.
    ///
    /// It is called when the task begins that answers it; for a request that needs
    /// none, right before ``ended(_:)``.
    ///
    /// - Parameter request: The request.
    func began(_ request: Request)

    /// Takes note of the answer to a request that has begun.
    ///
    /// - Parameter observation: The request and its answer.
    func ended(_ observation: Observation)

    /// Takes note of a request that the server has refused in its handler's
    /// stead; by default it has ended.
    ///
    /// - Parameter observation: The request, as far as it is known, and the reason.
    func refused(_ observation: Observation)

    /// Takes note of a request that has begun and has been refused meanwhile, for its content broke
    /// a rule; by default nothing is done.
    ///
    /// ``refused(_:)`` was told of it already.
    ///
    /// - Parameter request: The request.
    func abandoned(_ request: Request)
}

extension RequestObserver {
    /// The observer itself.
    public func observer(ofRoutes routes: [String]) -> any RequestObserver { self }

    /// Does nothing.
    public func began(_ request: Request) {}

    /// Takes note as of one that has ended.
    public func refused(_ observation: Observation) { ended(observation) }

    /// Does nothing.
    public func abandoned(_ request: Request) {}
}
