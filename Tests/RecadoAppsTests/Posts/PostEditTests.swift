// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoTesting
import Testing

/// Changing and removing posts without their looks, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `Changing a post` {
    @Test func `a copy changes nothing until it is saved`() async throws {
        try await Services.open { services in
            let client = try services.client("/api")
            let post = try await PostEntry(title: "Antes", author: "7").write(with: client)
            var edit = PostEdit(post)
            edit.entry.title = "Después"
            #expect(try await PostsModel.post(post.id, with: client) == post)
            guard case .saved(let saved) = try await edit.save(with: client) else {
                Issue.record("it was not saved")
                return
            }
            #expect(saved.title == "Después")
            #expect(saved.author == 7)
            #expect(try await PostsModel.post(post.id, with: client) == saved)
        }
    }

    @Test func `what somebody else has changed meanwhile is shown and not overwritten`()
        async throws
    {
        try await Services.open { services in
            let client = try services.client("/api")
            let post = try await PostEntry(title: "Antes").write(with: client)
            var (mine, theirs) = (PostEdit(post), PostEdit(post))
            theirs.entry.title = "Suyo"
            _ = try await theirs.save(with: client)
            mine.entry.title = "Mío"
            guard case .overtaken(let found) = try await mine.save(with: client) else {
                Issue.record("it was overwritten")
                return
            }
            #expect(found.title == "Suyo")
            #expect(try await PostsModel.post(post.id, with: client) == found)
            mine.version = found.version
            guard case .saved(let saved) = try await mine.save(with: client) else {
                Issue.record("who has seen it could not overwrite it")
                return
            }
            #expect(saved.title == "Mío")
        }
    }

    @Test func `a change that was saved although nobody said so is saved once`() async throws {
        try await Services.open { services in
            let client = try services.client("/api")
            var edit = PostEdit(try await PostEntry(title: "Antes").write(with: client))
            edit.entry.title = "Después"
            let late = FaultPlan { _, number in number == 1 ? .drop(after: 0) : .none }
            let unsteady = try services.client("/api", late)
            await #expect(throws: Trouble.self) { try await edit.save(with: unsteady) }
            guard case .saved(let saved) = try await edit.save(with: unsteady) else {
                Issue.record("it was taken for somebody else's")
                return
            }
            #expect(saved.version == 1)
        }
    }

    @Test func `a post that somebody has removed says so`() async throws {
        try await Services.open { services in
            let client = try services.client("/api")
            let post = try await PostEntry(title: "Se va").write(with: client)
            try await PostsModel.delete(post.id, with: client)
            let gone = await #expect(throws: Trouble.self) {
                try await PostEdit(post).save(with: client)
            }
            #expect(gone?.kind == .missing)
            let again = await #expect(throws: Trouble.self) {
                try await PostsModel.delete(post.id, with: client)
            }
            #expect(again?.kind == .missing)
        }
    }

    @Test func `an author can be changed but not taken away`() async throws {
        try await Services.open { services in
            let client = try services.client("/api")
            var edit = PostEdit(try await PostEntry(title: "x", author: "7").write(with: client))
            edit.entry.author = ""
            let trouble = await #expect(throws: Trouble.self) { try await edit.save(with: client) }
            #expect(trouble?.complaints.map(\.field) == ["author"])
            edit.entry.author = "8"
            guard case .saved(let saved) = try await edit.save(with: client) else {
                Issue.record("it was not saved")
                return
            }
            #expect(saved.author == 8)
        }
    }
}
