// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
import Foundation
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension UserAgent {
    /// The model of a machine and its operating system.
    public struct Device: Sendable, Hashable, CustomStringConvertible {
        /// The model, such as `iPhone12,1`, or the processor architecture if the model is unknown.
        public var model: String
        /// The name of the operating system, such as `Linux` or `iOS`.
        public var system: String
        /// The version of the operating system.
        public var systemVersion: String

        /// Creates a description of a machine.
        ///
        /// - Parameters:
        ///   - model: The model.
        ///   - system: The name of the operating system.
        ///   - systemVersion: The version of the operating system.
        public init(model: String, system: String, systemVersion: String) {
            self.model = model
            self.system = system
            self.systemVersion = systemVersion
        }

        /// The machine that the program runs on.
        public static let current = Device.found()

        /// The three properties, separated by `||`, as some services expect:
        /// `iPhone12,1||iOS||14.4`.
        public var description: String { "\(model)||\(system)||\(systemVersion)" }

        /// The three properties in the form of a User-Agent comment.
        var comment: String { "\(model); \(system) \(systemVersion)" }

        private static func found() -> Device {
            var names = utsname()
            guard unsafe uname(&names) == 0 else {
                return Device(model: "unknown", system: "unknown", systemVersion: "0")
            }
            let model = text(of: names.machine)
            #if canImport(Darwin)
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return Device(
                model: model,
                system: systemName,
                systemVersion:
                    "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
            )
            #else
            return Device(
                model: model,
                system: text(of: names.sysname),
                systemVersion: text(of: names.release)
            )
            #endif
        }

        /// Returns the text in a tuple of characters, up to the first zero byte.
        private static func text<Row>(of row: Row) -> String {
            unsafe withUnsafeBytes(of: row) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }

        #if os(iOS)
        private static let systemName = "iOS"
        #elseif os(tvOS)
        private static let systemName = "tvOS"
        #elseif os(watchOS)
        private static let systemName = "watchOS"
        #elseif os(visionOS)
        private static let systemName = "visionOS"
        #elseif os(macOS)
        private static let systemName = "macOS"
        #elseif canImport(Darwin)
        private static let systemName = "Darwin"
        #endif
    }
}
