// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Runs Rust's serde_json and quick-xml, as packaged by Debian, on a payload.
///
/// The program is in `Benchmarks/Peers/serde`. The payload is in a file as long as this object
/// exists.
final class SerdePeer {
    /// A format, by its name in the program.
    enum Format: String {
        case json, xml

        /// The library for the format.
        var library: String { self == .json ? "serde_json" : "quick-xml" }
    }

    private static let program = Child.peer("serde-peer/target/release/serde-peer")

    /// True if the program has been built; otherwise it is left out of the measurements.
    private static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private let payload: String
    private let format: Format
    private let file: URL

    /// Writes the payload to a file, or returns `nil` if the program has not been built.
    init?(_ payload: String, _ format: Format, _ text: [UInt8]) throws {
        guard Self.isBuilt else { return nil }
        self.payload = payload
        self.format = format
        let name = "recado-\(payload)-\(UUID()).\(format.rawValue)"
        file = FileManager.default.temporaryDirectory.appending(path: name)
        try Data(text).write(to: file)
    }

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    /// Prints how to build the program, if it has not been built.
    static func announce() {
        if isBuilt { return }
        print("serde_json and quick-xml are left out: `scripts/bench coding` builds their program")
    }

    /// Returns a contest entry for an operation of the program: `decode`, `encode` or `parse`.
    func entry(_ operation: String, note: String = "") -> Contest.Entry {
        .init(name: format.library + note) { (runs: Int) in
            let text = try self.ask(operation, runs: runs)
            guard let time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw self.failure("does not \(operation)")
            }
            return .seconds(time / 1e9)
        }
    }

    // MARK: - Agreement

    /// Checks that the program writes exactly the values that it has read.
    func check() throws {
        let theirs = Array(try ask("text", runs: 1).utf8)
        let ours = Array(try Data(contentsOf: file))
        let agrees =
            switch format {
            case .json: Self.agree(try Self.tree(ours), try Self.tree(theirs))
            case .xml: try Self.films(ours) == Self.films(theirs)
            }
        guard agrees else { throw failure("does not write what it has read of") }
    }

    private static func tree(_ text: [UInt8]) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text))
    }

    private static func films(_ text: [UInt8]) throws -> [UInt8] {
        try XML().encode(XML().decode([Payloads.Film].self, from: text))
    }

    private static func agree(_ one: Any, _ other: Any) -> Bool {
        switch (one, other) {
        case (let one as [String: Any], let other as [String: Any]):
            one.count == other.count
                && one.allSatisfy { key, value in other[key].map { agree(value, $0) } ?? false }
        case (let one as [Any], let other as [Any]):
            one.count == other.count && zip(one, other).allSatisfy(agree)
        case (let one as String, let other as String): one == other
        case (let one as NSNumber, let other as NSNumber):
            // For numbers with many digits, neither serde_json nor Foundation always gives the
            // nearest value.
            one == other
                || abs(one.doubleValue - other.doubleValue) <= 1e-14 * abs(one.doubleValue)
        default: one is NSNull && other is NSNull
        }
    }

    // MARK: - The program

    private func ask(_ operation: String, runs: Int) throws -> String {
        let task = [payload, format.rawValue, operation, file.path(), "\(runs)"]
        return try output(of: [Self.program] + task)
    }

    private func failure(_ words: String) -> BenchmarkFailure {
        BenchmarkFailure("\(format.library) \(words) the payload \(payload)")
    }
}
