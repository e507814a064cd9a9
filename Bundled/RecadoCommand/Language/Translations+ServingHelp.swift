// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Translations {
    /// The Spanish help of `recado serve`, and of all variables and exit codes.
    static let spanishServingHelp: [String: String] = [
        // Serving
        "Serves the services on this machine.": "Sirve los servicios en esta máquina.",
        """
        It ends with Ctrl-C, after the requests under way are answered; a second Ctrl-C ends it at once. SIGUSR2 \
        has a new process of the program take its place, and no client notice.

        A server speaks HTTP or HTTPS, not both. With certificates, SIGHUP reads them and their keys again, for \
        new connections; what is wrong with them is said and changes nothing.

        A server that other machines reach, by its address, through a trusted proxy or by a public URL, has the \
        members that recado user adds, and no others. It says who may log in and what is refused.
        """:
            """
        Termina con Ctrl-C, después de responder a las peticiones en curso; un segundo Ctrl-C lo termina al \
        momento. Con SIGUSR2 un proceso nuevo del programa ocupa su lugar, y ningún cliente lo nota.

        Un servidor habla HTTP o HTTPS, no los dos. Con certificados, SIGHUP los vuelve a leer con sus \
        claves, para las conexiones nuevas; si algo está mal, se dice y no cambia nada.

        Un servidor al que llegan otras máquinas, por su dirección, a través de un proxy de confianza o por \
        una URL pública, tiene los socios que añade recado user, y ningún otro. Dice quién puede entrar y \
        qué se rechaza.
        """,
        "The port; 3000 by default, 0 for any that is free.":
            "El puerto; por omisión 3000, y 0 para cualquiera que esté libre.",
        """
        Where to listen: an IP address, or unix:/path. By default 127.0.0.1 and ::1, which this machine alone \
        reaches; 0.0.0.0 is the whole network.
        """:
            """
        Dónde se escucha: una dirección IP o unix:/ruta. Por omisión 127.0.0.1 y ::1, a las que solo llega \
        esta máquina; 0.0.0.0 es toda la red.
        """,
        """
        Where to keep everything: a file, $RECADO_DATABASE or recado/recado.sqlite in $XDG_DATA_HOME by default, \
        or postgresql://user@host/name, with the password in $PGPASSWORD or ~/.pgpass.
        """:
            """
        Dónde se guarda todo: un fichero, por omisión $RECADO_DATABASE o recado/recado.sqlite en \
        $XDG_DATA_HOME, o postgresql://usuario@máquina/nombre, con la contraseña en $PGPASSWORD o ~/.pgpass.
        """,
        """
        The database server's own address, where --database is that of a pooler such as PgBouncer in transaction \
        mode; $RECADO_DATABASE_DIRECT by default. With --shard, given once for each database in the same order.
        """:
            """
        La dirección del propio servidor de la base de datos, si --database es la de un intermediario como \
        PgBouncer en modo de transacciones; por omisión $RECADO_DATABASE_DIRECT. Con --shard se da una vez \
        por cada base de datos, en el mismo orden.
        """,
        """
        The address of standbys of --database, which answer reads that may be some seconds old; \
        $RECADO_DATABASE_REPLICA by default. With --shard, given once for each database in the same order.
        """:
            """
        La dirección de réplicas de --database, que responden a lecturas que pueden tener unos segundos; \
        por omisión $RECADO_DATABASE_REPLICA. Con --shard se da una vez por cada base de datos, en el mismo \
        orden.
        """,
        """
        Another database, among which and --database scores and posts are divided; given once for each, always in the \
        same order; those in $RECADO_DATABASE_SHARDS, with blanks between them, by default.
        """:
            """
        Otra base de datos, entre la que y --database se reparten las puntuaciones y los artículos; una vez por cada \
        una, siempre en el mismo orden; por omisión las de $RECADO_DATABASE_SHARDS, separadas por espacios.
        """,
        "More databases, among which and RECADO_DATABASE scores and posts are divided.":
            "Más bases de datos, entre las que y RECADO_DATABASE se reparten puntuaciones y artículos.",
        "The address of standbys of RECADO_DATABASE, which answer some reads.":
            "La dirección de réplicas de RECADO_DATABASE, que responden a algunas lecturas.",
        "The database server's own address, where RECADO_DATABASE is a pooler's.":
            "La dirección del propio servidor de la base de datos, si RECADO_DATABASE es la de un intermediario.",
        "The address that clients use; http://localhost with the port by default.":
            "La dirección que usan los clientes; por omisión http://localhost con el puerto.",
        "The number of threads that serve; one for each processor by default.":
            "El número de hilos que sirven; por omisión uno por procesador.",
        """
        Answer as the videoclub of the course did: rented is 0 or 1, a new film is answered with 200, and \
        renting a rented film, like returning a free one, is no failure.
        """:
            """
        Responde como el videoclub del curso: rented es 0 o 1, a una película nueva se responde con 200, y \
        alquilar una película alquilada, o devolver una libre, no es un fallo.
        """,
        """
        Let everybody call the videoclub as test123 with the password test123. Without --address, \
        --trusted-proxy and --public-url that is so by itself.
        """:
            """
        Deja que cualquiera llame al videoclub como test123 con la contraseña test123. Sin --address, \
        --trusted-proxy ni --public-url es así de por sí.
        """,
        """
        The place of a service that keeps the same contract, which the apps use instead of this server's: \
        videoclub, films, weather, scores, posts or playground, and its address up to the paths of the contract. \
        It may be given several times.
        """:
            """
        El lugar de un servicio con el mismo contrato, que las apps usan en vez del de este servidor: \
        videoclub, films, weather, scores, posts o playground, y su dirección hasta las rutas del contrato. \
        Se puede repetir.
        """,

        // Limits of serving
        "The most connections at a time; 10000 by default. More are answered with 503.":
            """
        El máximo de conexiones a la vez; por omisión 10000. A las demás se responde con 503.
        """,
        """
        The most connections of one address or IPv6 /64 network; 256 by default. This machine's own and trusted \
        proxies' are not counted.
        """:
            """
        El máximo de conexiones de una dirección o red /64 de IPv6; por omisión 256. Las de esta máquina y \
        las de los proxies de confianza no se cuentan.
        """,
        "The most requests under way; 2048 by default. More are answered with 503.":
            "El máximo de peticiones en curso; por omisión 2048. A las demás se responde con 503.",
        "The most requests under way of one address or IPv6 /64 network; a quarter by default.":
            """
        El máximo de peticiones en curso de una dirección o red /64 de IPv6; por omisión la cuarta parte.
        """,
        """
        The most bytes that wait for clients which take their answers slowly; 134217728 by default. Beyond it \
        long answers are 503, and the slowest clients are let go.
        """:
            """
        El máximo de bytes que esperan a clientes que leen despacio; por omisión 134217728. A partir de ahí \
        las respuestas largas son 503, y se corta a los clientes más lentos.
        """,
        """
        The longest that a request waits for its turn; 2000 by default. One that has waited longer is answered \
        with 503.
        """:
            """
        Lo más que una petición espera su turno; por omisión 2000. A la que ha esperado más se responde con \
        503.
        """,

        // Logs and proxies of serving
        """
        Write a line for each request to standard error: text, which is the combined form of web servers, or \
        json. Queries and credentials are left out.
        """:
            """
        Escribe una línea por petición en la salida de error: text, que es la forma combinada de los \
        servidores web, o json. Sin consultas ni credenciales.
        """,
        "Mark requests that take so long; without --log, write a line for those alone.":
            "Marca las peticiones que tardan tanto; sin --log, escribe una línea solo para ellas.",
        """
        The clients that may read /metrics: loopback, which is this machine and the default, everyone, off.
        """:
            """
        Los clientes que pueden leer /metrics: loopback, que es esta máquina y lo que vale por omisión, \
        everyone, off.
        """,
        """
        A proxy that is believed about its clients: loopback, or an address or network such as 10.1.0.0/24. It \
        may be given several times.
        """:
            """
        Un proxy al que se cree lo que dice de sus clientes: loopback, o una dirección o red como \
        10.1.0.0/24. Se puede repetir.
        """,
        "The trusted proxies write Forwarded; by default X-Forwarded-For, -Proto and -Host.":
            """
        Los proxies de confianza escriben Forwarded; por omisión X-Forwarded-For, -Proto y -Host.
        """,
        """
        Tell browsers that came over TLS to a trusted proxy to come back over TLS only, for a year; by default \
        that is left to the proxy.
        """:
            """
        Pide a los navegadores que llegaron por TLS a un proxy de confianza que vuelvan solo por TLS, \
        durante un año; por omisión eso queda para el proxy.
        """,
        """
        A further name by which clients reach the server; it may be given several times. Requests for other \
        names than this machine's and that of --public-url are refused with 421.
        """:
            """
        Otro nombre por el que los clientes llegan al servidor; se puede repetir. Las peticiones a otros \
        nombres que los de esta máquina y el de --public-url se rechazan con 421.
        """,

        // TLS of serving
        """
        Serve HTTPS with this certificate, in PEM form, and those after it that lead to an authority. Several \
        are chosen by the names in them; the first is the default.
        """:
            """
        Sirve HTTPS con este certificado PEM y los que le siguen hasta una autoridad. Entre varios se elige \
        por sus nombres; el primero vale por omisión.
        """,
        "The private key of the certificate before or after it, in PEM form.":
            "La clave privada, en PEM, del certificado de antes o de después.",
        "Let clients in that have a certificate of one of these authorities, in PEM form.":
            "Deja entrar a los clientes con un certificado de una de estas autoridades, en PEM.",
        "Serve HTTPS with a certificate that is made now and known to nobody, for trying.":
            "Sirve HTTPS con un certificado recién hecho que nadie conoce, para probar.",
        """
        Take passwords without TLS from other machines, too, where others can read them on the way.
        """:
            """
        Admite contraseñas sin TLS también de otras máquinas, que otros pueden leer por el camino.
        """,
        """
        Take passwords without TLS from this machine, and show it the metrics. Not where a proxy on this machine \
        passes on requests of others, unless --trusted-proxy names it.
        """:
            """
        Admite contraseñas sin TLS de esta máquina, y le enseña las métricas. No cuando un proxy de esta \
        máquina pasa peticiones de otros, si --trusted-proxy no lo nombra.
        """,

        // The environment and the exit codes
        "The server that is called, unless --server names one.":
            "El servidor al que se llama, si --server no nombra otro.",
        "The user who calls endpoints that want to know, unless --user names one.":
            "El usuario que llama a los endpoints que quieren saberlo, si --user no nombra otro.",
        "The password of that user.": "La contraseña de ese usuario.",
        "The profile, unless --profile names one.": "El perfil, si --profile no nombra otro.",
        "The database, unless --database names one.":
            "La base de datos, si --database no nombra otra.",
        "Keys of the public servers of films and of the weather, which are called then.":
            """
        Claves de los servidores públicos de películas y del tiempo, a los que se llama entonces.
        """,
        "The file for --netrc; ~/.netrc by default.":
            "El fichero de --netrc; por omisión ~/.netrc.",
        "The password of a database of PostgreSQL.":
            "La contraseña de una base de datos de PostgreSQL.",
        "The folder for the database; ~/.local/share by default.":
            "La carpeta de la base de datos; por omisión ~/.local/share.",
        "The folder for profiles; ~/.config by default.":
            "La carpeta de los perfiles; por omisión ~/.config.",
        "The language: English, and Spanish for es.": "El idioma: español con es, y si no, inglés.",
        "All went well.": "Todo ha ido bien.",
        "Something on this machine stood in the way.": "Algo en esta máquina lo ha impedido.",
        "The command was used wrongly.": "La orden está mal usada.",
        "The server could not be reached, or did not answer in time.":
            "No se ha llegado al servidor, o no ha respondido a tiempo.",
        "The server refused the call, or an import had refusals.":
            "El servidor ha rechazado la llamada, o una importación ha tenido rechazos.",
        "The server failed, or its answer could not be read.":
            "El servidor ha fallado, o su respuesta no se entiende.",
        "A question was given up with Ctrl-C.": "Se ha dejado una pregunta con Ctrl-C.",
    ]
}
