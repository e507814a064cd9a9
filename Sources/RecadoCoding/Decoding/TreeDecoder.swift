// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The state that the decoders and containers of one decode call share, behind one pointer.
///
/// Containers are created and dropped by the thousand; counting references to shared state would be
/// the largest cost after the standard library's own. Hence these rules:
///
/// 1. The state lives in memory that is recycled from call to call and never freed.
/// 2. Its view of the document is valid only while a call runs. Each decoder has a serial number
///    that is unique within the state; it is compared before the document is accessed.
/// 3. So a decoder or container that a model has kept beyond its call fails with an error.
@safe
struct TreeDecoder {
    private let pointer: UnsafeMutablePointer<State>

    /// The state of the call.
    ///
    /// Every access is short, and no code of a model runs during one.
    var state: State {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) nonmutating _modify { yield unsafe &pointer.pointee }
    }

    struct State: ~Copyable {
        /// The first serial number of the running call; decoders of
        /// earlier calls have smaller ones.
        let firstSerial = Atomic<UInt64>(1)
        var latestSerial: UInt64 = 0
        /// The traits of types.
        let traits = DecodingTraits.all
        /// The document to be read.
        var view: NodeView
        /// The nodes of a text that is read without a document.
        var tree: NodeTree
        var notation: any Notation.Type = JSONNotation.self
        /// True if any strategy differs from the default.
        var hasStrategies = false
        /// True if members may be found by other means than the texts of their keys.
        var hasRules = false
        /// True if white space around texts is removed.
        var trimsTexts = false
        /// The XML list element that was read last, so that a list within it is recognised.
        var item = -1
        var choices = DecodingChoices()
        /// True if a rule converts keys to names.
        var convertsKeys = false
        /// True if no text that represents an infinity or NaN begins with a digit.
        var expectsWords = true
        /// True if the document contains the content of an XML element.
        var holdsContent = false
        /// The document, for rare needs: paths and errors; created on demand if the call runs
        /// without one.
        var document: Document?
        /// The values whose models are reading, and the progress of their lookups.
        var members = MemberPlaces()
        /// The hashed keys of large objects.
        var indexes: [UInt32: KeyIndex] = [:]
        /// The names of large elements, by the element.
        var names: [UInt32: [ElementName: Int]] = [:]
        /// In XML, by the key of an element: the next sibling with the same name, if it is far
        /// away.
        var siblings: [UInt32: UInt32] = [:]
        /// The innermost value at which a model threw an error of its own.
        var failed: Int?
        /// The object being checked for the presence of any member, or -1; and the number of
        /// members found.
        var probed = -1
        var hits = 0
        /// True if the document has resources; and the data kept about them.
        var holdsResources = false
        var resources: ResourceTable?
        var resourceDepth = 0
        var reading = ResourceReading()
        /// True if the elements of the root are read only once, so that their nodes may be
        /// released.
        var releasesElements = false

        /// The number of nodes whose memory is kept between calls: 8 KiB, for each call that ever
        /// ran at the same time as others.
        static let keptNodes = 512

        init() {
            tree = NodeTree(capacity: Self.keptNodes)
            view = tree.view(over: ByteReader(""), side: ByteReader(""))
        }
    }

    /// Creates a reference to the decoder that was created earlier at an address.
    init?(at address: UInt) {
        guard let pointer = unsafe UnsafeMutablePointer<State>(bitPattern: address) else {
            return nil
        }
        unsafe self.pointer = pointer
    }

    /// Creates a decoder, whose memory is never freed.
    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: State())
    }

    /// The address for ``init(at:)``.
    var address: UInt { unsafe UInt(bitPattern: pointer) }

    /// The first serial number of the running call.
    @inline(__always) var firstSerial: UInt64 { state.firstSerial.load(ordering: .relaxed) }

    /// Ends the validity of all serial numbers so far, including the number by which this call
    /// identified its slots.
    func endSerials() {
        state.firstSerial.store(nextSerial() &+ 1, ordering: .relaxed)
    }

    /// Throws if the call of a decoder is over.
    @inline(__always)
    func check(_ serial: UInt64) throws {
        if !isLive(serial) { throw Self.staleError }
    }

    /// True if the call of a decoder is still running.
    @inline(__always)
    func isLive(_ serial: UInt64) -> Bool {
        serial >= firstSerial
    }

    static var staleError: DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: [],
                debugDescription: "A decoder was used after its value had been decoded."
            )
        )
    }

    /// A serial number that no other decoder of this state has.
    @inline(__always)
    func nextSerial() -> UInt64 {
        state.latestSerial &+= 1
        return state.latestSerial
    }

    // MARK: - Reading the tree

    @inline(__always)
    func node(_ index: Int) -> Document.Node { state.view.node(index) }

    /// The index after the subtree of a node.
    @inline(__always)
    func end(of index: Int) -> Int { state.view.end(of: index) }

    /// The bytes of a key, a text or a string.
    @inline(__always)
    func slice(of node: Document.Node) -> ByteReader { state.view.slice(of: node) }

    /// The text of a key, a text or a string.
    @inline(__always)
    func text(of node: Document.Node) -> String { state.view.text(of: node) }

    @inline(__always) var hasRules: Bool { state.hasRules }
    @inline(__always) var hasStrategies: Bool { state.hasStrategies }
    @inline(__always) var convertsKeys: Bool { state.convertsKeys }
    @inline(__always) var expectsWords: Bool { state.expectsWords }
    @inline(__always) var holdsContent: Bool { state.holdsContent }
    @inline(__always) var trimsTexts: Bool { state.trimsTexts }
    @inline(__always) var choices: DecodingChoices { state.choices }
    var failed: Int? { state.failed }
}
