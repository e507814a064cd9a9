// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A parser of XML documents that reads one token at a time, without recursion.
///
/// ```
/// prologue ──start──▶ content ──end of the root──▶ epilogue ──end of the source──▶ finished
/// ```
///
/// 1. The parser stores only offsets; the caller passes the source to each step. The byte after
///    `limit` reads as zero, which no token contains.
/// 2. Once the declarations have been read, the texts of entities are appended to the source. One
///    offset then identifies a byte of the document or of an entity.
/// 3. All bytes before a returned token are checked.
/// 4. A text that differs from its source, because of references or line endings, is stored in
///    `side`.
struct XMLParser {
    typealias Problem = XMLProblem

    let limits: XML.Limits
    let processesNamespaces: Bool
    let readsSubset: Bool
    let keepsUnknownReferences: Bool
    /// The number of bytes of the document itself, or of the part of a stream that has arrived.
    var sourceCount: Int

    /// The index of the next byte in the source.
    var position: Int
    /// The end of the text that is being read: the document, or the text of an entity.
    var limit: Int
    var phase = Phase.prologue
    /// The start of the token, for its location.
    var tokenStart = 0
    /// True if the last start tag was an empty-element tag (`<a/>`); the next token is then its
    /// end.
    var isEmpty = false

    /// The name of the element or the target of the instruction.
    var name = Name()
    /// The attributes of the start tag.
    var attributes: [Attribute] = []
    /// The text, the content of the comment or the data of the processing instruction.
    var text = Text()

    /// Texts that differ from the source.
    var side: [UInt8] = []
    /// The open elements.
    var elements: [Element] = []
    /// The number of elements that were open when the current entity began; the entity must not
    /// close them.
    var floor = 0
    var namespaces: XMLNamespaces
    /// The entities that are being read, the outermost first.
    var frames: [Frame] = []
    /// The offset of the reference to the parameter entity that is being read, if there is one.
    var origin: Int?
    /// The number of bytes that entities have added so far.
    var expanded = 0
    var doctype: XMLDoctype? {
        didSet { hasDoctype = true }
    }
    /// True if a document type declaration was read.
    ///
    /// Each tag checks this flag instead of the declarations, whose access would copy them.
    private(set) var hasDoctype = false

    /// The index at which the texts of entities begin.
    var textStart: Int { sourceCount &+ 1 }

    enum Phase: BitwiseCopyable { case prologue, content, epilogue }

    enum Token: BitwiseCopyable {
        case start, end, text, cdata, comment, instruction, doctype, finished
    }

    /// A name as offsets in the source.
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
        /// The number of namespace declarations before this element's own.
        var declarations: UInt32
    }

    struct Frame: BitwiseCopyable {
        var entity: Int
        /// The index of the reference to the entity.
        var start: Int
        /// The index after the reference and the limit of the text that contains the reference;
        /// reading continues there after the entity.
        var position: Int
        var limit: Int
        /// The value of `floor` to restore at the end of the entity.
        var floor: Int
    }

    init(_ xml: XML, _ bytes: [UInt8]) throws(Problem) {
        limits = xml.limits
        processesNamespaces = xml.namespaces == .process
        readsSubset = xml.doctype == .internalSubset
        keepsUnknownReferences = xml.keepsUnknownReferences
        namespaces = XMLNamespaces(limit: limits.namespaces)
        // Most documents need no more than these capacities.
        attributes.reserveCapacity(4)
        elements.reserveCapacity(8)
        sourceCount = bytes.count
        limit = bytes.count
        // The byte order mark is not part of the document.
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let declaration = try ByteReader.lending(bytes) { [position] source throws(Problem) in
            try XMLDeclaration(source, at: position)
        }
        guard let declaration else { return }
        (isStandalone, position) = (declaration.isStandalone, declaration.end)
    }

    /// True if the XML declaration has `standalone="yes"`.
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

    /// Returns the offset in the document; for an offset in an entity's text, returns the offset of
    /// the reference to the entity.
    func place(_ offset: Int) -> Int {
        offset > sourceCount ? frames.first?.start ?? sourceCount : offset
    }

    func placed(_ problem: Problem) -> Problem {
        Problem(problem.reason, place(problem.offset))
    }
}

extension XMLParser.Name {
    @inline(__always)
    init(_ start: Int, _ local: Int, _ end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.local = UInt32(truncatingIfNeeded: local)
        self.end = UInt32(truncatingIfNeeded: end)
    }
}

extension XMLParser.Text {
    @inline(__always)
    init(_ offset: Int, _ length: Int, isSide: Bool = false, isWide: Bool = false) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.length = UInt32(truncatingIfNeeded: length)
        (self.isSide, self.isWide) = (isSide, isWide)
    }
}
