// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a key, stored in the forms that reading and writing need; it is immutable and
/// usually never freed.
@safe
struct KeyName: BitwiseCopyable {
    private let record: UnsafePointer<Record>

    @safe
    private struct Record: BitwiseCopyable {
        let payload: UInt64
        let bytes: UnsafePointer<UInt8>
        let count: Int
        let member: UnsafePointer<UInt8>
        let memberCount: Int
        let isElementName: Bool
        let endTag: UnsafePointer<UInt8>
        /// The path that the name denotes; never freed.
        let path: Unmanaged<PathBox>?
        let role: MemberRole
        let field: FieldRole
    }

    private final class PathBox: Sendable {
        let path: CodingPath
        init(_ path: CodingPath) { self.path = path }
    }

    /// The number of bytes that a writer copies at once.
    ///
    /// Each stored text is followed by as many readable bytes.
    static let piece = 16

    /// Creates a name and computes the forms that reading and writing need.
    init(
        _ name: String,
        path: CodingPath? = nil,
        role: MemberRole = .member,
        field: FieldRole = .attribute
    ) {
        let bytes = Array(name.utf8)
        var member: [UInt8] = []
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
            var output = unsafe OutputBuffer(lending: buffer)
            output.append(name: name, isFirst: false)
            output.append(to: &member)
            output.release()
        }
        let payload = ByteReader.lending(bytes) { Self.payload($0) }
        let made = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        unsafe made.initialize(
            to: Record(
                payload: payload,
                bytes: Self.kept(bytes),
                count: bytes.count,
                member: Self.kept(member),
                memberCount: member.count,
                isElementName: path == nil && role == .member && name != "_0"
                    && XMLName.isLocal(bytes[...]),
                endTag: Self.kept(Array("</\(name)>".utf8)),
                path: unsafe path.map { unsafe .passRetained(PathBox($0)) },
                role: role,
                field: field
            )
        )
        unsafe record = UnsafePointer(made)
    }

    /// Frees the memory of a name to which no one else has a reference.
    func deallocate() {
        let name = unsafe record.pointee
        unsafe name.path?.release()
        unsafe name.bytes.deallocate()
        unsafe name.member.deallocate()
        unsafe name.endTag.deallocate()
        unsafe record.deallocate()
    }

    private static func kept(_ bytes: [UInt8]) -> UnsafePointer<UInt8> {
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + piece)
        unsafe room.initialize(repeating: 0, count: bytes.count + piece)
        for (index, byte) in bytes.enumerated() { unsafe room[index] = byte }
        return unsafe UnsafePointer(room)
    }

    /// Refers to the name at an address; `nil` for the address 0.
    @inline(__always)
    init?(at address: UInt) {
        guard let record = unsafe UnsafePointer<Record>(bitPattern: address) else { return nil }
        unsafe self.record = record
    }

    /// The address of the name, which ``init(at:)`` accepts.
    var address: UInt { unsafe UInt(bitPattern: record) }

    /// Returns the payload of a key node with a name: the length and the first four bytes.
    @inline(__always)
    static func payload(_ name: ByteReader) -> UInt64 {
        let prefix =
            name.count >= 4
            ? name.half(at: 0)
            : UInt32(name[0]) | UInt32(name[1]) << 8 | UInt32(name[2]) << 16
        return Document.Node.payload(length: name.count, high: prefix)
    }

    /// The payload of a key node with this name.
    @inline(__always) var payload: UInt64 { unsafe record.pointee.payload }

    /// The bytes of the name.
    @inline(__always)
    var bytes: ByteReader {
        unsafe ByteReader(
            UnsafeBufferPointer(start: record.pointee.bytes, count: record.pointee.count)
        )
    }

    /// The bytes as JSON writes them before the value of a member: `,"name":`.
    @inline(__always)
    var member: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: record.pointee.member, count: record.pointee.memberCount)
    }

    /// True if this is a plain XML element name: valid, without a prefix and without a special
    /// meaning such as that of `@id`, `#text` and `_0`.
    @inline(__always) var isElementName: Bool { unsafe record.pointee.isElementName }

    /// The end tag of an element with this name: `</name>`.
    @inline(__always)
    var endTag: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: record.pointee.endTag, count: record.pointee.count &+ 3)
    }

    /// The path that the name denotes, if its key is a path.
    var path: CodingPath? { unsafe record.pointee.path?.takeUnretainedValue().path }

    /// The role in XML that the key selects, such as attribute.
    var role: MemberRole { unsafe record.pointee.role }

    /// The role of a member with this name in a JSON:API resource.
    @inline(__always) var field: FieldRole { unsafe record.pointee.field }

    /// The name.
    var text: String { bytes.text }
}
