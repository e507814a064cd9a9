// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

/// One download, from the first request to the complete file under its final name.
struct DownloadRun<Failure: Problem>: Sendable {
    let client: Client
    let request: Request
    let place: DownloadPlace
    let options: DownloadOptions
    let callOptions: CallOptions

    /// The complete file, and the last answer.
    private struct Received: Sendable {
        let record: DownloadRecord
        let answer: OpenResponse<Failure>
        let resumedFrom: Int
        let size: Int
    }

    /// The state of the file after the content of one response has been stored.
    private struct Part: Sendable {
        let record: DownloadRecord
        let end: Int
    }

    /// The address without user name, password and query.
    private var url: String {
        let host = request.authority.utf8.split(separator: UInt8(ascii: "@")).last
        let authority = host.map { String(Substring($0)) } ?? ""
        return "\(request.scheme)://\(authority)\(request.path)"
    }

    /// The best file name that is known before an answer arrives.
    private var firstName: String { place.name ?? Self.name(at: request.path) ?? Self.anyName }

    private static var anyName: String { "download" }

    /// Returns the last component of an escaped path as a safe file name.
    private static func name(at path: some StringProtocol) -> String? {
        let components = String(path).utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        let last = components.last.map { String(Substring($0)) } ?? ""
        return PercentEncoding.decode(last).flatMap(SafeFileName.make)
    }

    private func failure(_ kind: DownloadError.Kind) -> DownloadError {
        DownloadError(kind, at: place.path(of: firstName))
    }

    private func failure(_ error: CallError<Failure>) -> DownloadError {
        DownloadError(.call, at: place.path(of: firstName), callError: error)
    }

    /// Downloads the file; does not run on the caller's actor, because disks are slow.
    @concurrent
    func run() async throws(DownloadError) -> DownloadedFile {
        let start = ContinuousClock.now
        if options.createsDirectories { try place.makeDirectories() }
        if options.collision == .fail, let name = place.name,
            DownloadPlace.isTaken(place.path(of: name))
        {
            throw failure(.exists)
        }
        let partial = try PartialFile.open(
            place,
            name: firstName,
            url: url,
            isPrivate: options.isPrivate
        )
        do throws(DownloadError) {
            let received = try await receive(partial)
            let verifiedBy = try verify(partial, received)
            let path = try partial.finish(as: name(of: received), in: place, options.collision)
            return DownloadedFile(
                path: path,
                size: received.size,
                resumedFrom: received.resumedFrom,
                verifiedBy: verifiedBy,
                fields: received.answer.response.fields,
                redirects: received.answer.notes.trace.redirects,
                duration: start.duration(to: .now)
            )
        } catch {
            throw settle(error, partial)
        }
    }

    private func name(of received: Received) -> String {
        if let name = place.name { return name }
        let path = received.answer.notes.trace.redirects.last?.target.path ?? String(request.path)
        return received.record.name.flatMap(SafeFileName.make) ?? Self.name(at: path)
            ?? Self.anyName
    }

    // MARK: - Receiving

    private func receive(_ partial: PartialFile) async throws(DownloadError) -> Received {
        var machine = DownloadMachine(url: url, kept: options.resumes ? try partial.kept() : nil)
        var (breaks, hasBegun) = (0, false)
        var resumedFrom: Int?
        while true {
            do throws(DownloadError) {
                let answer = try await ask(machine)
                hasBegun = true
                let action = machine.receive(answer.response)
                // The offset is recorded before the content is stored, because storing may be
                // interrupted.
                if let start = action.start { resumedFrom = start == 0 ? 0 : resumedFrom ?? start }
                guard let part = try await store(answer, action, in: partial) else { continue }
                guard part.end < part.record.length ?? 0 else {
                    return Received(
                        record: part.record,
                        answer: answer,
                        resumedFrom: resumedFrom ?? 0,
                        size: part.end
                    )
                }
                machine.keep(part.record, part.end)
            } catch {
                breaks += 1
                guard hasBegun, breaks <= options.continuations, error.isTemporary,
                    let kept = try partial.kept()
                else { throw error }
                machine.keep(kept.record, kept.length)
                try await pause(breaks, error)
            }
        }
    }

    /// Stores the content of an answer; returns `nil` if the whole content must be requested again.
    private func store(
        _ answer: OpenResponse<Failure>,
        _ action: DownloadMachine.Action,
        in partial: PartialFile
    ) async throws(DownloadError) -> Part? {
        switch action {
        case .fail: throw failure(.invalidRange)
        case .askForAll:
            await answer.response.content.drain()
            return nil
        case .anew(let record):
            try partial.begin(record, keepsRecord: options.resumes)
            let end = try await copy(answer, to: partial, from: 0, upTo: record.length, record)
            return Part(record: record, end: end)
        case .append(let offset, let end, let record):
            try partial.resume(record, at: offset)
            let end = try await copy(answer, to: partial, from: offset, upTo: end, record)
            return Part(record: record, end: end)
        }
    }

    private func ask(
        _ machine: DownloadMachine
    ) async throws(DownloadError) -> OpenResponse<Failure> {
        var request = request
        machine.prepare(&request)
        let isPart = machine.offset != nil
        do throws(CallError<Failure>) {
            return try await client.open(request, callOptions) { status in
                status.isSuccess || isPart && status == .rangeNotSatisfiable
            }
        } catch {
            throw failure(error)
        }
    }

    /// Writes the content of an answer at an offset; returns the new size of the file.
    private func copy(
        _ answer: OpenResponse<Failure>,
        to partial: PartialFile,
        from start: Int,
        upTo end: Int?,
        _ record: DownloadRecord
    ) async throws(DownloadError) -> Int {
        if let limit = options.limit, record.length ?? 0 > limit {
            throw failure(.tooLarge(limit: limit))
        }
        options.meter?.begin(at: start, of: record.length)
        var size = start
        do {
            let source = answer.response.content.makeSource()
            while let piece = try await source.next() {
                let next = size + piece.count
                if let end, next > end {
                    throw failure(.lengthMismatch(expected: end, received: next))
                }
                if let limit = options.limit, next > limit {
                    throw failure(.tooLarge(limit: limit))
                }
                try partial.file.write(piece, at: size)
                size = next
                options.meter?.advance(by: piece.count)
            }
            if let end, size < end { throw failure(.lengthMismatch(expected: end, received: size)) }
            if let check = check(of: answer.response.fields[values: .contentDigest], answer),
                try !check.matches(partial.file, in: start..<size)
            {
                throw failure(.digestMismatch(check.algorithm.rawValue))
            }
            return size
        } catch let error as DownloadError {
            throw error
        } catch {
            throw failure(answer.error(error))
        }
    }

    /// Waits before the next attempt to resume an interrupted transfer.
    private func pause(_ breaks: Int, _ error: DownloadError) async throws(DownloadError) {
        let least = Duration.seconds(1 << min(breaks - 1, 6))
        let delay = least + .seconds(least.inSeconds * min(max(options.random(), 0), 1) / 2)
        if let left = Deadline.current?.remaining, delay >= left { throw error }
        do {
            try await Stopwatch(options.clock).sleep(for: delay)
        } catch {
            throw failure(CallError(CancellationError(), CallRecord(request)))
        }
    }

    // MARK: - Verifying

    /// Returns the digest to compare the content with; `nil` if there is none, or if a layer below
    /// may have decoded the content.
    private func check(of values: [String], _ answer: OpenResponse<Failure>) -> DigestCheck? {
        answer.response.fields.isEncoded ? nil : DigestCheck(values.joined(separator: ","))
    }

    /// Compares the whole file with its digest; returns the algorithm, or `nil` if there is no
    /// digest.
    private func verify(
        _ partial: PartialFile,
        _ received: Received
    ) throws(DownloadError) -> String? {
        do {
            guard let digest = received.record.digest,
                let check = check(of: [digest], received.answer)
            else { return nil }
            guard try check.matches(partial.file, in: 0..<received.size) else {
                throw failure(.digestMismatch(check.algorithm.rawValue))
            }
            return check.algorithm.rawValue
        } catch let error as DownloadError {
            throw error
        } catch {
            throw failure(received.answer.error(error))
        }
    }

    /// Keeps the partial file if a later download can resume it, and removes it otherwise.
    private func settle(_ error: DownloadError, _ partial: PartialFile) -> DownloadError {
        var error = error
        // A partial file without a usable record cannot be resumed.
        if options.resumes, error.leavesGoodBytes, let kept = try? partial.kept() {
            error.keptBytes = kept.length
        } else {
            partial.discard()
        }
        return error
    }
}

extension DownloadError {
    /// True if resuming the transfer may succeed after this error.
    fileprivate var isTemporary: Bool {
        switch kind {
        case .call:
            switch callError?.kind {
            case .timedOut, .unreachable: true
            case .refused: callError?.status?.class == .serverError
            default: false
            }
        case .lengthMismatch(let expected, let received): received < expected
        default: false
        }
    }

    /// True if the bytes that arrived before the error are valid.
    fileprivate var leavesGoodBytes: Bool {
        switch kind {
        case .digestMismatch, .tooLarge, .invalidRange: false
        case .lengthMismatch(let expected, let received): received < expected
        default: true
        }
    }
}
