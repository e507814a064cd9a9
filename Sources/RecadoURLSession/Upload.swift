// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoHTTP
import RecadoTransport
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The upload of a request's content: one task reads a source into a buffer, and a session reads
/// the buffer as a stream.
final class Upload: Sendable {
    private struct State {
        var bytes: ArraySlice<UInt8> = []
        var isEnded = false
        var isClosed = false
        /// The continuation of the task that reads the source, while it waits for free buffer
        /// space.
        var room: CheckedContinuation<Void, Never>?
    }

    /// The buffer size at which reading from the source pauses, in bytes.
    private static let highWater = 131_072

    /// True if a session can stream content that is still being produced.
    static var isPossible: Bool {
        #if canImport(FoundationNetworking)
        // All sessions of a program read their streams on one queue, so a stream that waits for
        // content would block all others.
        false
        #else
        true
        #endif
    }

    private let length: Int?
    private let state = Mutex(State())
    /// Signals that content has arrived or that the upload has ended.
    private let signal = DispatchSemaphore(value: 0)

    init(length: Int?) {
        self.length = length
    }

    /// True if the session has taken all of the content.
    var isSent: Bool { state.withLock { $0.isEnded && $0.bytes.isEmpty } }

    /// Returns a stream from which a session reads the content.
    func makeStream() -> InputStream { UploadStream(self) }

    // MARK: - The source's task

    /// Reads a source to its end, as fast as the session takes the content; returns the error if
    /// reading fails.
    func pump(from source: any ContentSource) async -> TransportError? {
        var count = 0
        do {
            while let piece = try await source.next() {
                count += piece.count
                if let length, count > length { return Self.mismatch(length, "more") }
                guard await push(piece) else { return nil }
            }
        } catch is CancellationError {
            return TransportError(.cancelled)
        } catch {
            return TransportError(.contentFailed, "\(type(of: error))")
        }
        if let length, count < length { return Self.mismatch(length, "\(count)") }
        state.withLock { $0.isEnded = true }
        signal.signal()
        return nil
    }

    private static func mismatch(_ length: Int, _ found: String) -> TransportError {
        TransportError(.contentFailed, "its source announced \(length) bytes and gave \(found)")
    }

    /// Appends a piece to the buffer and waits for space for the next; returns `false` after
    /// `close()`.
    private func push(_ piece: [UInt8]) async -> Bool {
        state.withLock { state in
            if state.bytes.isEmpty { state.bytes = piece[...] } else { state.bytes += piece }
        }
        signal.signal()
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                let isFree = state.isClosed || state.bytes.count < Self.highWater
                if !isFree { state.room = continuation }
                return isFree
            }
            if isFree { continuation.resume() }
        }
        return state.withLock { !$0.isClosed }
    }

    // MARK: - The session

    /// Waits for content and copies it; returns the number of bytes, 0 at the end of the content,
    /// or -1 after `close()`.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let (count, room) = unsafe take(into: buffer)
            room?.resume()
            if let count { return count }
            signal.wait()
        }
    }

    private func take(
        into buffer: UnsafeMutableRawBufferPointer
    ) -> (Int?, CheckedContinuation<Void, Never>?) {
        state.withLock { state in
            if state.isClosed { return (-1, nil) }
            let count = min(state.bytes.count, buffer.count)
            guard count > 0 else { return (state.isEnded ? 0 : nil, nil) }
            unsafe buffer.copyBytes(from: state.bytes.prefix(count))
            state.bytes = state.bytes.dropFirst(count)
            guard state.bytes.count < Self.highWater else { return (count, nil) }
            defer { state.room = nil }
            return (count, state.room)
        }
    }

    /// Ends the upload because the transfer is over.
    func close() {
        let room = state.withLock { state in
            state.isClosed = true
            state.bytes = []
            defer { state.room = nil }
            return state.room
        }
        signal.signal()
        room?.resume()
    }
}

/// An input stream that reads from an upload.
private final class UploadStream: InputStream {
    private let upload: Upload
    private var status = Stream.Status.notOpen

    init(_ upload: Upload) {
        self.upload = upload
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { status == .open }
    override func open() { status = .open }
    override func close() { status = .closed }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool {
        false
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: length)
        let count = unsafe upload.read(into: room)
        if count <= 0 { status = count == 0 ? .atEnd : .error }
        return count
    }

    #if canImport(Darwin)
    // A session calls these methods of its streams, some of which no public header declares. They
    // do nothing, and the stream sends no events.

    override func schedule(in loop: RunLoop, forMode mode: RunLoop.Mode) {}
    override func remove(from loop: RunLoop, forMode mode: RunLoop.Mode) {}
    override func property(forKey key: Stream.PropertyKey) -> Any? { nil }
    override func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool { false }

    @objc(_scheduleInCFRunLoop:forMode:)
    func scheduleInCFRunLoop(_ loop: CFRunLoop, forMode mode: CFString) {}

    @objc(_unscheduleFromCFRunLoop:forMode:)
    func unscheduleFromCFRunLoop(_ loop: CFRunLoop, forMode mode: CFString) {}

    @objc(_setCFClientFlags:callback:context:)
    func setCFClient(
        _ flags: CFOptionFlags,
        callback: CFReadStreamClientCallBack?,
        context: UnsafeMutablePointer<CFStreamClientContext>?
    ) -> Bool {
        false
    }
    #endif
}
