// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

let film = try URI("https://api.example.com/v1")
    .appending(segments: "films", "El Camión")
    .appending(query: ["page": "2"])
var request = try Request(method: .get, uri: film, fields: [.accept: "application/json, */*;q=0.1"])
request.fields[.authorization] =
    try BasicCredentials(user: "login", password: "password").authorization
print(request.target, Accept(request.fields).best(of: [.xml, .json]) ?? .octetStream)
print(HTTPDate(secondsSince1970: 784_111_777), request.fields)
