// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parsers that can be fuzzed, by the names that `--parser` takes.
///
/// All are in one program, so that it is linked only once.
enum Parser: String, CaseIterable {
    case json = "JSON"
    case jsonAPI = "JSONAPI"
    case xml = "XML"
    case xmlStreams = "XMLStreams"
    case forms = "Forms"
    case multipart = "Multipart"
    case streams = "Streams"
    case csv = "CSV"
    case paths = "Paths"
    case dates = "Dates"
    case fields = "Fields"
    case webSockets = "WebSockets"
    case models = "Models"
    case requests = "Requests"
    case responses = "Responses"
    case yaml = "YAML"
    case descriptions = "Descriptions"

    /// The parser that the command line names, if any.
    static let chosen: Parser? = {
        let option = "--parser="
        let argument = CommandLine.arguments.first { $0.hasPrefix(option) }
        return argument.flatMap { Parser(rawValue: String($0.dropFirst(option.count))) }
    }()

    func read(_ input: [UInt8]) {
        switch self {
        case .json: JSONTarget.read(input)
        case .jsonAPI: JSONAPITarget.read(input)
        case .xml: XMLTarget.read(input)
        case .xmlStreams: XMLStreamsTarget.read(input)
        case .forms: FormsTarget.read(input)
        case .multipart: MultipartTarget.read(input)
        case .streams: StreamsTarget.read(input)
        case .csv: CSVTarget.read(input)
        case .paths: TextTarget.readPath(input)
        case .dates: TextTarget.readDate(input)
        case .fields: FieldsTarget.read(input)
        case .webSockets: WebSocketTarget.read(input)
        case .models: ModelsTarget.read(input)
        case .requests: MessagesTarget.readRequests(input)
        case .responses: MessagesTarget.readResponses(input)
        case .yaml: YAMLTarget.read(input)
        case .descriptions: DescriptionsTarget.read(input)
        }
    }
}

/// Reads an input that libFuzzer has generated; libFuzzer calls this function.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let parser = Parser.chosen else {
        let names = Parser.allCases.map(\.rawValue).joined(separator: ", ")
        fail("say --parser= and one of \(names)")
    }
    parser.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// Ends the program, which the fuzzer reports as a finding.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("Fuzz: \(message)\n".utf8))
    abort()
}

/// Ends the program unless two values are equal.
func expect<T: Equatable>(_ one: T, _ other: T, _ message: String) {
    if one != other { fail("\(message)\n  \(one)\n  \(other)") }
}

/// Ends the program unless two texts have the same bytes.
///
/// Comparing them as characters would take the square of the number of marks in a row.
func expect(_ one: String?, _ other: String?, _ message: String) {
    expect(one.map { Array($0.utf8) }, other.map { Array($0.utf8) }, message)
}

/// Returns the input in pieces, cut in several ways; if growth is measured, also in pieces of 7 and
/// 1,024 bytes.
func cuts(of input: [UInt8]) -> [[[UInt8]]] {
    let sizes = Growth.isCounted ? [1, 7, 1_024] : [1]
    return [pieces(of: input)] + sizes.map { pieces(of: input, size: $0) }
}

private func pieces(of input: [UInt8], size: Int) -> [[UInt8]] {
    stride(from: 0, to: input.count, by: size).map {
        Array(input[$0..<min($0 + size, input.count)])
    }
}

/// Cuts input into pieces of 1 to 16 bytes, always in the same way for the same input.
private func pieces(of input: [UInt8]) -> [[UInt8]] {
    var state = input.reduce(UInt64(input.count)) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    var pieces: [[UInt8]] = []
    var start = 0
    while start < input.count {
        state = state &* 0x5851_F42D_4C95_7F2D &+ 1
        let end = min(start + 1 + Int(state >> 60), input.count)
        pieces.append(Array(input[start..<end]))
        start = end
    }
    return pieces
}
