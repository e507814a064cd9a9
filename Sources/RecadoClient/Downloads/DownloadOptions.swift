// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options for storing a download.
public struct DownloadOptions: Sendable {
    /// The ways to treat a file name that already exists.
    public enum Collision: Sendable, Hashable {
        /// The new file gets a number: `film (2).mp4`.
        case number
        /// The new file replaces the old one in one step.
        case replace
        /// The download fails; if the name is known in advance, it fails before a request is sent.
        case fail
    }

    /// The name of the file, if the destination is a directory; `nil`, the default, for the
    /// server's name.
    ///
    /// The server's name comes from Content-Disposition or from the end of the address, and is made
    /// safe.
    public var name: String?
    /// The treatment of a file name that already exists; by default the new file gets a number, so
    /// that no file is lost.
    public var collision = Collision.number
    /// True to resume an earlier incomplete download, and to keep the partial file if this one
    /// fails; `true` by default.
    public var resumes = true
    /// True if only the owner may read the file; `false` by default, which leaves the permissions
    /// to the process's umask.
    public var isPrivate = false
    /// True to create missing directories; `false` by default.
    public var createsDirectories = false
    /// The maximum size of the file in bytes; `nil`, the default, for no limit.
    public var limit: Int?
    /// The number of times that an interrupted transfer is resumed within one call: 3.
    ///
    /// The first wait is one second. Each further wait is twice as long, up to 64 seconds. Up to
    /// half of a wait is added at random. Attempts to get a response are counted separately, by
    /// ``RetryPolicy``.
    public var continuations = 3
    /// The meter that reports the progress of the download.
    public var meter: TransferMeter?

    /// The clock that measures the waits.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Returns random numbers, at least 0 and less than 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default options.
    ///
    /// - Parameter meter: The meter that reports the progress of the download.
    public init(meter: TransferMeter? = nil) {
        self.meter = meter
    }
}
