// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    private static let idle = IdlePool()

    /// Takes an idle decoder from the pool, or creates one.
    @inline(__always)
    static func take() -> TreeDecoder { TreeDecoder(at: idle.take()) ?? TreeDecoder() }

    /// Runs a decode call over a document.
    static func withContext<Result>(
        for document: Document,
        _ choices: DecodingChoices,
        _ body: (TreeDecoder) throws -> Result
    ) throws -> Result {
        try ByteReader.lending(document.bytes) { bytes in
            try ByteReader.lending(document.side) { side in
                let context = take()
                context.begin(document, document.nodes.view(over: bytes, side: side), choices)
                defer { context.finish() }
                return try body(context)
            }
        }
    }

    /// Runs a decode call over a JSON text that has been parsed into this decoder's own tree.
    @inline(__always)
    func run<Result>(
        _ text: ByteReader,
        side: [UInt8],
        _ choices: DecodingChoices,
        _ body: (TreeDecoder) throws(CodingError) -> Result
    ) throws(CodingError) -> Result {
        try ByteReader.lending(side) { side throws(CodingError) in
            state.view = state.tree.view(over: text, side: side)
            state.notation = JSONNotation.self
            state.holdsContent = false
            begin(choices)
            defer { finish() }
            return try body(self)
        }
    }

    private func begin(_ document: Document, _ view: NodeView, _ choices: DecodingChoices) {
        state.document = document
        state.view = view
        state.notation = document.notation
        state.item = -1
        state.holdsContent = document.isContent
        begin(choices)
        if document.notation.isMarkup { state.hasRules = true }
        guard let resources = document.resources else { return }
        state.resources = resources
        // If this flag is true, keyed containers check whether their object is a resource.
        state.hasRules = true
        state.holdsResources = true
        state.resourceDepth = choices.resourceDepth
    }

    /// Applies the settings of a decode call, unless they are the defaults.
    @inline(__always)
    private func begin(_ choices: DecodingChoices) {
        if !choices.isDefault { choose(choices) }
    }

    @inline(never)
    private func choose(_ choices: DecodingChoices) {
        state.convertsKeys = !choices.strategies.keys.isIdentity
        state.expectsWords = choices.strategies.nonFiniteNumbers.areWords
        state.hasStrategies = !choices.strategies.isDefault
        state.hasRules = state.hasStrategies
        state.trimsTexts = choices.trimsTexts
        state.choices = choices
    }

    /// Ends the decode call; decoders and containers that a model has kept fail from then on.
    func finish() {
        endSerials()
        state.members.forget()
        if state.document != nil { forgetDocument() }
        state.tree.removeAll(keeping: State.keptNodes)
        state.failed = nil
        state.releasesElements = false
        state.hasRules = false
        if !state.indexes.isEmpty { state.indexes = [:] }
        if !state.names.isEmpty { state.names = [:] }
        if !state.siblings.isEmpty { state.siblings = [:] }
        if !state.choices.isDefault { forgetChoices() }
        if state.holdsResources { forgetResources() }
        Self.idle.release(address)
    }

    /// Releases the document; if the document owns the decoder's tree, replaces the tree.
    @inline(never)
    private func forgetDocument() {
        if state.document?.nodes === state.tree {
            state.tree = NodeTree(capacity: State.keptNodes)
        }
        state.document = nil
    }

    private func forgetChoices() {
        state.convertsKeys = false
        state.expectsWords = true
        state.hasStrategies = false
        state.trimsTexts = false
        state.choices = DecodingChoices()
    }

    private func forgetResources() {
        state.holdsResources = false
        state.resources = nil
        state.reading = ResourceReading()
    }

    /// Returns the decoder to the pool when a text could not be parsed and so no call has begun.
    @inline(never)
    func cancel() {
        state.tree.removeAll(keeping: State.keptNodes)
        Self.idle.release(address)
    }

    /// The document that is being decoded; if the call began with only a tree, it is created on
    /// first use.
    var document: Document {
        if let document = state.document { return document }
        let made = Document(
            bytes: state.view.bytes.array,
            side: state.view.side.array,
            nodes: state.tree,
            notation: state.notation
        )
        state.document = made
        return made
    }
}
