// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Forms: brackets, lists, and files.

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

struct Filter: Codable {
    var text: String?
    var years: [Int]
    var owner: Owner?
    var onlyFree: Bool?

    struct Owner: Codable {
        var name: String
    }
}

let query = "text=the+sea&years[]=1972&years[]=1979&owner[name]=Ana&onlyFree=on"
let filter = try URLEncodedForm().decode(Filter.self, from: query)
print(filter.years, filter.owner?.name ?? "", filter.onlyFree ?? false)
print(try URLEncodedForm().encodeToString(filter))

var form = URLEncodedForm()
form.arrays = .repeats
print(try form.encodeToString(filter))

print(try URLEncodedForm().decode([Int].self, from: query, at: "years"))

do {
    _ = try URLEncodedForm().decode(Filter.self, from: "years[]=1972&years[]=soon")
} catch {
    print(error)
}

struct Upload: Codable {
    var title: String
    var poster: FormFile
}

let poster = FormFile(filename: "poster.txt", bytes: Array("…".utf8))
let (bytes, mediaType) = try MultipartForm().encode(Upload(title: "Solaris", poster: poster))
let upload = try MultipartForm().decode(Upload.self, from: bytes, mediaType: mediaType)
print(upload.title, upload.poster.filename ?? "", try upload.poster.bytes.count)
