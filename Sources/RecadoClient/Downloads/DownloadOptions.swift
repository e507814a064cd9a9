// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options for storing a download.
public struct DownloadOptions: Sendable {
    /// The treatment of a file name that is taken.
    public enum Collision: Sendable, Hashable {
        /// The new file gets a number: `film (2).mp4`.
        case number
        /// The old file is replaced, at once and as a whole.
        case replace
        /// The download fails, before anything is sent if the name is known by then.
        case fail
    }

    /// The name of the file in a directory; `nil`, which is the default, for the server's.
    ///
    /// The server's is that of Content-Disposition or the end of the address, made safe.
    public var name: String?
    /// The treatment of a file name that is taken; numbered by default, so that nothing is lost.
    public var collision = Collision.number
    /// Whether what an earlier download left is taken up, and kept if this
    /// one fails; `true` by default.
    public var resumes = true
    /// Whether nobody else may read the file; `false` by default, when the process's mask decides.
    public var isPrivate = false
    /// Whether directories that are missing are made; `false` by default.
    public var createsDirectories = false
    /// The greatest size of the file in bytes; `nil`, which is the default, for none.
    public var limit: Int?
    /// The number of times that a broken transfer is resumed within the same call: 3.
    ///
    /// The first wait is a second, and each further one is twice as long as the one before, with up
    /// to half as much again added at random. The attempts to get a response at all come on
    /// top of these.
    public var continuations = 3
    /// The meter that reports the progress of the download.
    public var meter: TransferMeter?

    /// The clock that measures the waits.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Numbers from 0 up to 1, drawn at random.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default options.
    ///
    /// - Parameter meter: The meter that is told how far the download has come.
    public init(meter: TransferMeter? = nil) {
        self.meter = meter
    }
}
