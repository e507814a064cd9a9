// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FilmSeeds {
    /// The films from the list of the iOS course; the first six belong to the teacher.
    static let all = [
        FilmSeed(
            title: "El padrino",
            year: "1972",
            director: "Francis Ford Coppola",
            owner: .teacher,
            isRented: false,
            motif: .threads,
            synopsis: """
                El patriarca de una familia de la mafia de Nueva York envejece entre \
                enemigos y favores debidos. El hijo que quería mantenerse al margen acaba \
                ocupando su sillón.
                """
        ),
        FilmSeed(
            title: "El padrino. Parte II",
            year: "1974",
            director: "Francis Ford Coppola",
            owner: .teacher,
            isRented: false,
            motif: .doubledThreads,
            synopsis: """
                Mientras Michael Corleone defiende su imperio a costa de los suyos, el \
                relato vuelve a la juventud de su padre, un emigrante siciliano que aprende \
                a hacerse respetar.
                """
        ),
        FilmSeed(
            title: "La lista de Schindler",
            year: "1993",
            director: "Steven Spielberg",
            owner: .teacher,
            isRented: false,
            motif: .flame,
            synopsis: """
                Un empresario que había llegado a Cracovia para enriquecerse con la guerra \
                gasta su fortuna en arrancar de los campos de exterminio a los judíos de su \
                fábrica.
                """
        ),
        FilmSeed(
            title: "Pulp Fiction",
            year: "1994",
            director: "Quentin Tarantino",
            owner: .teacher,
            isRented: true,
            motif: .shards,
            synopsis: """
                Dos matones habladores, un boxeador que no se deja comprar y una pareja de \
                atracadores se cruzan en Los Ángeles a lo largo de un par de días contados \
                en desorden.
                """
        ),
        FilmSeed(
            title: "Cadena perpetua",
            year: "1994",
            director: "Frank Darabont",
            owner: .teacher,
            isRented: true,
            motif: .bars,
            synopsis: """
                Un banquero condenado por un crimen que niega haber cometido conserva la \
                esperanza entre los muros de Shawshank, con paciencia, un amigo y un \
                martillo muy pequeño.
                """
        ),
        FilmSeed(
            title: "El golpe",
            year: "1973",
            director: "George Roy Hill",
            owner: .teacher,
            isRented: true,
            motif: .cards,
            synopsis: """
                En el Chicago de los años treinta, dos timadores montan una gran farsa de \
                apuestas para desplumar al gánster que mandó matar a un compañero.
                """
        ),
        FilmSeed(
            title: "La vida es bella",
            year: "1997",
            director: "Roberto Benigni",
            owner: .guest,
            isRented: true,
            motif: .rays,
            synopsis: """
                Un librero de buen humor conquista a la mujer de sus sueños. Años después, \
                encerrado con su hijo en un campo de concentración, le hace creer que todo \
                es un juego.
                """
        ),
        FilmSeed(
            title: "Uno de los nuestros",
            year: "1990",
            director: "Martin Scorsese",
            owner: .guest,
            isRented: false,
            motif: .three,
            synopsis: """
                Un chico de barrio que siempre quiso ser gánster asciende en una banda de \
                Nueva York y descubre lo poco que dura la lealtad cuando llegan el dinero y \
                la policía.
                """
        ),
        FilmSeed(
            title: "Alguien voló sobre el nido del cuco",
            year: "1975",
            director: "Milos Forman",
            owner: .guest,
            isRented: false,
            motif: .nest,
            synopsis: """
                Un delincuente se finge loco para librarse de la cárcel y revoluciona la \
                planta de un psiquiátrico, donde la enfermera jefe no está dispuesta a \
                perder el mando.
                """
        ),
        FilmSeed(
            title: "American History X",
            year: "1998",
            director: "Tony Kaye",
            owner: .guest,
            isRented: false,
            motif: .stripes,
            synopsis: """
                Tras salir de prisión, un antiguo cabecilla neonazi trata de impedir que su \
                hermano pequeño repita el mismo camino de odio.
                """
        ),
        FilmSeed(
            title: "Sin perdón",
            year: "1992",
            director: "Clint Eastwood",
            owner: .guest,
            isRented: false,
            motif: .horizon,
            synopsis: """
                Un pistolero retirado, viudo y con dos hijos, acepta un último encargo por \
                una recompensa y se encuentra con el hombre que había prometido no volver a \
                ser.
                """
        ),
        FilmSeed(
            title: "El precio del poder",
            year: "1983",
            director: "Brian De Palma",
            owner: .guest,
            isRented: false,
            motif: .steps,
            synopsis: """
                Un refugiado cubano sin nada que perder llega a Miami y trepa hasta la cima \
                del negocio de la cocaína, desde donde sólo queda caer.
                """
        ),
        FilmSeed(
            title: "El pianista",
            year: "2002",
            director: "Roman Polanski",
            owner: .guest,
            isRented: true,
            motif: .keys,
            synopsis: """
                Un músico judío sobrevive escondido en las ruinas de Varsovia, ayudado por \
                amigos, por el azar y por un piano que no siempre puede tocar.
                """
        ),
        FilmSeed(
            title: "Seven",
            year: "1995",
            director: "David Fincher",
            owner: .guest,
            isRented: true,
            motif: .seven,
            synopsis: """
                Un inspector a punto de jubilarse y su joven relevo siguen, en una ciudad \
                donde no deja de llover, a un asesino que toma los pecados capitales por \
                guion.
                """
        ),
        FilmSeed(
            title: "El silencio de los corderos",
            year: "1991",
            director: "Jonathan Demme",
            owner: .guest,
            isRented: true,
            motif: .wings,
            synopsis: """
                Una aspirante a agente del FBI pide ayuda a un psiquiatra caníbal para \
                atrapar a otro asesino; a cambio, él quiere que ella le cuente sus \
                recuerdos.
                """
        ),
        FilmSeed(
            title: "La naranja mecánica",
            year: "1971",
            director: "Stanley Kubrick",
            owner: .guest,
            isRented: false,
            motif: .tiles,
            synopsis: """
                En una Inglaterra futura, un joven aficionado a la violencia y a Beethoven \
                es sometido a una cura que lo deja incapaz de hacer el mal, y también de \
                defenderse.
                """
        ),
        FilmSeed(
            title: "La chaqueta metálica",
            year: "1987",
            director: "Stanley Kubrick",
            owner: .guest,
            isRented: false,
            motif: .dots,
            synopsis: """
                Un grupo de reclutas es convertido en tropa a fuerza de gritos antes de \
                partir hacia Vietnam, donde de poco les sirve lo aprendido.
                """
        ),
        FilmSeed(
            title: "Blade Runner",
            year: "1982",
            director: "Ridley Scott",
            owner: .guest,
            isRented: true,
            motif: .rain,
            synopsis: """
                En Los Ángeles de 2019, un policía cansado debe retirar a cuatro androides \
                fugados que sólo quieren vivir un poco más.
                """
        ),
        FilmSeed(
            title: "Taxi Driver",
            year: "1976",
            director: "Martin Scorsese",
            owner: .guest,
            isRented: false,
            motif: .lights,
            synopsis: """
                Un veterano que no consigue dormir conduce un taxi por el Nueva York \
                nocturno y se convence de que alguien tiene que limpiar sus calles.
                """
        ),
        FilmSeed(
            title: "El club de la lucha",
            year: "1999",
            director: "David Fincher",
            owner: .guest,
            isRented: true,
            motif: .collision,
            synopsis: """
                Un oficinista insomne conoce a un vendedor de jabón y funda con él un club \
                clandestino de peleas que pronto se les va de las manos.
                """
        ),
    ]
}
