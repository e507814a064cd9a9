// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs clients in C that use the code which gSOAP generates from a description.
enum GSOAPClient {
    static let isInstalled = ["/usr/bin/wsdl2h", "/usr/bin/soapcpp2", "/usr/include/stdsoap2.h"]
        .allSatisfy { FileManager.default.fileExists(atPath: $0) }

    /// A script that generates the code for the description at an address, compiles a client and
    /// runs it.
    private static let script = """
        set -e
        wsdl2h -c -o client.h "$1?wsdl" >log 2>&1
        soapcpp2 -$2 -c -C -L -x -I/usr/share/gsoap/import client.h >>log 2>&1
        cc -w -o client client.c soapC.c soapClient.c -lgsoap >>log 2>&1
        ./client "$1" "$2" 2>&1
        """

    /// Generates, compiles and runs a client, and expects all its calls to succeed.
    static func expect(_ program: String, at address: String, _ version: Int) async throws {
        let folder = try Peer.makeFolder()
        let source = folder.appending(path: "client.c")
        try Data(program.utf8).write(to: source)
        let peer = try await Peer(
            "/bin/sh",
            ["-c", script, "sh", address, "\(version)"],
            in: folder,
            greets: true
        )
        #expect(peer.greeting == "ok")
    }

    /// A client of the library, in C.
    static let program = #"""
        #include "soapH.h"
        #include "LibrarySoap.nsmap"
        #include <assert.h>

        static void expect(struct soap *soap, int code, const char *step) {
            if (code == SOAP_OK) return;
            soap_print_fault(soap, stderr);
            printf("%s failed with %d\n", step, code);
            exit(1);
        }

        int main(int count, char **arguments) {
            const char *url = arguments[1];
            int version = atoi(arguments[2]);
            struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
            static unsigned char cover[200000];
            for (size_t i = 0; i < sizeof cover; i++) cover[i] = (unsigned char)i;
            time_t added = 1000000000;
            struct ns1__Person people[2] = {{"Julio Cort\xc3\xa1zar", &added}, {"Ana", NULL}};
            char *tags[2] = {"a <&> \"b\"", "\xc3\xb1 \xf0\x9f\x99\x82"};
            LONG64 ratings[2] = {5, -3};
            struct ns1__Shelf inner = {"B", 0, NULL}, outer = {"A", 1, &inner};
            struct ns1__Book book = {0};
            book.title = "Rayuela";
            book.pages = 9223372036854775807LL;
            book.volume = -3;
            book.price = "12.30";
            book.weight = 0.1;
            book.isLent = xsd__boolean__true_;
            book.genre = _ns1__Book_genre__science_x0020fiction;
            book.added = added;
            book.id = "01020304-0506-0708-090A-0B0C0D0E0F10";
            book.cover.__ptr = cover;
            book.cover.__size = sizeof cover;
            book.__sizeauthors = 2;
            book.authors = people;
            book.__sizetags = 2;
            book.tags = tags;
            book.__sizeratings = 2;
            book.ratings = ratings;
            book.shelf = &outer;
            struct _ns1__EchoBook call = {&book};
            struct _ns1__EchoBookResponse answer = {0};
            expect(soap, soap_call___ns1__EchoBook(soap, url, NULL, &call, &answer), "EchoBook");
            struct ns1__Book *b = answer.EchoBookResult;
            assert(b && !strcmp(b->title, "Rayuela") && b->pages == book.pages && b->volume == -3);
            assert(!strncmp(b->price, "12.3", 4) && b->weight == 0.1 && b->isLent == xsd__boolean__true_);
            assert(b->genre == book.genre && b->added == added && !strcmp(b->id, book.id));
            assert(b->link == NULL && b->subtitle == NULL);
            assert(b->cover.__size == sizeof cover && !memcmp(b->cover.__ptr, cover, sizeof cover));
            assert(b->__sizeauthors == 2 && !strcmp(b->authors[0].name, people[0].name));
            assert(*b->authors[0].born == added && b->authors[1].born == NULL);
            assert(b->__sizetags == 2 && !strcmp(b->tags[0], tags[0]) && !strcmp(b->tags[1], tags[1]));
            assert(b->__sizeratings == 2 && b->ratings[1] == -3);
            assert(b->shelf->__sizeshelves == 1 && !strcmp(b->shelf->shelves[0].label, "B"));

            char *names[3] = {"Ana", "Bea", "Abel"};
            struct _ns1__FindPeople search = {"A", 2, 3, names, NULL};
            struct _ns1__FindPeopleResponse found = {0};
            expect(soap, soap_call___ns1__FindPeople(soap, url, NULL, &search, &found), "FindPeople");
            assert(found.__sizeFindPeopleResult == 2 && !strcmp(found.FindPeopleResult[1].name, "Abel"));
            search.__sizenames = 0;
            expect(soap, soap_call___ns1__FindPeople(soap, url, NULL, &search, &found), "FindPeople");
            assert(found.__sizeFindPeopleResult == 0);

            search.letter = "x";
            assert(soap_call___ns1__FindPeople(soap, url, NULL, &search, &found) != SOAP_OK);
            struct SOAP_ENV__Detail *detail = soap->fault->detail ? soap->fault->detail : soap->fault->SOAP_ENV__Detail;
            assert(soap->version == version);
            assert(!strcmp(*soap_faultstring(soap), "Nobody"));
            assert(detail && detail->ns2__problem && *detail->ns2__problem->status == 404);
            assert(!strcmp(detail->ns2__problem->type, "/library/problems/nobody"));
            search.letter = "A";
            search.limit = 99;
            assert(soap_call___ns1__FindPeople(soap, url, NULL, &search, &found) != SOAP_OK);
            detail = soap->fault->detail ? soap->fault->detail : soap->fault->SOAP_ENV__Detail;
            assert(!strcmp(detail->ns2__problem->errors->i[0].pointer, "/limit"));

            struct _ns1__Forget forgotten = {"x"};
            struct _ns1__ForgetResponse nothing;
            assert(soap_call___ns1__Forget(soap, url, NULL, &forgotten, &nothing) == 401);
            soap->userid = "ana";
            soap->passwd = "secret";
            expect(soap, soap_call___ns1__Forget(soap, url, NULL, &forgotten, &nothing), "Forget");
            soap_destroy(soap);
            soap_end(soap);
            soap_free(soap);
            puts("ok");
            return 0;
        }
        """#
}
