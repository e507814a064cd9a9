// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parser of XML documents: from one token to the next, without recursion.
///
/// ```
/// prologue ──start──▶ content ──end of the root──▶ epilogue ──end of the source──▶ finished
/// ```
///
/// 1. It holds offsets alone; the caller lends the source for each step. What stands behind `limit`
///    is a zero byte, which is part of no token.
/// 2. The texts of entities are appended to the source once the declarations are read, so that an
///    offset names a byte whether it came from the document or from an entity.
/// 3. Everything before a token that was returned is checked.
/// 4. A text that differs from its source (references, line ends) stands in `side`.
struct XMLParser {
    typealias Problem = XMLProblem

    let limits: XML.Limits
    let processesNamespaces: Bool
    let readsSubset: Bool
    let keepsUnknownReferences: Bool
    /// The bytes of the document itself, or of the part of a stream that is at hand.
    var sourceCount: Int

    /// The index of the next byte.
    var position: Int
    /// The end of what is read: the source or the text of an entity.
    var limit: Int
    var phase = Phase.prologue
    /// The start of the token, for its place.
    var tokenStart = 0
    /// Whether the start tag was that of an empty element, whose end comes next.
    var isEmpty = false

    /// The name of the element or the target of the instruction.
    var name = Name()
    /// The attributes of the start tag.
    var attributes: [Attribute] = []
    /// The text, the comment, the value of the instruction.
    var text = Text()

    /// Texts that do not stand in the source as they are.
    var side: [UInt8] = []
    /// The open elements.
    var elements: [Element] = []
    /// The elements that were open when the entity began.
    var floor = 0
    var namespaces: XMLNamespaces
    /// The entities that are being read, the outermost first.
    var frames: [Frame] = []
    /// The bytes that entities have added so far.
    var expanded = 0
    var doctype: XMLDoctype? {
        didSet { hasDoctype = true }
    }
    /// Whether there are declarations; asked for at each tag, where the whole would be copied.
    private(set) var hasDoctype = false

    enum Phase: BitwiseCopyable { case prologue, content, epilogue }

    enum Token: BitwiseCopyable {
        case start, end, text, cdata, comment, instruction, doctype, finished
    }

    /// A name by its offsets in the source.
    struct Name: BitwiseCopyable {
        var start: UInt32 = 0
        var local: UInt32 = 0
        var end: UInt32 = 0
        var namespace: Int16 = 0

        @inline(__always) var length: Int { Int(end &- local) }
        @inline(__always) var prefix: Range<Int> {
            Int(start)..<max(Int(start), Int(local) &- 1)
        }
    }

    struct Attribute: BitwiseCopyable {
        var name: Name
        var isDeclaration = false
        var text = Text()
    }

    struct Text: BitwiseCopyable {
        var offset: UInt32 = 0
        var length: UInt32 = 0
        var isSide = false
        var isWide = false
    }

    struct Element: BitwiseCopyable {
        var name: Name
        /// The declarations of namespaces before this element's own.
        var declarations: UInt32
    }

    struct Frame: BitwiseCopyable {
        var entity: Int
        /// The index of the reference.
        var start: Int
        /// The position behind the reference, at which reading goes on, and the limit there.
        var position: Int
        var limit: Int
        /// The floor around it.
        var floor: Int
    }

    init(_ xml: XML, _ source: ByteReader) throws(Problem) {
        limits = xml.limits
        processesNamespaces = xml.namespaces == .process
        readsSubset = xml.doctype == .internalSubset
        keepsUnknownReferences = xml.keepsUnknownReferences
        namespaces = XMLNamespaces(limit: limits.namespaces)
        // What most documents need, at once.
        attributes.reserveCapacity(4)
        elements.reserveCapacity(8)
        sourceCount = source.count
        limit = source.count
        // The byte order mark is no part of the document.
        let hasMark = source.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
        position = hasMark ? 3 : 0
        if let declaration = try XMLDeclaration(source, at: position) {
            isStandalone = declaration.isStandalone
            position = declaration.end
        }
    }

    /// Whether the declaration says that nothing outside matters.
    var isStandalone = false

    /// Reads the next token.
    @inline(__always)
    mutating func next(_ source: ByteReader) throws(Problem) -> Token {
        guard phase == .content else { return try outside(source) }
        if isEmpty { return endOfEmpty() }
        while true {
            let at = position
            tokenStart = at
            if source[at] == UInt8(ascii: "<") {
                let second = source[at &+ 1]
                if second == UInt8(ascii: "/") {
                    try endTag(source, at)
                    return .end
                }
                if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
                    return try markup(source, at)
                }
                return try startTag(source, at)
            }
            if try characters(source, at) { return .text }
        }
    }

    /// The offset in the document that stands for one in the text of an
    /// entity: that of its reference.
    func place(_ offset: Int) -> Int {
        offset > sourceCount ? frames.first?.start ?? sourceCount : offset
    }

    func placed(_ problem: Problem) -> Problem {
        Problem(problem.reason, place(problem.offset))
    }
}
