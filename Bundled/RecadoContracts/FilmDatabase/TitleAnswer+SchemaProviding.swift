// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

extension TitleAnswer: SchemaProviding {
    /// The schema of the JSON: a title, a list, or the message that nothing was found.
    public static var schema: Schema {
        Schema(.oneOf([titleSchema, listSchema, named("Nothing", nothingSchema.kind)]))
    }

    /// An answer with the message that nothing was found.
    public static var example: TitleAnswer { .nothing("Movie not found!") }

    private static var titleSchema: Schema {
        typealias Keys = TitleRecord.CodingKeys
        let texts: [Keys] = [
            .year, .rated, .released, .runtime, .genre, .director, .writer, .actors, .plot,
            .language, .country, .awards, .poster, .metascore, .imdbRating, .imdbVotes, .imdbID,
            .type, .dvd, .boxOffice, .production, .website, .totalSeasons,
        ]
        let rating = named(
            "Rating",
            .object(
                [TitleRecord.Rating.CodingKeys.source, .value].map {
                    .init($0.stringValue, .string(), isRequired: true)
                }
            )
        )
        return named(
            "Found",
            .object(
                [.init(Keys.title.stringValue, .string(), isRequired: true)]
                    + texts.map { .init($0.stringValue, .string(), isRequired: false) }
                    + [
                        .init(Keys.ratings.stringValue, Schema(.array(rating)), isRequired: false),
                        response("True"),
                    ]
            )
        )
    }

    private static var listSchema: Schema {
        let keys: [TitleList.Entry.CodingKeys] = [.title, .year, .imdbID, .type, .poster]
        let entry = named(
            "Entry",
            .object(keys.map { .init($0.stringValue, .string(), isRequired: $0 != .poster) })
        )
        return named(
            "Title list",
            .object([
                .init("Search", Schema(.array(entry)), isRequired: true),
                .init("totalResults", .string(), isRequired: true),
                response("True"),
            ])
        )
    }

    /// The schema of refusals, and of the answer that nothing was found.
    static var nothingSchema: Schema {
        Schema(.object([response("False"), .init("Error", .string(), isRequired: true)]))
    }

    private static func named(_ title: String, _ kind: Schema.Kind) -> Schema {
        var schema = Schema(kind)
        schema.title = title
        return schema
    }

    private static func response(_ text: String) -> Schema.Property {
        var schema = Schema.string()
        schema.values = [.string(text)]
        return .init("Response", schema, isRequired: true)
    }
}

extension SearchTitles {
    /// The responses as OMDb sends them: the status is 200 even if nothing is found, and refusals
    /// are not problem details.
    public static let documentedResponses: [DocumentedResponse] = [
        .init("200", "A title, a list, or that there is nothing", in: [.json]),
        .init("200", "The same in XML", in: [.textXML], as: .any),
        .init("200", "The call of a function", in: [javaScript], as: .string()),
        .init("401", "The key is missing or not known", in: [.json], as: nothing),
        .init("401", "The same in XML", in: [.textXML], as: .any),
        .init("default", "Any other refusal", in: [.json], as: nothing),
        .init("default", "The same in XML", in: [.textXML], as: .any),
    ]

    private static let nothing = TitleAnswer.nothingSchema
    private static let javaScript = MediaType("application/javascript") ?? .plainText
}
