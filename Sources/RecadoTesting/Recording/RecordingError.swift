// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error that occurs while a recording is read or written.
@nonexhaustive
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no file with this name.
    case noFile(String)
    /// The system refused to read or write the file.
    case file(String)
    /// The file is not JSON, or does not have the structure of HAR 1.2.
    case malformed(String)

    /// A description of the error, in one line.
    public var description: String {
        switch self {
        case .noFile(let path): "there is no recording “\(path)”"
        case .file(let detail): "the recording: \(detail)"
        case .malformed(let detail): "the recording is no HAR 1.2: \(detail)"
        }
    }
}
