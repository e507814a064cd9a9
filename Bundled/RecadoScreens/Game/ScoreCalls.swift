// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The calls that screens of the game make, with errors that screens can show.
public struct ScoreCalls: Sendable {
    /// The formats and protocols in which the best three scores can be read.
    public enum ReadingWay: String, Sendable, Hashable, CaseIterable {
        /// As JSON.
        case json
        /// As XML.
        case xml
        /// By SOAP.
        case soap
    }

    /// The formats and protocols in which a score can be sent.
    public enum SendingWay: String, Sendable, Hashable, CaseIterable {
        /// As JSON.
        case json
        /// As XML.
        case xml
        /// As a form, as web pages send it.
        case form
        /// By SOAP.
        case soap
    }

    private let client: Client

    /// Creates the calls.
    ///
    /// - Parameter client: The client of the scores.
    public init(_ client: Client) {
        self.client = client
    }

    /// Reads the best three scores.
    ///
    /// - Parameters:
    ///   - way: The format or protocol in which to read the scores.
    ///   - options: Further options of the call; `way` determines the format.
    ///   - downloaded: Called when the whole answer has arrived, before it is decoded; not called
    ///     for SOAP.
    /// - Returns: At most three scores, the best first.
    /// - Throws: The error that prevented the answer; its kind is `unreadable` for data that cannot
    ///   be decoded.
    public func top(
        by way: ReadingWay,
        with options: CallOptions = CallOptions(),
        downloaded: (@Sendable () -> Void)? = nil
    ) async throws(ScreenError) -> [Score] {
        var options = options
        if let downloaded {
            let mark = ResponseRules.Preprocessor { _ in downloaded() }
            options.responseRules.preprocessors =
                (options.responseRules.preprocessors ?? []) + [mark]
        }
        do throws(CallError<Never>) {
            switch way {
            case .json: return try await client.send(TopScores(), with: options)
            case .xml:
                options.format = .xml
                return try await client.send(TopScores(), with: options)
            case .soap: return try await client.soap(Scores.tops3).send(Top3AsXml(), with: options)
            }
        } catch {
            throw ScreenError(error)
        }
    }

    /// Sends a score.
    ///
    /// - Parameters:
    ///   - draft: The score.
    ///   - way: The format or protocol in which to send the score.
    ///   - options: Further options of the call; `way` determines the format.
    /// - Returns: The score as stored by the service.
    /// - Throws: The error that prevented the service from storing the score.
    public func add(
        _ draft: ScoreDraft,
        by way: SendingWay,
        with options: CallOptions = CallOptions()
    ) async throws(ScreenError) -> Score {
        var options = options
        do throws(CallError<Never>) {
            switch way {
            case .json: return try await client.send(CreateScore(draft), with: options)
            case .xml:
                options.format = .xml
                return try await client.send(CreateScore(draft), with: options)
            case .form:
                options.format = .form
                return try await client.post("scores", ScoreForm(score: draft), with: options)
            case .soap:
                return try await client.soap(Scores.play).send(AddScore(draft), with: options)
            }
        } catch {
            throw ScreenError(error)
        }
    }

    /// Reads several scores with concurrent calls.
    ///
    /// - Parameter ids: The numbers of the scores; pass only a few, since each takes a call.
    /// - Returns: The scores in the order of the numbers, without scores that have been removed.
    /// - Throws: The error that prevented the answer.
    public func scores(_ ids: [Int]) async throws(ScreenError) -> [Score] {
        let client = client
        let results = await withTaskGroup { group in
            for (index, id) in ids.enumerated() {
                group.addTask { (index, await Self.score(id, of: client)) }
            }
            return await group.reduce(into: [(Int, Result<Score?, ScreenError>)]()) {
                $0.append($1)
            }
        }
        var scores: [Score] = []
        for (_, result) in results.sorted(by: { $0.0 < $1.0 }) {
            if let score = try result.get() { scores.append(score) }
        }
        return scores
    }

    /// Returns one score; `nil` if no score has this number.
    private static func score(_ id: Int, of client: Client) async -> Result<Score?, ScreenError> {
        do throws(CallError<ScoreMissing>) {
            return .success(try await client.send(ShowScore(id: id)))
        } catch {
            return error.failure == nil ? .failure(ScreenError(error)) : .success(nil)
        }
    }

    /// Streams the best three scores: first the current scores, then each time they change.
    ///
    /// The stream reconnects after temporary failures, within the limits of its options.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    /// - Returns: At most three scores at a time.
    public func news(
        keeping options: EventStreamOptions = EventStreamOptions()
    ) -> some AsyncSequence<[Score], CallError<Never>> & Sendable {
        client.events(of: WatchTopScores(), keeping: options)
    }
}

/// A score in the form in which web pages send it: `score[name]=Pedro&score[total]=125`.
private struct ScoreForm: Encodable {
    let score: ScoreDraft
}
