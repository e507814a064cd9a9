// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if SwiftLog
public import Logging

extension CallLog {
    /// Creates a log that writes to a `Logger` of the package swift-log.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The log level of the lines; `debug` by default.
    ///   - detail: The data to write for each call; by default a line when the call begins and a
    ///     line when it ends.
    public init(_ logger: Logger, level: Logger.Level = .debug, detail: Level = .calls) {
        self.init(level: detail) { line in logger.log(level: level, "\(line)") }
    }
}
#endif
