// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The state that the decoders and containers of one decode call share, behind one pointer.
///
/// Containers are made and dropped by the thousand; counting references to shared state would be
/// the largest cost after the standard library's own. Hence these rules:
///
/// 1. The state lives in memory that is recycled from call to call and never freed.
/// 2. Its view of the document is valid only while a call runs. Each decoder has a serial number,
///    which no other of the state ever has; it is compared before the document is touched.
/// 3. A decoder or container that a model has kept beyond its call therefore fails with an error.
@safe
struct TreeDecoder {
    private let pointer: UnsafeMutablePointer<State>

    /// The state of the call.
    ///
    /// Every access is a short one, and no code of a model runs during one.
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
        /// The document that is read.
        var view: NodeView
        /// The nodes of a text that is read without a document.
        var tree: NodeTree
        var notation: any Notation.Type = JSONNotation.self
        /// Whether there is a strategy other than the defaults.
        var hasStrategies = false
        /// Whether members may be found otherwise than by the texts of their keys.
        var hasRules = false
        /// Whether texts lose the white space around them.
        var trimsTexts = false
        /// The element of a list of XML that was read last, so that a list in it is known for one.
        var item = -1
        var choices = DecodingChoices()
        /// Whether names are made of keys by a rule.
        var convertsKeys = false
        /// Whether texts that stand for infinities and NaN do not begin with a digit.
        var expectsWords = true
        /// Whether the document holds the content of an element of XML.
        var holdsContent = false
        /// The document, for what is rare: paths and errors; made when asked for
        /// if the call runs without one.
        var document: Document?
        /// The values whose models are reading, and where they look up members.
        var members = MemberPlaces()
        /// The hashed keys of large objects.
        var indexes: [UInt32: KeyIndex] = [:]
        /// The hashed names of large elements.
        var names: [UInt32: XMLNameIndex] = [:]
        /// In XML, the keys of siblings far apart: where the next of the same name is.
        var siblings: [UInt32: UInt32] = [:]
        /// The innermost value whose model threw an error of its own.
        var failed: Int?
        /// The object whose members may all be missing, or -1, and how many of them were found.
        var probed = -1
        var hits = 0
        /// Whether the document has resources, and what is remembered of them.
        var holdsResources = false
        var resources: ResourceTable?
        var resourceDepth = 0
        var reading = ResourceReading()
        /// Whether the elements of the root are read once, so that their nodes may go.
        var releasesElements = false

        /// The nodes for which there is memory between calls: 8 KiB, kept for each call
        /// that ever ran beside others.
        static let keptNodes = 512

        init() {
            tree = NodeTree(capacity: Self.keptNodes)
            view = tree.view(over: ByteReader(""), side: ByteReader(""))
        }
    }

    /// A decoder at an address at which one was made before.
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

    /// Makes all serial numbers so far those of an earlier call, also that by
    /// which this call knew its slots.
    func endSerials() {
        state.firstSerial.store(nextSerial() &+ 1, ordering: .relaxed)
    }

    /// Fails if the call that a decoder belongs to is over.
    @inline(__always)
    func check(_ serial: UInt64) throws {
        if !isLive(serial) { throw Self.staleError }
    }

    /// Whether the call that a decoder belongs to still runs.
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

    /// A serial number that no other decoder of this state ever has.
    @inline(__always)
    func nextSerial() -> UInt64 {
        state.latestSerial &+= 1
        return state.latestSerial
    }

    // MARK: - Reading the tree

    @inline(__always)
    func node(_ index: Int) -> Document.Node { state.view.node(index) }

    /// The index behind the subtree of a node.
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
