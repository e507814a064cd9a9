// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Builds values from events.
struct YAMLComposer {
    private let events: YAMLEvents
    private let limits: YAML.Limits
    private let duplicateKeys: JSON.DuplicateKeys
    /// True if the spelling of scalars is kept in addition to their values.
    private let keepsTexts: Bool
    /// The number of values of the document so far, including those that aliases expand to.
    private var nodes = 0
    /// The number of bytes of text that aliases have expanded to so far.
    private var aliasedText = 0
    /// The number of bytes of text so far, including the text that aliases expand to.
    private var text = 0
    /// The greatest depth within the collection that is being read.
    private var deepest = 0
    private var anchors: [String: Anchored] = [:]

    /// A value that aliases may refer to, with its number of values, its bytes of text and its
    /// depth.
    private struct Anchored {
        let value: YAMLNode
        let nodes: Int
        let text: Int
        let height: Int
    }

    /// The numbers of values, and of bytes of text, that precede a value.
    private struct Mark {
        let nodes: Int
        let text: Int
    }

    init(
        _ events: YAMLEvents,
        _ limits: YAML.Limits,
        _ duplicateKeys: JSON.DuplicateKeys,
        keepingTexts keepsTexts: Bool
    ) {
        self.keepsTexts = keepsTexts
        self.duplicateKeys = duplicateKeys
        self.events = events
        self.limits = limits
    }

    /// Reads the text, which may contain one document at most; returns null if it contains none.
    mutating func document() throws(CodingError) -> YAMLNode {
        var result = YAMLNode(.null, writtenAs: nil)
        var hasBegun = false
        while true {
            let event = try events.next()
            switch event.kind {
            case .end: return result
            case .beginning:
                guard !hasBegun else { throw fail("expected one document, found a second", event) }
                hasBegun = true
                result = try value(try events.next(), depth: 0)
            default: break
            }
        }
    }

    private func fail(
        _ message: String,
        _ event: YAMLEvents.Event,
        _ code: CodingError.Code = .malformed
    ) -> CodingError {
        CodingError(code, message, place: CodingError.Location(line: event.line))
    }

    private func tooDeep(_ event: YAMLEvents.Event) -> CodingError {
        fail("the document is more than \(limits.depth) values deep", event, .tooDeep)
    }

    private mutating func count(
        _ more: Int,
        _ event: YAMLEvents.Event
    ) throws(CodingError) {
        guard more <= limits.nodes - nodes else {
            throw fail("the document has more than \(limits.nodes) values", event, .tooLarge)
        }
        nodes += more
    }

    private mutating func countText(
        ofAlias more: Int,
        _ event: YAMLEvents.Event
    ) throws(CodingError) {
        guard more <= limits.bytes - aliasedText else {
            let words = "aliases stand for more than \(limits.bytes) bytes of text"
            throw fail(words, event, .tooLarge)
        }
        aliasedText += more
        text += more
    }

    private var mark: Mark { Mark(nodes: nodes, text: text) }

    // MARK: - Values

    private mutating func value(
        _ event: YAMLEvents.Event,
        depth: Int
    ) throws(CodingError) -> YAMLNode {
        let before = mark
        let outer = deepest
        defer { deepest = max(outer, deepest) }
        deepest = depth
        switch event.kind {
        case .scalar(let text, let isPlain, let tag, let anchor):
            try count(1, event)
            self.text += text.utf8.count
            let scalar = YAMLScalar.value(of: text, isPlain: isPlain, tag: tag)
            let value = YAMLNode(scalar, writtenAs: keepsTexts ? text : nil)
            keep(value, as: anchor, since: before, depth)
            return value
        case .sequence(let anchor):
            try enter(anchor, event, depth)
            let value = YAMLNode(try elements(depth: depth + 1))
            keep(value, as: anchor, since: before, depth)
            return value
        case .mapping(let anchor):
            try enter(anchor, event, depth)
            let value = YAMLNode(try members(depth: depth + 1))
            keep(value, as: anchor, since: before, depth)
            return value
        case .alias(let name):
            guard let anchored = anchors[name] else {
                throw fail("nothing before has the anchor &\(name.prefix(100))", event)
            }
            try count(anchored.nodes, event)
            try countText(ofAlias: anchored.text, event)
            guard depth + anchored.height <= limits.depth else { throw tooDeep(event) }
            deepest = depth + anchored.height
            return anchored.value
        case .beginning, .end, .collectionEnd, .other:
            throw fail("expected a value", event)
        }
    }

    private mutating func enter(
        _ anchor: String?,
        _ event: YAMLEvents.Event,
        _ depth: Int
    ) throws(CodingError) {
        guard depth < limits.depth else { throw tooDeep(event) }
        deepest = depth + 1
        try count(1, event)
        // An anchor is defined only at the end of its value, so a value cannot contain itself.
        if let anchor { anchors[anchor] = nil }
    }

    private mutating func keep(
        _ value: YAMLNode,
        as anchor: String?,
        since before: Mark,
        _ depth: Int
    ) {
        guard let anchor else { return }
        anchors[anchor] = Anchored(
            value: value,
            nodes: nodes - before.nodes,
            text: text - before.text,
            height: deepest - depth
        )
    }

    private mutating func elements(depth: Int) throws(CodingError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let event = try events.next()
            if case .collectionEnd = event.kind { return elements }
            elements.append(try value(event, depth: depth))
        }
    }

    private mutating func members(depth: Int) throws(CodingError) -> [(String, YAMLNode)] {
        var members: [(String, YAMLNode)] = []
        // Keys are compared by their bytes, as in objects. A comparison by characters takes time
        // that grows with the square of the number of combining marks on a letter.
        var seen: Set<[UInt8]> = []
        var merged: [YAMLNode] = []
        while true {
            let event = try events.next()
            if case .collectionEnd = event.kind { break }
            let (key, isPlain) = try key(event)
            let value = try value(try events.next(), depth: depth)
            if isPlain, key.utf8.elementsEqual("<<".utf8) {
                merged += value.elements
                continue
            }
            if !seen.insert(Array(key.utf8)).inserted {
                switch duplicateKeys {
                case .first: continue
                case .last: break
                case .refuse:
                    let words = "the key “\(key.prefix(100))” stands twice in a mapping"
                    throw fail(words, event, .duplicateKey)
                }
            }
            members.append((key, value))
        }
        // A mapping's own members take precedence over merged ones, and earlier merged members over
        // later ones.
        for (key, value) in merged.flatMap(\.merged) where seen.insert(Array(key.utf8)).inserted {
            members.append((key, value))
        }
        return members
    }

    private mutating func key(
        _ event: YAMLEvents.Event
    ) throws(CodingError) -> (text: String, isPlain: Bool) {
        switch event.kind {
        case .scalar(let text, let isPlain, _, let anchor):
            let before = mark
            try count(1, event)
            self.text += text.utf8.count
            keep(YAMLNode(.string(text), writtenAs: nil), as: anchor, since: before, deepest)
            return (text, isPlain)
        case .alias(let name):
            guard let anchored = anchors[name], let text = anchored.value.value.stringValue else {
                throw fail("expected a text for a key", event)
            }
            try countText(ofAlias: anchored.text, event)
            return (text, false)
        default: throw fail("expected a text for a key", event)
        }
    }
}
