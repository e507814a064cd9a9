// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The frames of a writer; they start in memory on the caller's stack and move to the heap if they
/// need more.
@safe
struct FrameStack {
    private var base: UnsafeMutablePointer<Frame>
    private var capacity: Int
    private var isLent = true

    init(lending buffer: UnsafeMutableBufferPointer<Frame>) {
        if let address = buffer.baseAddress {
            unsafe base = address
            capacity = buffer.count
        } else {
            unsafe base = .allocate(capacity: 0)
            capacity = 0
            isLent = false
        }
    }

    /// The frame at a level, which must be open; it can be changed in place.
    @inline(__always)
    subscript(level: Int) -> Frame {
        unsafeAddress { unsafe UnsafePointer(base + level) }
        nonmutating unsafeMutableAddress { unsafe base + level }
    }

    /// Reserves memory for a number of frames.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if count > capacity { grow(to: count) }
    }

    @inline(never)
    private mutating func grow(to count: Int) {
        let size = max(count, capacity * 2)
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: size)
        unsafe larger.update(from: base, count: capacity)
        if !isLent { unsafe base.deallocate() }
        unsafe base = larger
        capacity = size
        isLent = false
    }

    /// Releases the memory; no frame may be used afterwards.
    mutating func release() {
        if !isLent { unsafe base.deallocate() }
        (capacity, isLent) = (0, true)
    }
}
