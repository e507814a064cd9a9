// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoAuthentication

@Suite
struct `Hash functions of the Digest scheme` {
    struct Case: Sendable, CustomTestStringConvertible {
        var length: Int
        var md5: String
        var sha256: String
        var sha512: String
        var testDescription: String { "\(length) bytes" }
    }

    /// Hashes of the bytes 0, 1, … 255, 0, …, with lengths just below, at and above a hash block.
    static let cases: [Case] = [
        Case(
            length: 0,
            md5: "d41d8cd98f00b204e9800998ecf8427e",
            sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            sha512: "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"
        ),
        Case(
            length: 1,
            md5: "93b885adfe0da089cdf634904fd59f71",
            sha256: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            sha512: "10baad1713566ac2333467bddb0597dec9066120dd72ac2dcb8394221dcbe43d"
        ),
        Case(
            length: 55,
            md5: "6912ee65fff2d9f9ce2508cddf8bcda0",
            sha256: "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59",
            sha512: "7dd58a7c3285d6436f4b8876a4e3ce63bae92a11a5453c46a6032c5e469bf40c"
        ),
        Case(
            length: 56,
            md5: "51fdd1acda72405dfdfa03fcb85896d7",
            sha256: "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562",
            sha512: "c06d2d4f6d22414491b36e215de341782922ec36900cfca39f4a707a5379f51a"
        ),
        Case(
            length: 63,
            md5: "48a6295221902e8e0938f773a7185e72",
            sha256: "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488",
            sha512: "53b53ec7c0d980b7980c16a40d3f7ff83c1038d0300b7313584de5a5eae4497a"
        ),
        Case(
            length: 64,
            md5: "b2d3f56bc197fd985d5965079b5e7148",
            sha256: "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108",
            sha512: "c9e483b9622515e83259e1e075746b70142cb1217863fb8c85fae33256f4188a"
        ),
        Case(
            length: 65,
            md5: "8bd7053801c768420faf816fadba971c",
            sha256: "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781",
            sha512: "9a1983429845a7fcf3191b15edfcb8a068200de6224fde6791da4c97fa6258df"
        ),
        Case(
            length: 111,
            md5: "4fad3ab7d8546851ec1bb63ea7e6f5a8",
            sha256: "60780e9451bdc43cf4530ffc95cbb0c4eb24dae2c39f55f334d679e076c08065",
            sha512: "bd209f60b0d04102a09175297fd255367e54b5a5605b928635c606306914363f"
        ),
        Case(
            length: 112,
            md5: "d1fec2ac3715e791ca5f489f300381b3",
            sha256: "09373f127d34e61dbbaa8bc4499c87074f2ddb10e1b465f506d7d70a15011979",
            sha512: "2cafeb0882cc405167e9a255b8581a66dc683212474902dd453dbca20a94e61a"
        ),
        Case(
            length: 119,
            md5: "1c772251899a7ff007400b888d6b2042",
            sha256: "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6",
            sha512: "6fdcc1a442cc8391d7dd5a0db6601efaee9a4954056c78a64038c36bf7acb368"
        ),
        Case(
            length: 120,
            md5: "b7ba1efc6022e9ed272f00b8831e26e6",
            sha256: "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c",
            sha512: "be74a90abbc2ea03ff56dedae4eda154ba6cf24d73a515903356283b653f5109"
        ),
        Case(
            length: 127,
            md5: "8402b21e7bc7906493bae0dac017f1f9",
            sha256: "92ca0fa6651ee2f97b884b7246a562fa71250fedefe5ebf270d31c546bfea976",
            sha512: "c26bc7e9315e62ab0dc6aeb577724d07c09b0c6fdfc0a9f08d8548047c032248"
        ),
        Case(
            length: 128,
            md5: "37eff01866ba3f538421b30b7cbefcac",
            sha256: "471fb943aa23c511f6f72f8d1652d9c880cfa392ad80503120547703e56a2be5",
            sha512: "2ff11194b2aec1f943cb5f130ba647c151334068083194d7281a55d607ae255f"
        ),
        Case(
            length: 129,
            md5: "46f986692847558fc38b0cece591c20f",
            sha256: "5099c6a56203f9687f7d33f4bfdf576d31dc91f6b695ecea38b2770c87631135",
            sha512: "c4a3bbf841ed2a289e5109fb392229c80db61c72fd92079b5a4f0441f095a111"
        ),
        Case(
            length: 1000,
            md5: "cbecbdb0fdd5cec1e242493b6008cc79",
            sha256: "a8af099bf2e878609558dbf69d8f88f4a31040a8cf84b549a0cfa912f12ffc3f",
            sha512: "2c1f30472e8d215c59a25e1f9f4534da577c7b8278197e968d95ca43fd28e38a"
        ),
    ]

    @Test(arguments: cases)
    func `hashes equal those of other implementations`(_ example: Case) {
        let bytes = (0..<example.length).map { UInt8(truncatingIfNeeded: $0) }
        #expect(DigestAlgorithm.md5.hash(bytes) == example.md5)
        #expect(DigestAlgorithm.sha256.hash(bytes) == example.sha256)
        #expect(DigestAlgorithm.sha512Truncated.hash(bytes) == example.sha512)
    }
}
