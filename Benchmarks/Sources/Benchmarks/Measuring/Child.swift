// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that runs as a child process, on one processor or on all.
final class Child {
    let name: String
    private let process = Process()

    /// Starts a program; `taskset` restricts it and its children to a processor, unless that is
    /// `nil`.
    init(_ name: String, _ command: [String], processor: Int?) throws {
        self.name = name
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Swift's task threads block signals, and a child inherits that: without this option it
        // could not be ended.
        let pinning = processor.map { ["taskset", "-c", "\($0)"] } ?? []
        process.arguments = ["--default-signal=TERM"] + pinning + command
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Returns the path of a peer's program, which `scripts/bench` builds into the build folder of
    /// this one.
    ///
    /// The path of this program may also contain the name of the platform; the peer's does not.
    static func peer(_ path: String) -> String {
        let parts = ServerBenchmarks.program("").split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        let end = parts.firstIndex(of: ".build") ?? parts.startIndex
        return parts[...end].joined(separator: "/") + "/" + path
    }

    /// Throws if the program has ended, as another program may then be using its port.
    func check() throws {
        guard process.isRunning else {
            throw BenchmarkFailure("\(name) has ended by itself; is its port taken?")
        }
    }

    /// Ends the program and waits for it.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// The processor time so far and the memory of the program and its children.
    var usage: Usage {
        let ids = [process.processIdentifier] + Self.children(of: process.processIdentifier)
        return ids.reduce(into: Usage()) { usage, id in
            usage.ticks += Self.ticks(of: id)
            usage.peakKilobytes += Self.peakKilobytes(of: id)
            usage.kilobytes += Self.kilobytes(of: id)
            usage.descriptors += Self.descriptors(of: id)
        }
    }

    struct Usage {
        /// The processor time in the kernel's ticks of 1/100 s.
        var ticks = 0
        var peakKilobytes = 0
        /// The memory in use now, in KiB.
        var kilobytes = 0
        var descriptors = 0
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func children(of id: Int32) -> [Int32] {
        text("/proc/\(id)/task/\(id)/children").split(separator: " ").compactMap { Int32($0) }
    }

    private static func ticks(of id: Int32) -> Int {
        // The name in parentheses may contain blanks, so only the text after it is split.
        let fields =
            text("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    private static func descriptors(of id: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count) ?? 0
    }

    static func peakKilobytes(of id: Int32) -> Int { kilobytes("VmHWM", of: id) }

    /// Returns the memory that a process uses now, in KiB.
    static func kilobytes(of id: Int32) -> Int { kilobytes("VmRSS", of: id) }

    private static func kilobytes(_ name: String, of id: Int32) -> Int {
        let line = text("/proc/\(id)/status").split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// Runs a program to its end, and returns its output.
func output(of command: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
}
