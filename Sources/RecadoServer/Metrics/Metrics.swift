// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts of an application's requests, which a monitoring system fetches from `/metrics`.
///
/// ```swift
/// var options = Application.Options()
/// options.observers.append(Metrics())
/// ```
///
/// The page is in the text format of Prometheus, version 0.0.4. Requests are counted by route
/// template, method and status class, all of which have few values, so that a client cannot create
/// series by inventing paths or methods. Unknown paths count as the route `unknown`, and methods
/// that HTTP does not define as the method `other`.
///
/// Counting takes a few additions to atomic numbers. No request waits for another, or for the
/// client that fetches the page.
public final class Metrics: RequestObserver {
    /// The clients that may fetch the page.
    public enum Audience: Sendable, Hashable {
        /// Programs on this machine, unless a proxy has forwarded their request.
        case loopback
        /// Everyone; access by strangers must be prevented elsewhere.
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
    ///   machine, because the page reveals how a service is used.
    public init(audience: Audience = .loopback) {
        self.audience = audience
    }

    // MARK: - Further numbers

    /// Adds a gauge: a number that goes up and down, such as the number of open connections.
    ///
    /// - Parameters:
    ///   - name: A name that Prometheus allows: letters, digits, `_` and `:`, not beginning with a
    ///     digit. A gauge with an invalid name, or a name that is already used, is not added.
    ///   - help: The meaning of the number, in a sentence.
    ///   - read: Reads the number when the page is fetched; a result of `nil` leaves the gauge out.
    /// - Returns: True if the gauge was added.
    @discardableResult
    public func addGauge(
        _ name: String,
        help: String,
        read: @escaping @Sendable () -> Double?
    ) -> Bool {
        add(Reading(name: name, help: help, type: .gauge, read: read))
    }

    /// Adds a counter: a number that only goes up, such as the number of dropped log lines.
    ///
    /// - Parameters:
    ///   - name: A name as for ``addGauge(_:help:read:)``, which by convention ends with `_total`.
    ///   - help: The meaning of the number, in a sentence.
    ///   - read: Reads the number when the page is fetched; a result of `nil` leaves the counter
    ///     out.
    /// - Returns: True if the counter was added.
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

    /// Counts a request under no route; an application counts its requests through
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
