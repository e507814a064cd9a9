// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// True for an answer that is sent piece by piece, such as lines of JSON.
    public static var isStream: Bool { Output.self is any StreamedOutput.Type }

    /// True for a stream that reports events as they happen, such as server-sent events, and does
    /// not end by itself.
    public static var isLive: Bool { (Output.self as? any StreamedOutput.Type)?.isLive ?? false }
}
