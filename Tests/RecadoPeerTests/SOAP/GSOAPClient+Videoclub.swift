// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension GSOAPClient {
    /// A client of the videoclub, in C.
    static let videoclub = #"""
        #include "soapH.h"
        #include "VideoclubSoap.nsmap"
        #include <assert.h>

        static struct soap *soap;
        static const char *url;

        static void expect(int code, const char *step) {
            if (code == SOAP_OK) return;
            soap_print_fault(soap, stderr);
            printf("%s failed with %d\n", step, code);
            exit(1);
        }

        /* What the fault of a call says: its status, and the first input that it names. */
        static void refused(int code, int status, const char *title, const char *pointer) {
            assert(code != SOAP_OK);
            struct SOAP_ENV__Detail *detail = soap->fault->detail ? soap->fault->detail : soap->fault->SOAP_ENV__Detail;
            assert(detail && detail->ns2__problem && *detail->ns2__problem->status == status);
            assert(!strcmp(*soap_faultstring(soap), title));
            if (pointer) assert(!strcmp(detail->ns2__problem->errors->i[0].pointer, pointer));
        }

        /* gSOAP forgets the name and the password after each call. */
        static struct soap *member(void) {
            soap->userid = soap->passwd = "test123";
            return soap;
        }

        static int list(struct _ns1__ListFilms *call, struct _ns1__ListFilmsResponse *answer) {
            int code = soap_call___ns1__ListFilms(soap, url, NULL, call, answer);
            expect(code, "ListFilms");
            return answer->__sizeListFilmsResult;
        }

        int main(int count, char **arguments) {
            url = arguments[1];
            int version = atoi(arguments[2]);
            soap = soap_new1(SOAP_C_UTFSTRING | SOAP_IO_KEEPALIVE);

            struct _ns1__ListFilms every = {0};
            struct _ns1__ListFilmsResponse films = {0};
            int total = list(&every, &films);
            assert(total >= 20 && films.ListFilmsResult[0].id == 1);
            enum _ns1__ListFilms_sort newest = _ns1__ListFilms_sort___x002did;
            LONG64 limit = 2, page = 2;
            struct _ns1__ListFilms some = {.sort = &newest, .page = &page, .limit = &limit};
            LONG64 third = films.ListFilmsResult[total - 3].id;
            assert(list(&some, &films) == 2 && films.ListFilmsResult[0].id == third);
            char *nothing = "no film is called this";
            struct _ns1__ListFilms none = {.q = &nothing};
            assert(list(&none, &films) == 0);
            enum xsd__boolean no = xsd__boolean__false_;
            struct _ns1__ListFilms year = {.year = "1972", .rented = &no};
            assert(list(&year, &films) >= 1 && !strcmp(films.ListFilmsResult[0].year, "1972"));

            static char synopsis[30001];
            for (int i = 0; i < 30000; i += 3) memcpy(synopsis + i, "\xe6\xbc\xa2", 3);
            char *about = synopsis;
            struct ns1__FilmDraft draft = {0};
            draft.title = "\xc3\x91u <&> \"x\" \xf0\x9f\x8e\xac";
            draft.year = "2011\xe2\x80\x93" "19";
            draft.director = "\xc3\x89l";
            draft.synopsis = &about;
            struct _ns1__CreateFilm create = {&draft};
            struct _ns1__CreateFilmResponse created = {0};
            expect(soap_call___ns1__CreateFilm(member(), url, NULL, &create, &created), "CreateFilm");
            struct ns1__FilmCreated *film = created.CreateFilmResult;
            LONG64 id = film->id;
            assert(!strcmp(film->title, draft.title) && !strcmp(film->year, draft.year) && !*film->poster);
            assert(!strcmp(film->synopsis, synopsis) && film->error == xsd__boolean__false_);
            assert(!strcmp(film->msg, "La pel\xc3\xad" "cula se ha creado"));

            struct _ns1__ShowFilm show = {id};
            struct _ns1__ShowFilmResponse shown = {0};
            expect(soap_call___ns1__ShowFilm(soap, url, NULL, &show, &shown), "ShowFilm");
            assert(!strcmp(shown.ShowFilmResult->title, draft.title) && !*shown.ShowFilmResult->poster);

            struct ns1__FilmChanges changes = {.year = "1999"};
            struct _ns1__EditFilm edit = {id, &changes};
            struct _ns1__EditFilmResponse edited = {0};
            expect(soap_call___ns1__EditFilm(member(), url, NULL, &edit, &edited), "EditFilm");
            assert(!strcmp(edited.EditFilmResult->year, "1999"));
            assert(!strcmp(edited.EditFilmResult->title, draft.title));

            struct _ns1__RentFilm rent = {id};
            struct _ns1__RentFilmResponse rented = {0};
            expect(soap_call___ns1__RentFilm(member(), url, NULL, &rent, &rented), "RentFilm");
            assert(rented.RentFilmResult->rented == xsd__boolean__true_);
            refused(soap_call___ns1__RentFilm(member(), url, NULL, &rent, &rented), 409, "Ya est\xc3\xa1 alquilada", NULL);
            assert(soap->version == version);
            struct _ns1__ReturnFilm give = {id};
            struct _ns1__ReturnFilmResponse given = {0};
            expect(soap_call___ns1__ReturnFilm(member(), url, NULL, &give, &given), "ReturnFilm");
            assert(given.ReturnFilmResult->rented == xsd__boolean__false_);

            rent.id = 1;
            refused(soap_call___ns1__RentFilm(member(), url, NULL, &rent, &rented), 403, "No tienes permisos", NULL);
            draft.title = "";
            refused(soap_call___ns1__CreateFilm(member(), url, NULL, &create, &created), 422, "Unprocessable Content: An input was refused.", "/film/title");

            struct _ns1__DeleteFilm remove = {id};
            struct _ns1__DeleteFilmResponse removed = {0};
            soap->userid = "test123";
            soap->passwd = "wrong";
            assert(soap_call___ns1__DeleteFilm(soap, url, NULL, &remove, &removed) == 401);
            expect(soap_call___ns1__DeleteFilm(member(), url, NULL, &remove, &removed), "DeleteFilm");
            assert(removed.DeleteFilmResult->error == xsd__boolean__false_);
            refused(soap_call___ns1__ShowFilm(soap, url, NULL, &show, &shown), 404, "Recurso no encontrado", NULL);
            soap_destroy(soap);
            soap_end(soap);
            soap_free(soap);
            puts("ok");
            return 0;
        }
        """#
}
