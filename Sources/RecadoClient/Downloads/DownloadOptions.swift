// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options for storing a download.
public struct DownloadOptions: Sendable {
    /// The treatment of a file name that is already taken.
    public enum Collision: Sendable, Hashable {
        /// The new file gets a number: `film (2).mp4`.
        case number
        /// The old file is replaced, in one step and as a whole.
        case replace
        /// The download fails; it fails before the request if the name is known by then.
        case fail
    }

    /// The name of the file in a directory; `nil` by default, for the server's name.
    ///
    /// The server's name is that of Content-Disposition or the end of the address, made safe.
    public var name: String?
    /// The treatment of a file name that is already taken; a number by default, so that no file is
    /// lost.
    public var collision = Collision.number
    /// True to resume an earlier incomplete download, and to keep the bytes if this one fails;
    /// `true` by default.
    public var resumes = true
    /// True if nobody else may read the file; `false` by default, which leaves this to the
    /// process's mask.
    public var isPrivate = false
    /// True to create missing directories; `false` by default.
    public var createsDirectories = false
    /// The greatest size of the file in bytes; `nil` by default, for no limit.
    public var limit: Int?
    /// The number of times that an interrupted transfer is resumed within the same call: 3.
    ///
    /// The first wait is a second, and each further wait is twice as long as the one before, with
    /// up to half as much again added at random. The attempts to get a response at all are counted
    /// separately.
    public var continuations = 3
    /// The meter that reports the progress of the download.
    public var meter: TransferMeter?

    /// The clock that measures the waits.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Random numbers, at least 0 and less than 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default options.
    ///
    /// - Parameter meter: The meter that reports the progress of the download.
    public init(meter: TransferMeter? = nil) {
        self.meter = meter
    }
}
