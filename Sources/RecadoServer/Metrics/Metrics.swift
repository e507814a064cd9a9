// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The counts of an application's requests, for a monitoring system to fetch at `/metrics`.
///
/// ```swift
/// var options = Application.Options()
/// options.observers.append(Metrics())
/// ```
///
/// The page is in the text format of Prometheus, version 0.0.4. Requests are counted by the
/// template of their route, the method and the class of the status, all of which have few values: a
/// client cannot create series by inventing paths or methods. Unknown paths count as one route,
/// `unknown`, and methods that HTTP does not name as one method, `other`.
///
/// Counting takes a handful of additions to atomic numbers; no request waits for another, nor for
/// the client that fetches the page.
public final class Metrics: RequestObserver {
    /// The clients that may fetch the page.
    public enum Audience: Sendable, Hashable {
        /// Programs on this machine, if no proxy has passed their request on.
        case loopback
        /// Everyone; access by strangers has to be prevented elsewhere.
        case everyone
    }

    private struct Reading: Sendable {
        let name: String
        let help: String
        let type: Exposition.Kind
        let read: @Sendable () -> Double?
    }

    private struct State: Sendable {
        var series: [RouteSeries] = []
        var readings: [Reading] = []
    }

    /// The clients that may fetch the page.
    public let audience: Audience
    private let state = Mutex(State())

    /// Creates metrics with all counts at zero.
    ///
    /// - Parameter audience: The clients that may fetch the page; by default only programs on this
    ///   machine, for the page reveals the use of a service.
    public init(audience: Audience = .loopback) {
        self.audience = audience
    }

    // MARK: - Further numbers

    /// Adds a number that goes up and down, such as the number of open connections.
    ///
    /// - Parameters:
    ///   - name: A name that Prometheus allows: letters, digits, `_` and `:`, with no digit first.
    ///     A number with an invalid name, or one that exists already, is not added.
    ///   - help: The meaning of the number, in a sentence.
    ///   - read: Reads the number when the page is fetched; `nil` leaves it out.
    /// - Returns: True if it was added.
    @discardableResult
    public func addGauge(
        _ name: String,
        help: String,
        read: @escaping @Sendable () -> Double?
    ) -> Bool {
        add(Reading(name: name, help: help, type: .gauge, read: read))
    }

    /// Adds a number that only goes up, such as the number of lines that a log has dropped.
    ///
    /// - Parameters:
    ///   - name: A name as for ``addGauge(_:help:read:)``, which by convention ends with `_total`.
    ///   - help: The meaning of the number, in a sentence.
    ///   - read: Reads the number when the page is fetched; `nil` leaves it out.
    /// - Returns: True if it was added.
    @discardableResult
    public func addCounter(
        _ name: String,
        help: String,
        read: @escaping @Sendable () -> Double?
    ) -> Bool {
        add(Reading(name: name, help: help, type: .counter, read: read))
    }

    private func add(_ reading: Reading) -> Bool {
        guard Exposition.isName(reading.name) else { return false }
        return state.withLock { state in
            guard !state.readings.contains(where: { $0.name == reading.name }),
                !RouteSeries.names.contains(reading.name)
            else { return false }
            state.readings.append(reading)
            return true
        }
    }

    // MARK: - Routes

    /// Prepares the counts for the requests of an application.
    ///
    /// - Parameter routes: The templates of its routes.
    /// - Returns: The observer that counts them.
    public func observer(ofRoutes routes: [String]) -> any RequestObserver {
        let series = RouteSeries(templates: routes)
        state.withLock { $0.series.append(series) }
        return series
    }

    /// Counts a request as one without a route: those of an application are counted by
    /// ``observer(ofRoutes:)``.
    ///
    /// - Parameter observation: The request and its answer.
    public func ended(_ observation: Observation) {
        let series = state.withLock { state in
            if state.series.isEmpty { state.series.append(RouteSeries(templates: [])) }
            return state.series[0]
        }
        series.count(observation)
    }

    /// The page, in the text format of Prometheus, version 0.0.4.
    public var text: String {
        let (series, readings) = state.withLock { ($0.series, $0.readings) }
        var page = Exposition()
        RouteSeries.write(series, to: &page)
        for reading in readings {
            guard let value = reading.read() else { continue }
            page.begin(reading.name, reading.type, help: reading.help)
            page.add(reading.name, value: value)
        }
        return page.text
    }
}
