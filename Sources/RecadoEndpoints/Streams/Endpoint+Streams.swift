// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// True if the answer is sent piece by piece, such as lines of JSON.
    public static var isStream: Bool { Output.self is any StreamedOutput.Type }

    /// True if the answer is a stream of events that does not end by itself, such as server-sent
    /// events.
    public static var isLive: Bool { (Output.self as? any StreamedOutput.Type)?.isLive ?? false }
}
