// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Translations {
    /// The Spanish help, by its English text: summaries, details and options of commands.
    static let spanishHelp: [String: String] = [
        // All commands
        "Serves, calls and describes web services that are declared once.":
            "Sirve, llama y describe servicios web que se declaran una sola vez.",
        "A name may be cut short as long as it stays the only one that begins so.":
            "Un nombre se puede acortar mientras no haya otro que empiece igual.",
        "Show this help.": "Muestra esta ayuda.",
        "Show the version.": "Muestra la versión.",
        "Do it without being asked, as a script must.": "Lo hace sin preguntar, como en un script.",
        "Replace what is there already.": "Sustituye lo que ya hay.",
        "Write JSON.": "Escribe JSON.",
        "Write JSON, on a terminal, too.": "Escribe JSON, también en un terminal.",
        "The format of the answer.": "El formato de la respuesta.",

        // Calls
        "Calls an endpoint of a service.": "Llama a un endpoint de un servicio.",
        """
        The answer is a table on a terminal and JSON elsewhere, unless --format names another. What comes piece \
        by piece, such as a feed of events, is written as it comes.
        """:
            """
        La respuesta es una tabla en un terminal y JSON en otro sitio, si --format no nombra otro formato. \
        Lo que llega por partes, como un flujo de eventos, se escribe según llega.
        """,
        "It wants to know who calls: see --user.": "Quiere saber quién llama: mira --user.",
        "The server; $RECADO_SERVER or http://localhost:3000 by default.":
            "El servidor; por omisión $RECADO_SERVER o http://localhost:3000.",
        """
        The user who calls; $RECADO_USER by default where an endpoint wants to know. A password that is left out \
        comes from --password-file or $RECADO_PASSWORD, or is asked for.
        """:
            """
        El usuario que llama; por omisión $RECADO_USER donde el endpoint quiere saberlo. Una contraseña que \
        falta viene de --password-file o de $RECADO_PASSWORD, o se pregunta.
        """,
        "The file whose first line is the password; - is standard input.":
            "El fichero cuya primera línea es la contraseña; - es la entrada estándar.",
        "Take name and password from ~/.netrc, or the file in $NETRC, as curl does.":
            "Toma nombre y contraseña de ~/.netrc, o del fichero de $NETRC, como curl.",
        "Write JSON on a terminal too.": "Escribe JSON también en un terminal.",
        """
        Write a table of these columns, separated by commas, also where there is no terminal; main.temp is temp \
        within main.
        """:
            """
        Escribe una tabla con estas columnas, separadas por comas, aunque no haya terminal; main.temp es \
        temp dentro de main.
        """,
        "Write the status and the header fields before the content.":
            "Escribe el estado y las cabeceras antes del contenido.",
        "Write the request as a curl command, without secrets, and send nothing.":
            "Escribe la petición como una orden de curl, sin secretos, y no envía nada.",
        "Write the answer as json, or as another of the endpoint's formats, such as xml.":
            "Escribe la respuesta como json o en otro formato del endpoint, como xml.",
        "How long to wait for the whole answer; 60 by default, for a stream as long as it takes.":
            "Cuánto se espera la respuesta entera; por omisión 60, y con un flujo lo que dure.",
        """
        The settings of that name in recado/profiles.yaml of $XDG_CONFIG_HOME; $RECADO_PROFILE by default.
        """:
            """
        Los ajustes de ese nombre en recado/profiles.yaml de $XDG_CONFIG_HOME; por omisión $RECADO_PROFILE.
        """,
        """
        The content as JSON, instead of its options: the text, @ and the name of a file that holds it, or - for \
        standard input.
        """:
            """
        El contenido como JSON en lugar de sus opciones: el texto, @ y el nombre de un fichero que lo tiene, \
        o - para la entrada estándar.
        """,
        """
        How the answer is read: by its status, or as an envelope of an error and a value; plain by default.
        """:
            """
        Cómo se lee la respuesta: por su estado, o como un sobre de un error y un valor; por omisión plain.
        """,
        "The place of the value; the root, or respuesta in an envelope, by default.":
            "El lugar del valor; por omisión la raíz, o respuesta en un sobre.",
        "The place of the error; the root, or error in an envelope, by default.":
            "El lugar del error; por omisión la raíz, o error en un sobre.",

        // Trust
        "Trust the certificate authorities in this file, in PEM form, and not the system's.":
            """
        Confía en las autoridades de certificación de este fichero PEM, y no en las del sistema.
        """,
        """
        Call a server only if its certificate has this public key, as curl's --pinnedpubkey; more than once for \
        several.
        """:
            """
        Llama a un servidor solo si su certificado tiene esta clave pública, como --pinnedpubkey de curl; se \
        repite para varias.
        """,
        """
        Call a server whatever certificate it shows: without --pin, any machine on the way can pose as it. A \
        password, or a key of the environment, goes to this machine alone then.
        """:
            """
        Llama a un servidor enseñe el certificado que enseñe: sin --pin, cualquier máquina del camino puede \
        suplantarlo. Una contraseña, o una clave del entorno, va entonces solo a esta máquina.
        """,
        """
        Send a password by http, or with --insecure, to other machines, too, where others can read it on the \
        way. By default it is sent by https and to this machine alone.
        """:
            """
        Envía la contraseña por http, o con --insecure, también a otras máquinas, donde otros pueden leerla \
        por el camino. Por omisión solo va por https y a esta máquina.
        """,

        // Descriptions
        "Writes a description of a service.": "Escribe una descripción de un servicio.",
        "The OpenAPI 3.1 document, as JSON.": "El documento de OpenAPI 3.1, en JSON.",
        "The names and routes of the endpoints.": "Los nombres y las rutas de los endpoints.",
        "The WSDL 1.1 description of its SOAP address.":
            "La descripción WSDL 1.1 de su dirección de SOAP.",
        "Swift declarations of a foreign service.":
            "Las declaraciones de Swift de un servicio ajeno.",
        "The description of a service in OpenAPI 3.0 or 3.1, as JSON or YAML.":
            "La descripción de un servicio en OpenAPI 3.0 o 3.1, en JSON o YAML.",
        "The WSDL 1.1 description of a SOAP service.":
            "La descripción WSDL 1.1 de un servicio de SOAP.",
        "A sample of JSON, for models alone.": "Un ejemplo de JSON, solo para modelos.",
        """
        One of --openapi, --wsdl and --json is needed. The parts that a description refers to are read from \
        beside it: from below the same folder or the same origin. What the declarations leave out stands in \
        comments, and is shown.
        """:
            """
        Hace falta uno de --openapi, --wsdl y --json. Las partes a las que se refiere una descripción se \
        leen de su lado: de debajo de la misma carpeta o del mismo origen. Lo que las declaraciones no dicen \
        queda en comentarios, y se muestra.
        """,
        "Writes the completion of arguments for a shell.":
            "Escribe el completado de argumentos para un intérprete de órdenes.",
        """
        bash and zsh: eval "$(recado completion bash)", or zsh
        fish: recado completion fish | source
        """:
            """
        bash y zsh: eval "$(recado completion bash)", o zsh
        fish: recado completion fish | source
        """,
        "The script of {}.": "El script de {}.",
        "Writes what the last of some words may become, one a line.":
            "Escribe en qué se puede completar la última palabra, una por línea.",
        "Put a tab and a description behind each.":
            "Pone un tabulador y una descripción detrás de cada una.",
        "Writes the manual as a page for man.": "Escribe el manual como una página de man.",

        // Looking at services
        "Checks a running service against HTTP's rules, by its OpenAPI document.":
            "Comprueba las reglas de HTTP en un servicio en marcha, por su documento de OpenAPI.",
        """
        The address is that of the document, or of the folder in which openapi.json is. Requests go to the \
        address's own host alone. Without --unsafe they change nothing.
        """:
            """
        La dirección es la del documento, o la de la carpeta de openapi.json. Las peticiones solo van a la \
        máquina de esa dirección. Sin --unsafe no cambian nada.
        """,
        """
        Call the methods that change something, too, with invented inputs; not for a service whose data matters.
        """:
            """
        Llama también a los métodos que cambian algo, con datos inventados; no es para servicios con datos \
        que importan.
        """,
        "Say, too, what breaks no rule and could be better.":
            "Dice también lo que no rompe ninguna regla y podría mejorar.",
        "How long an answer may take before that is a finding; 2000 by default.":
            "Cuánto puede tardar una respuesta sin que sea un hallazgo; por omisión 2000.",
        "How long to wait for each answer; 10 by default.":
            "Cuánto se espera cada respuesta; por omisión 10.",
        "A rule is broken.": "Se rompe una regla.",
        "Nothing was found.": "No se ha encontrado nada.",
        "The command was used wrongly, or something on this machine stood in the way.":
            "La orden está mal usada, o algo en esta máquina lo ha impedido.",
        "Calls an address and tells how that went, from the name to the content.":
            "Llama a una dirección y cuenta cómo ha ido, desde el nombre hasta el contenido.",
        """
        Addresses, proxy, TLS, certificates with their pins, redirects, times and what they mean.
        """:
            """
        Direcciones, proxy, TLS, certificados con sus claves, redirecciones, tiempos y lo que significan.
        """,
        "How long to wait for the whole answer; 30 by default.":
            "Cuánto se espera la respuesta entera; por omisión 30.",
        "Tells which differences between two OpenAPI documents break callers.":
            "Dice qué diferencias entre dos documentos de OpenAPI rompen a quienes llaman.",
        """
        The old document comes first, then the new one; each is a file or an address. A table is written on a \
        terminal, and JSON elsewhere.
        """:
            """
        Primero va el documento viejo y después el nuevo; cada uno es un fichero o una dirección. En un \
        terminal se escribe una tabla, y JSON en otro sitio.
        """,
        "A caller of the old version breaks, or may where the comparison was not finished.":
            """
        Se rompe quien llama a la versión vieja, o podría romperse donde la comparación no llegó al final.
        """,
        "Downloads a file, and goes on with one that broke off.":
            "Descarga un fichero, o continúa uno que se cortó.",
        "What is not whole yet has the ending .part beside its name.":
            "Lo que aún no está completo lleva .part detrás del nombre.",
        "A directory or a file; the present directory by default.":
            "Una carpeta o un fichero; por omisión la carpeta actual.",

        // Data
        "Copies the database to a file, while a server may go on with it.":
            "Copia la base de datos a un fichero, aunque un servidor la esté usando.",
        """
        The copy is one snapshot; it is checked, and has its name once it is whole. A database of PostgreSQL has \
        programs of its own for it, which are named then.
        """:
            """
        La copia es una sola instantánea; se comprueba, y recibe su nombre cuando está completa. Una base de \
        datos de PostgreSQL tiene sus propios programas para ello, que se nombran entonces.
        """,
        "Puts a copy in the place of the database, which no server may have open.":
            """
        Pone una copia en el lugar de la base de datos, que ningún servidor puede tener abierta.
        """,
        """
        The copy is checked before anything is replaced. Whatever the database holds is lost; copy it before.
        """:
            """
        La copia se comprueba antes de sustituir nada. Lo que tiene la base de datos se pierde; cópiala \
        antes.
        """,
        "Writes data of the database to a file, or to standard output.":
            "Escribe datos de la base de datos en un fichero o en la salida estándar.",
        """
        What is exported can be imported as it was; films need their owners, whom 'recado user add' \
        makes in a new database. A file has its name once it is whole. On a terminal, characters that \
        could command it are shown as \\u001b and the like.
        """:
            """
        Lo que se exporta se puede importar tal como estaba; las películas necesitan a sus dueños, a \
        quienes 'recado user add' da de alta en una base de datos nueva. Un fichero recibe su nombre \
        cuando está completo. En un terminal, los caracteres que podrían darle órdenes se muestran como \
        \\u001b y similares.
        """,
        "The format; by default that of the file's ending, and CSV on standard output.":
            """
        El formato; por omisión el de la terminación del fichero, y CSV en la salida estándar.
        """,
        "Exports films.": "Exporta películas.",
        "Exports scores.": "Exporta puntuaciones.",
        "Exports posts.": "Exporta mensajes.",
        "Brings data from files into the database.": "Trae datos de ficheros a la base de datos.",
        """
        The first line of CSV names the columns, in any order; JSON is one array of objects, XML a root with an \
        element for each record, and JSON lines have an object in each. A file named - is standard input. The \
        exit code is 4 when something was refused, unless --skip-invalid keeps the rest.
        """:
            """
        La primera línea de CSV nombra las columnas, en cualquier orden; JSON es un array de objetos, XML \
        una raíz con un elemento por registro, y las líneas de JSON tienen un objeto cada una. Un fichero \
        llamado - es la entrada estándar. El código de salida es 4 cuando se rechaza algo, si --skip-invalid \
        no guarda el resto.
        """,
        "The format; by default that of the file's ending.":
            "El formato; por omisión el de la terminación del fichero.",
        "Import the valid records; by default nothing is imported when any record is refused.":
            "Importa los registros válidos; por omisión no se importa nada si se rechaza alguno.",
        "Import so many records at a time, and say where to continue.":
            "Importa tantos registros cada vez, y dice dónde continuar.",
        "Continue at this line, or at this element of JSON or XML.":
            "Continúa en esta línea, o en este elemento de JSON o XML.",
        "The owner of films that name none.": "El socio de las películas que no nombran ninguno.",
        "Write the report as JSON.": "Escribe el informe como JSON.",
        "Columns": "Columnas", "Options of videoclub": "Opciones de videoclub",
        " Required: {}.": " Obligatorias: {}.",
        "Imports films.": "Importa películas.",
        "Imports scores.": "Importa puntuaciones.",
        "Imports posts.": "Importa mensajes.",
        "Adds, removes and lists the members of the videoclub.":
            "Añade, borra y lista los socios del videoclub.",
        """
        A password is asked for on a terminal, and otherwise read from the first line of standard input; it is \
        never an argument, which others on the machine could see.
        """:
            """
        La contraseña se pregunta en un terminal, y si no, se lee de la primera línea de la entrada \
        estándar; nunca es un argumento, que otros en la máquina podrían ver.
        """,
        "Adds a member.": "Añade un socio.",
        "Replaces the password of a member.": "Cambia la contraseña de un socio.",
        "Removes a member.": "Borra un socio.",
        "Lists the members.": "Lista los socios.",
        "A member who has films is removed only when it is said what becomes of them.":
            "Un socio con películas solo se borra si se dice qué pasa con ellas.",
        "The member who gets the films of the one who is removed.":
            "El socio que se queda con las películas del que se borra.",
        "Remove the member's films, too.": "Borra también las películas del socio.",

        // Packages
        "Makes a package with a service, its client and their tests.":
            "Crea un paquete con un servicio, su cliente y sus tests.",
        """
        The package has a definition of a container, a unit of systemd and one of continuous integration. It \
        stands in a new folder of its name.
        """:
            """
        El paquete trae una definición de contenedor, una unidad de systemd y una de integración continua. \
        Queda en una carpeta nueva con su nombre.
        """,
        "The database of the service; sqlite by default, bare for memory alone.":
            """
        La base de datos del servicio; por omisión sqlite, y bare para guardar solo en memoria.
        """,
        """
        The place from which the package takes Recado; by default the folder that this command was built in.
        """:
            """
        El lugar del que el paquete toma Recado; por omisión la carpeta en la que se construyó esta orden.
        """,
    ]
}
