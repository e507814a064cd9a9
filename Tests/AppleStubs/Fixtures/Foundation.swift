// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: the part of Foundation that Linux has as FoundationEssentials, and
// what RecadoURLSession uses beyond it.
//
// Types are Sendable here if Apple's headers mark them so (NS_SWIFT_SENDABLE). Nothing here works.

@_exported import FoundationEssentials

open class NSObject {
    public init() {}
}

// MARK: - The program and its user

extension Locale {
    public static var preferredLanguages: [String] { [] }
}

open class Bundle: NSObject {
    public static var main: Bundle { Bundle() }
    open var infoDictionary: [String: Any]? { nil }
}

open class UserDefaults: NSObject {
    public static var standard: UserDefaults { UserDefaults() }
    open func string(forKey defaultName: String) -> String? { nil }
}

// MARK: - Streams

open class RunLoop: NSObject {
    public struct Mode: Hashable, Sendable {}
}

open class Stream: NSObject {
    public enum Status: UInt, Sendable {
        case notOpen, opening, open, reading, writing, atEnd, closed, error
    }

    public struct PropertyKey: Hashable, Sendable {}

    open func open() {}
    open func close() {}
    open var streamStatus: Status { .closed }
    open var streamError: (any Error)? { nil }
    open func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}
    open func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}
    open func property(forKey key: Stream.PropertyKey) -> Any? { nil }
    open func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool { false }
}

open class InputStream: Stream {
    public init(data: Data) {}
    open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int { 0 }
    open func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }
    open var hasBytesAvailable: Bool { false }
}
