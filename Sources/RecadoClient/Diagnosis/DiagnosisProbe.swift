// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport
import Synchronization

/// Makes the call of a diagnosis and collects its events.
final class DiagnosisProbe: Sendable {
    /// The last request and response as the transport saw them, without the response's content.
    private let raw = Mutex<(request: Request, response: Response)?>(nil)

    /// The maximum number of content bytes that are read, enough for the title of a page.
    private static let contentLimit = 65_536

    func note(_ request: Request, _ response: Response) {
        let head = Response(status: response.status, fields: response.fields)
        raw.withLock { $0 = (request, head) }
    }

    func run(_ request: Request, _ options: CallOptions, _ client: Client) async -> Diagnosis {
        let hub = CallEvents()
        let events = hub.events()
        let notes = CallNotes(events: hub)
        var diagnosis = Diagnosis(uri: Redaction.uri(of: request))
        var content: [UInt8] = []
        var failure: TransportError?
        do {
            let response = try await client.send(request, options, notes)
            diagnosis.status = Int(response.status.code)
            content = try await Self.beginning(of: response.content)
        } catch let error as TransportError {
            failure = error
            diagnosis.failure = error.description
        } catch {
            diagnosis.failure = "\(type(of: error))"
        }
        diagnosis.milliseconds = notes.duration / .milliseconds(1)
        hub.finish()
        for await event in events { diagnosis.note(event.kind) }
        diagnosis.note(notes.trace)
        if let (request, response) = raw.withLock({ $0 }) {
            diagnosis.note(response, to: request)
            if let page = UnexpectedPage(in: content, response.fields, answering: request) {
                diagnosis.pageTitle = page.title
            }
        }
        diagnosis.addHints(failure)
        return diagnosis
    }

    /// Reads content up to the limit and discards the rest.
    private static func beginning(of content: Content) async throws -> [UInt8] {
        if let bytes = content.bytes { return Array(bytes.prefix(contentLimit)) }
        let source = content.makeSource()
        var bytes: [UInt8] = []
        while bytes.count < contentLimit, let piece = try await source.next() { bytes += piece }
        return bytes
    }
}

/// A layer directly over the transport, which sees answers before middleware changes them.
struct ProbeTransport: Transport {
    let base: any Transport
    let probe: DiagnosisProbe

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let response = try await base.send(request, timeouts: timeouts)
        probe.note(request, response)
        return response
    }
}

extension Diagnosis {
    /// Records the data of an event; the data of a later request replace those of an earlier
    /// request.
    fileprivate mutating func note(_ event: CallEvent.Kind) {
        switch event {
        case .began:
            (proxy, address, tls, applicationProtocol) = (nil, nil, nil, nil)
            (triedAddresses, certificates) = ([], [])
        case .proxied(let proxy): self.proxy = proxy
        case .connecting(let address): triedAddresses.append(address)
        case .connected(let address, let isReused):
            (self.address, isConnectionReused) = (address, isReused)
        case .secured(let version, let name): (tls, applicationProtocol) = (version, name)
        case .certificates(let chain):
            let now = WallClock.now()
            certificates = chain.map { Certificate($0, now: now) }
        case .resolving, .sending, .informational, .answered, .content, .done, .failed: break
        }
    }

    fileprivate mutating func note(_ trace: CallTrace) {
        redirects = trace.redirects.map(\.description)
        guard let timings = trace.timings else { return }
        version = timings.version?.rawValue
        bytesReceived = timings.bytesReceived
        phases = [
            ("queue", timings.queue), ("name", timings.nameResolution),
            ("connect", timings.connect), ("tls", timings.tls),
            ("firstByte", timings.firstByte), ("content", timings.content),
        ].map { Phase(name: $0.0, milliseconds: $0.1 / .milliseconds(1)) }
    }

    fileprivate mutating func note(_ response: Response, to request: Request) {
        let now = WallClock.now()
        let fields = response.fields
        contentType = fields[.contentType].map { Redaction.printable(String($0.prefix(200))) }
        contentCoding = fields[.contentEncoding].map { Redaction.printable(String($0.prefix(200))) }
        if let date = fields[.date].flatMap({ HTTPDate($0, now: now) }) {
            let skew = date.secondsSince1970.subtractingReportingOverflow(now.secondsSince1970)
            // With an Age field, the answer is from a cache, so its Date says nothing about the
            // clock.
            if !skew.overflow, !fields.contains(.age) { clockSkew = Int(skew.partialValue) }
        }
        cache = Self.cacheVerdict(response, request, now)
        alternativeServices = (AlternativeService.read(fields) ?? []).map(\.description)
    }

    private static func cacheVerdict(
        _ response: Response,
        _ request: Request,
        _ now: HTTPDate
    ) -> String {
        let options = CachePolicy.Options()
        let rules = CacheRules(options)
        let control = CacheControl(response.fields)
        guard rules.isStorable(response, to: request),
            let entry = rules.entry(
                for: response,
                to: request,
                content: [],
                requested: now,
                received: now
            )
        else { return control.contains("no-store") ? "not kept: no-store" : "not kept" }
        let left = entry.lifetime(control, options) - entry.age(at: now)
        guard left > 0, !control.contains("no-cache") else {
            return "kept, and confirmed before each use"
        }
        return "kept, and fresh for \(left) s"
    }
}

extension Diagnosis.Certificate {
    init(_ certificate: ServerCertificate, now: HTTPDate) {
        subject = certificate.subject
        issuer = certificate.issuer
        validFrom = certificate.validFrom?.description
        validUntil = certificate.validUntil?.description
        daysLeft = certificate.daysLeft(at: now)
        pin = certificate.pin
    }
}
