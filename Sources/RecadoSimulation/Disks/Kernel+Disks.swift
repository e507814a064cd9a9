// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Kernel {
    /// The folder of all simulated disks of the process, which is removed when the process ends.
    ///
    /// If possible it is in memory, because worlds create and remove many files.
    private static let root: String = {
        let isInMemory = unsafe access("/dev/shm", W_OK) == 0
        let other = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let base = isInMemory ? "/dev/shm" : other
        // Links are resolved, so that the path matches those that the system reports for open
        // files.
        let real = unsafe realpath(base, nil)
        defer { unsafe free(real) }
        let root =
            (unsafe real.map { unsafe String(cString: $0) } ?? base)
            + "/recado-worlds-\(getpid())"
        Folder.remove(root)
        unsafe mkdir(root, 0o700)
        atexit { Kernel.removeRoot() }
        return root
    }()

    private static func removeRoot() { Folder.remove(root) }

    /// Returns the disk of a host, which is created when it is first used.
    func disk(of host: HostState) -> SimulatedDisk {
        if let disk = host.disk { return disk }
        let disk = SimulatedDisk(folder: folder(of: host))
        host.disk = disk
        return disk
    }

    private func folder(of host: HostState) -> String {
        "\(Self.root)/\(number)-\(host.number)-\(host.start)"
    }

    /// Replaces the disk of a restarted host with a copy of the data that survived the crash.
    func restoreDisk(of host: HostState) {
        guard let disk = host.disk else { return }
        host.disk = disk.copy(
            to: folder(of: host),
            hasLostPower: host.hasLostPower,
            by: &weather
        )
    }

    /// Closes the files that ended programs have left open.
    ///
    /// - Parameter host: The host of the programs; by default, the programs of all hosts, whose
    ///   files are then also emptied.
    func abandonFiles(of host: HostState? = nil) {
        let disks = (host.map { [$0] } ?? hosts).compactMap(\.disk)
        for disk in disks {
            let prefix = disk.folder + "/"
            for name in Folder.names(in: "/proc/self/fd") {
                guard let file = Int32(name), let path = File.path(of: file) else { continue }
                if path.hasPrefix(prefix) { Glibc.close(file) }
            }
        }
        // The empty files are not removed: SQLite remembers locks by inode number, and would
        // mistake a new file with the same number for the old one.
        if host == nil { for disk in disks { disk.empty() } }
    }

    // MARK: - Calls

    /// Returns the simulated disk that an open file is on, and the file's path.
    private func disk(of file: Int32) -> (disk: SimulatedDisk, path: String)? {
        guard let disk = currentHost.disk, let path = File.path(of: file),
            path.hasPrefix(disk.folder + "/"), !path.hasSuffix("-shm")
        else { return nil }
        return (disk, path)
    }

    func willChange(_ file: Int32, from start: Int64, to end: Int64) -> Int32 {
        guard let (disk, path) = disk(of: file) else { return 0 }
        if weather.happens(disk.faults.failures) { return -EIO }
        if let capacity = disk.faults.capacity, end != .max {
            let growth = max(0, Int(end) - (File.length(of: file) ?? 0))
            if growth > 0, disk.size + growth > capacity { return -ENOSPC }
        }
        disk.willChange(file, path, from: Int(start), to: end == .max ? nil : Int(end))
        return 0
    }

    func sync(_ file: Int32) -> Int32 {
        guard let (disk, path) = disk(of: file) else { return 0 }
        let count = disk.changeCount(of: path)
        wait(for: weather.nanoseconds(in: disk.faults.delay.inNanoseconds))
        if weather.happens(disk.faults.failures) { return -EIO }
        disk.sync(path, count)
        return 0
    }
}
