// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The events of a world, such as messages over its network, with their times.
///
/// Runs with the same seed have the same timeline, byte for byte. ``digest`` covers all events,
/// whereas ``description`` shows only the last ones.
public final class Timeline: Sendable {
    enum Event: UInt8 {
        case connect, send, reset, crash, start, cut, heal, fault, mended, query
    }

    private struct Entry {
        let time: Int64
        let event: Event
        let path: Path?
        let detail: String
    }

    private struct State {
        var entries: [Entry] = []
        var count = 0
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var names: [String] = []

        mutating func mix(_ number: UInt64) {
            hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
    }

    /// The number of latest events that are kept as text.
    private static let kept = 2_000

    private let state = Mutex(State())

    init() {}

    func note(_ time: Int64, _ event: Event, _ path: Path?, _ detail: String) {
        let hosts = UInt64(path?.from ?? 0) << 24 | UInt64(path?.to ?? 0)
        let entry = Entry(time: time, event: event, path: path, detail: detail)
        state.withLock { state in
            state.count += 1
            state.mix(UInt64(bitPattern: time))
            state.mix(UInt64(event.rawValue) << 48 | hosts)
            if state.entries.count >= 2 * Self.kept { state.entries.removeFirst(Self.kept) }
            state.entries.append(entry)
        }
    }

    /// Adds sent bytes to the digest (FNV-1a).
    func note(_ bytes: [UInt8]) {
        state.withLock { state in
            for byte in bytes { state.hash = (state.hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    func set(names: [String]) { state.withLock { $0.names = names } }

    /// A digest of all events; runs with the same digest have the same events.
    public var digest: String {
        let text = String(state.withLock(\.hash), radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// The number of events, including those that are not kept as text.
    public var eventCount: Int { state.withLock(\.count) }
}

extension Timeline: CustomStringConvertible {
    /// The last events, one per line: the time in seconds, the sender and the receiver, and the
    /// event.
    public var description: String { lines.joined(separator: "\n") }

    /// The last events, each as a line of text.
    public var lines: [String] {
        let (entries, names) = state.withLock { ($0.entries.suffix(Self.kept), $0.names) }
        return entries.map { Self.line($0, names) }
    }

    private static func line(_ entry: Entry, _ names: [String]) -> String {
        func name(_ number: Int) -> String {
            number < names.count ? names[number] : "\(number)"
        }

        let microseconds = entry.time / 1_000
        let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
        let seconds = String(microseconds / 1_000_000)
        let time =
            String(repeating: " ", count: max(0, 5 - seconds.count)) + seconds + "." + fraction
        let from = entry.path.map { name($0.from) } ?? ""
        let to = entry.path.map { $0.from == $0.to ? "" : " → " + name($0.to) } ?? ""
        return
            "\(time)  \(from)\(to)  \(entry.event)\(entry.detail.isEmpty ? "" : " ")\(entry.detail)"
    }
}

extension Kernel {
    func note(_ event: Timeline.Event, _ path: Path?, _ detail: String) {
        timeline.note(now, event, path, detail)
    }

    /// Records a message with its size and, if it begins with text, its first line.
    func note(_ event: Timeline.Event, _ path: Path, _ bytes: [UInt8]) {
        let line = bytes.prefix(80).prefix { $0 != 13 && $0 != 10 }
        let isText = line.count > 3 && line.allSatisfy { 32..<127 ~= $0 }
        let text = isText ? ", " + String(decoding: line, as: UTF8.self) : ""
        timeline.note(now, event, path, "\(bytes.count) bytes\(text)")
    }
}
