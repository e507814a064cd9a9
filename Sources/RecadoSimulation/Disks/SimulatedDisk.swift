// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The disk of a host: a folder of real files, and a record of the changes that a power loss may
/// undo.
///
/// For a write that was not yet synced (`fsync`), the overwritten bytes are recorded. File names
/// count as synced at once.
final class SimulatedDisk {
    /// A change of a file, with the data for undoing it.
    private struct Change {
        let offset: Int
        let former: [UInt8]
        /// The length of the file before the change.
        let length: Int
        /// The offset of the end of the written bytes; `nil` if the file was truncated.
        let end: Int?
    }

    let folder: String
    private var changes: [String: [Change]] = [:]
    var faults = DiskFaults()

    init(folder: String) {
        self.folder = folder
        unsafe mkdir(folder, 0o700)
    }

    // MARK: - While it runs

    /// Records the bytes of a file that a change is about to overwrite or cut off.
    func willChange(_ file: Int32, _ path: String, from start: Int, to end: Int?) {
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else { return }
        let length = Int(facts.st_size)
        let count = max(0, min(end ?? length, length) - start)
        var former = [UInt8](repeating: 0, count: count)
        let got = unsafe pread(file, &former, count, off_t(start))
        if got < count { former.removeLast(count - max(0, got)) }
        let change = Change(offset: start, former: former, length: length, end: end)
        changes[path, default: []].append(change)
    }

    func changeCount(of path: String) -> Int { changes[path]?.count ?? 0 }

    /// Makes the earliest changes of a file permanent, at most the given number of them.
    func sync(_ path: String, _ count: Int) {
        let present = changeCount(of: path)
        changes[path]?.removeFirst(min(count, present))
    }

    /// The total size of all files in bytes.
    var size: Int { names.reduce(0) { $0 + (File.size(of: folder + "/" + $1) ?? 0) } }

    private var names: [String] { Folder.files(in: folder) }

    // MARK: - After a crash

    /// Copies the files to the folder that the host uses when it starts again.
    ///
    /// - Parameters:
    ///   - folder: The new folder.
    ///   - hasLostPower: True if writes that were not synced may be missing.
    ///   - chance: Decides which of these writes survive, and where they are torn.
    /// - Returns: The new disk.
    func copy(
        to folder: String,
        hasLostPower: Bool,
        by chance: inout Chance
    ) -> SimulatedDisk {
        let copy = SimulatedDisk(folder: folder)
        copy.faults = faults
        for name in names where !name.hasSuffix("-shm") {
            let path = self.folder + "/" + name
            guard var bytes = File.read(path) else { continue }
            if hasLostPower { lose(changes[path] ?? [], of: &bytes, &chance) }
            Folder.make(above: name, in: folder)
            File.write(bytes, to: folder + "/" + name)
        }
        empty()
        return copy
    }

    /// Empties all files, after their programs have ended.
    func empty() {
        for name in names { _ = unsafe truncate(folder + "/" + name, 0) }
    }

    /// The number of bytes that a disk writes as a unit.
    private static let sector = 512

    private func lose(_ changes: [Change], of bytes: inout [UInt8], _ chance: inout Chance) {
        // The bytes that each change wrote, collected while all changes are undone.
        var written: [(change: Change, bytes: [UInt8])] = []
        for change in changes.reversed() {
            let end = min(change.end ?? change.offset, bytes.count)
            written.append((change, Array(bytes[min(change.offset, end)..<end])))
            Self.undo(change, &bytes)
        }
        for (change, new) in written.reversed() where chance.happens(0.5) {
            guard change.end != nil else {
                bytes.removeLast(max(0, bytes.count - change.offset))
                continue
            }
            let sectors = (new.count + Self.sector - 1) / Self.sector
            let isTorn = chance.happens(0.25)
            let count = isTorn ? chance.below(sectors + 1) * Self.sector : new.count
            Self.put(new.prefix(count), at: change.offset, &bytes)
        }
    }

    private static func undo(_ change: Change, _ bytes: inout [UInt8]) {
        put(change.former[...], at: change.offset, &bytes)
        if bytes.count > change.length { bytes.removeLast(bytes.count - change.length) }
    }

    private static func put(_ new: ArraySlice<UInt8>, at offset: Int, _ bytes: inout [UInt8]) {
        if new.isEmpty { return }
        let missing = offset + new.count - bytes.count
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
}
