// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The texts of the command in other languages, by the pattern of the English text.
///
/// The help, the command's errors and the messages of `serve` are translated. The library's own
/// messages, such as an error in a malformed document, are in English.
enum Translations {
    /// The Spanish texts by English pattern; values replace `{}` in order, and `{2}` is the second
    /// value.
    static let spanish = [spanishHelp, spanishServingHelp].reduce(into: spanishErrors) {
        $0.merge($1) { first, _ in first }
    }

    private static let spanishErrors: [String: String] = [
        // Help
        "Usage": "Uso", "Options": "Opciones", "[options]": "[opciones]", "Commands": "Órdenes",
        "Services": "Servicios", "Actions": "Acciones", "Documents": "Documentos",
        "Tables": "Tablas", "Shells": "Intérpretes de órdenes", "Environment": "Entorno",
        "Columns": "Columnas", " Required: {}.": " Obligatorias: {}.",
        "Options of videoclub": "Opciones de videoclub",
        "Exit codes": "Códigos de salida", "One of {}.": "Uno de {}.", "Required.": "Obligatorio.",
        "see '{} --help'": "mira '{} --help'",

        // Arguments
        "unexpected argument “{}”: {} takes none":
            "sobra el argumento “{}”: {} no admite argumentos",
        "unexpected argument “{}”: {} takes {} alone": "sobra el argumento “{}”: {} solo admite {}",
        "unexpected argument “{}”: its option was given, too":
            "sobra el argumento “{}”: ya está su opción",
        "{} needs {}": "a {} le falta {}",
        "{} needs {}, such as {}": "a {} le falta {}, como {}",
        "--{} needs a value <{}>": "a --{} le falta el valor <{}>",
        "--{} takes no value": "--{} no tiene valor",
        "{} has no option {}": "{} no tiene la opción {}",
        "{} has no option {}; did you mean {}?": "{} no tiene la opción {}; ¿querías decir {}?",
        "{} has no “{}”; did you mean {}?": "{} no tiene “{}”; ¿querías decir {}?",
        "{} has no “{}”; did you mean --{}?": "{} no tiene “{}”; ¿querías decir --{}?",
        "{} has no “{}”; it has {}": "{} no tiene “{}”; tiene {}",
        "“{}” is ambiguous: {}": "“{}” es ambiguo: {}",
        "--{} is one of {}, not “{}”": "--{} debe ser uno de {}, no “{}”",
        "--{} is one of {}, not “{}”; did you mean {}?":
            "--{} debe ser uno de {}, no “{}”; ¿querías decir {}?",
        "--{} is a number from {}, not “{}”": "--{} debe ser un número de {}, no “{}”",
        "{} to {}": "{} a {}",
        "{} is missing": "falta {}",
        "--{} and --{} do not go together": "--{} y --{} no van juntos",
        "--timeout is a number of seconds from 0.001 to 86400, not “{}”":
            "--timeout debe ser un número de segundos de 0.001 a 86400, no “{}”",
        "--format is one of {}, not “{}”": "--format debe ser uno de {}, no “{}”",
        "the call was carried out: {}": "la llamada se ha hecho: {}",
        "--columns: there is no “{}”; there is {}": "--columns: no hay “{}”; hay {}",
        "--columns and --format exclude each other": "--columns y --format se excluyen",
        "--json and --format exclude each other": "--json y --format se excluyen",
        "--dry-run: a WebSocket is not one request; leave --dry-run out":
            "--dry-run: un WebSocket no es una sola petición; quita --dry-run",
        "{} is longer than the {} bytes that are taken": "{} pasa de los {} bytes que se admiten",
        "{}: there is no file {}": "{}: no existe el fichero {}",

        // Addresses and servers
        "{} is empty; expected an address such as http://localhost:3000":
            "{} está vacío; se espera una dirección como http://localhost:3000",
        "{} is an address of http or https, such as http://localhost:3000":
            "{} debe ser una dirección http o https, como http://localhost:3000",
        "{} has a user name in it": "{} lleva un nombre de usuario",
        "an address is like http://localhost:3000": "una dirección es como http://localhost:3000",
        "there is no server at {}": "no hay ningún servidor en {}",
        "{} cannot be reached: {}": "no se llega a {}: {}",
        "the host {} is not known: {}": "no se encuentra la máquina {}: {}",
        "is its name right?": "¿está bien escrito su nombre?",
        "--timeout says how long to wait": "--timeout dice cuánto se espera",
        "if it speaks TLS, its address is {}": "si habla TLS, su dirección es {}",
        "{}: the server does not speak TLS": "{}: el servidor no habla TLS",
        "use http://{}": "usa http://{}",
        "{} cannot be trusted: {}": "no se puede confiar en {}: {}",
        "--cacert names the authority of its certificate, --pin its key":
            "--cacert nombra la autoridad de su certificado, --pin su clave",
        "start one with 'recado serve', or name another one with --server":
            "arranca uno con 'recado serve' o nombra otro con --server",
        "start one with 'recado serve --port {}', or name another one with --server":
            "arranca uno con 'recado serve --port {}' o nombra otro con --server",
        "start one with 'recado serve', or give another address":
            "arranca uno con 'recado serve' o da otra dirección",
        "start one with 'recado serve --port {}', or give another address":
            "arranca uno con 'recado serve --port {}' o da otra dirección",
        "'recado diagnose {}' tells how far it gets": "'recado diagnose {}' dice hasta dónde llega",
        "the document cannot be fetched: {}": "no se puede traer el documento: {}",
        "there is no OpenAPI document at {}, nor openapi.json below it":
            "no hay ningún documento de OpenAPI en {}, ni openapi.json debajo",
        "each service has one of its own, such as {}/videoclub":
            "cada servicio tiene el suyo, como {}/videoclub",
        "--cacert: {} has no certificate in PEM form":
            "--cacert: {} no tiene ningún certificado PEM",
        "--cacert and --insecure exclude each other": "--cacert y --insecure se excluyen",
        "--pin is sha256// and a hash in Base64, not “{}”":
            "--pin es sha256// y un resumen en Base64, no “{}”",
        "--pin: {} is called with http, where servers show no key":
            "--pin: a {} se le llama con http, donde los servidores no enseñan clave",
        "use https, or leave --{} out": "usa https o quita --{}",
        "{} is another machine, and by http others can read the password on the way":
            "{} es otra máquina, y con http otros pueden leer la contraseña por el camino",
        "use https, or say --{}": "usa https o añade --{}",
        "{} is another machine, and with --insecure a machine that poses as it can read the password":
            "{} es otra máquina, y con --insecure una máquina que la suplante puede leer la contraseña",
        "name its key with --{}, or say --{}": "nombra su clave con --{} o añade --{}",

        // Calls
        "{}, as {}": "{}, como {}",
        "{}, but the answer cannot be read: {}": "{}, pero la respuesta no se entiende: {}",
        "{}, but the answer did not arrive whole: {}": "{}, pero la respuesta no llegó entera: {}",
        "the answer cannot be shown: {}": "no se puede mostrar la respuesta: {}",
        "name the user: --user name": "nombra al usuario: --user nombre",
        "is the password that of {}?": "¿es la contraseña de {}?",
        "does the server have {}? Its paths begin with {}":
            "¿tiene el servidor {}? Sus rutas empiezan por {}",
        "Password of {}: ": "Contraseña de {}: ",
        "--user needs the name of a user": "--user necesita el nombre de un usuario",
        "the password of {} is missing": "falta la contraseña de {}",
        "give it by --password-file, by $RECADO_PASSWORD or on a terminal":
            "se toma de --password-file, de $RECADO_PASSWORD o del terminal",
        "--password-file: the first line of {} is no password":
            "--password-file: la primera línea de {} no es una contraseña",
        "{} has no profile {}": "{} no tiene el perfil {}",
        "it has {}": "tiene {}",
        "{} has a password, which others could read":
            "{} lleva una contraseña, que otros podrían leer",
        "password-file names a file that has it": "password-file nombra un fichero que la tiene",
        "{} has “{}”, which no profile has": "{} tiene “{}”, que ningún perfil tiene",
        "expected {}": "se espera {}",
        "{} of {}": "{} de {}",
        "{} of {}; --page shows others": "{} de {}; --page enseña otros",
        "{}? [y/N] ": "¿{}? [s/N] ",
        "{}: there is no terminal to ask on": "{}: no hay terminal en el que preguntar",
        "add --yes to do it without being asked": "añade --yes para hacerlo sin preguntar",
        "nothing was done": "no se ha hecho nada",

        // Files and databases
        "there is no file {}": "no existe el fichero {}",
        "there is no folder {} for {}": "no existe la carpeta {} para {}",
        "make it: mkdir -p {}": "créala: mkdir -p {}",
        "{} is there already": "{} ya existe",
        "add --replace to replace it": "añade --replace para sustituirlo",
        "{} cannot be read: {}": "no se puede leer {}: {}",
        "{} cannot be written: {}": "no se puede escribir {}: {}",
        "{} cannot be opened: {}": "no se puede abrir {}: {}",
        "{} cannot be made: {}": "no se puede crear {}: {}",
        "{} is no JSON: {}": "{} no es JSON: {}",
        "--{}{} is no JSON: {}": "--{}{} no es JSON: {}",
        "standard output cannot be written: {}": "no se puede escribir la salida estándar: {}",
        "standard input cannot be read: {}": "no se puede leer la entrada estándar: {}",
        "there is no database {}": "no existe la base de datos {}",
        "name another one with --database": "nombra otra con --database",
        "--database needs the name of a file": "a --database le falta el nombre de un fichero",
        "--database-direct and --database need addresses that begin with postgresql://":
            "--database-direct y --database necesitan direcciones que empiecen por postgresql://",
        "--shard and --database need addresses that begin with postgresql://":
            "--shard y --database necesitan direcciones que empiecen por postgresql://",
        "there can be 63 shards beside the database, not \(0)":
            "puede haber 63 partes junto a la base de datos, no \(0)",
        "\(0) is in another place among the databases than before":
            "\(0) está en otro lugar entre las bases de datos que antes",
        "\(0) has scores or posts that belong to another of the databases":
            "\(0) tiene puntuaciones o artículos que pertenecen a otra de las bases de datos",
        "move them first": "muévalos antes",
        "\(0) is one of several databases, into which only films are imported, and those into the first":
            "\(0) es una de varias bases de datos, en las que solo se importan películas, y estas en la primera",
        "\(0) is one of \(1) databases: this is its part":
            "\(0) es una de \(1) bases de datos: esta es su parte",
        "name the same databases in the same order with --database and --shard":
            "nombre las mismas bases de datos en el mismo orden con --database y --shard",
        "--replica and --database need addresses that begin with postgresql://":
            "--replica y --database necesitan direcciones que empiecen por postgresql://",
        "{} is no database of Recado; it was left as it is":
            "{} no es una base de datos de Recado; no se ha cambiado",
        "{} is locked by another program": "otro programa tiene bloqueada {}",
        "try again when that has ended": "inténtalo cuando termine",
        "there is no room on the disk for {}": "no hay sitio en el disco para {}",
        "{} may not be written: {}": "no se puede escribir en {}: {}",
        "{} was written by a newer version of recado": "{} es de una versión más nueva de recado",
        "{} is damaged": "{} está dañada",
        "{} is in use; stop the server first": "{} está en uso; para antes el servidor",
        "{} is the database itself": "{} es la propia base de datos",
        "name another file": "elige otro fichero",
        "{} is a database in use, or was not closed":
            "{} es una base de datos en uso, o no se cerró",
        "the ending of {} tells no format": "la terminación de {} no dice ningún formato",
        "say --format with one of {}": "di --format con uno de {}",
        "{}: films need their owners; 'recado user add' makes a member":
            "{}: las películas necesitan a sus dueños; 'recado user add' da de alta a un socio",
        "{}: texts are UTF-8; 'iconv -f ISO-8859-1 -t UTF-8' makes it so":
            "{}: los textos son UTF-8; 'iconv -f ISO-8859-1 -t UTF-8' los convierte",
        "expected exactly one of --openapi, --wsdl and --json":
            "se espera solo uno de --openapi, --wsdl y --json",
        "{} has no SOAP address": "{} no tiene dirección de SOAP",
        "PostgreSQL has a program of its own for copies:":
            "PostgreSQL tiene su propio programa de copias:",
        "PostgreSQL has a program of its own for that:":
            "PostgreSQL tiene su propio programa para eso:",
        "remove {}": "borrar a {}",
        "remove {} with all films": "borrar a {} con todas sus películas",
        "replace {}, and lose what it holds": "sustituir {} y perder lo que tiene",

        // Members and packages
        "--films-to and --with-films exclude each other": "--films-to y --with-films se excluyen",
        "the password is missing: type it on a terminal, or have it in the first line of standard input":
            "falta la contraseña: escríbela en un terminal, o en la primera línea de la entrada estándar",
        "the two passwords differ": "las dos contraseñas no coinciden",
        "New password of {}: ": "Contraseña nueva de {}: ",
        "Again: ": "Otra vez: ",
        "{} can sign in": "{} ya puede entrar",
        "{} has another password": "{} tiene otra contraseña",
        "{} is removed": "{} está borrado",
        "{} is removed, with {} films": "{} está borrado, con {} películas",
        "{} is removed; {} films are {}'s now": "{} está borrado; {} películas son ahora de {}",
        "{} is copied to {}": "{} está copiado en {}",
        "{} is restored from {}": "{} está recuperado de {}",
        "there is no member {}": "no hay ningún socio {}",
        "the films cannot go to the member who is removed":
            "las películas no pueden quedar para el socio que se borra",
        "the name {} is taken by another member": "el nombre {} lo tiene otro socio",
        "the name {} is unsuitable; expected 1 to 64 ASCII letters, digits and . _ - @":
            "el nombre {} no sirve; tiene de 1 a 64 letras ASCII, cifras y . _ - @",
        "the password of {} is unsuitable; expected 6 to 128 characters":
            "la contraseña de {} no sirve; tiene de 6 a 128 caracteres",
        "the password is longer than {} bytes": "la contraseña pasa de {} bytes",
        "the member has {} films": "el socio tiene {} películas",
        "say --films-to <member> or --with-films": "di --films-to <socio> o --with-films",
        "“{}” cannot be the name of a package": "“{}” no sirve como nombre de paquete",
        "expected small letters, digits and hyphens, {} at most, as in: recado new table-bookings":
            "se esperan minúsculas, cifras y guiones, {} como mucho, como en: recado new mis-reservas",
        "“{}” means something else already; choose another name":
            "“{}” ya significa otra cosa; elige otro nombre",
        "{} is there already; choose another name": "{} ya existe; elige otro nombre",
        "--recado: there is no package of Recado in “{}”":
            "--recado: no hay ningún paquete de Recado en “{}”",

        // Serving
        "does 'recado serve' run already? --port chooses another port":
            "¿ya está en marcha 'recado serve'? --port elige otro puerto",
        "--address is an IP address or unix:/path, not “{}”":
            "--address es una dirección IP o unix:/ruta, no “{}”",
        "--public-url is like http://host:3000, without a query, not “{}”":
            "--public-url es como http://máquina:3000, sin consulta, no “{}”",
        "--{} needs --trusted-proxy": "--{} necesita --trusted-proxy",
        "--app-service is a name and an address, such as videoclub=https://example.org/videoclub, not “{}”":
            "--app-service es un nombre y una dirección, como videoclub=https://example.org/videoclub, no “{}”",
        "the names are {}": "los nombres son {}",
        " and ": " y ",
        "Recado serves at {}": "Recado sirve en {}",
        "The clock of this machine is {} s ahead of the database's: set it right":
            "El reloj de esta máquina va {} s por delante del de la base de datos: póngalo en hora",
        "The clock of this machine is {} s behind the database's: set it right":
            "El reloj de esta máquina va {} s por detrás del de la base de datos: póngalo en hora",
        "Everything is kept in {}": "Todo se guarda en {}",
        "Clients use {}": "Los clientes usan {}",
        "The apps are at {}/apps: {}": "Las apps están en {}/apps: {}",
        "The videoclub answers as the course's server did":
            "El videoclub contesta como el servidor del curso",
        "Phones do not reach it: --address 0.0.0.0 lets the whole network in":
            "Los móviles no llegan: --address 0.0.0.0 deja entrar a toda la red",
        "Phones on this network use {}; apps of iOS want https, as --tls-self-signed has it":
            "Los móviles de esta red usan {}; las apps de iOS piden https, que da --tls-self-signed",
        "Phones on this network use {}, and must be told to trust its certificate":
            "Los móviles de esta red usan {}, y hay que decirles que confíen en su certificado",
        "Links and posters lead there, too": "Los enlaces y los carteles también llevan allí",
        "Posters lead to the host that a client has called, links to {}; --public-url says where others find them":
            "Los carteles llevan al equipo al que ha llamado cada cliente, los enlaces a {}; --public-url dice dónde los encuentran otros",
        "Posters lead where the proxy says that its client has been, links to {}; --public-url says where others find them":
            "Los carteles llevan adonde el proxy dice que ha estado su cliente y los enlaces a {}; --public-url dice dónde los encuentran otros",
        "Everybody may log in as {} with the password {}":
            "Cualquiera puede entrar como {} con la contraseña {}",
        "Nobody may log in; recado user add <name> adds a member":
            "Nadie puede entrar; recado user add <nombre> añade un socio",
        "Members who may log in: {}": "Socios que pueden entrar: {}",
        "Members who may log in: {} and {} more": "Socios que pueden entrar: {} y {} más",
        "{} may not with the password {}, which everybody knows":
            "{} no puede con la contraseña {}, que conoce todo el mundo",
        "Logins are taken without TLS, and whoever listens can read the passwords":
            "Se admite entrar sin TLS, y quien escuche puede leer las contraseñas",
        "Logins are refused from clients that come to the proxy without TLS":
            "No se deja entrar a clientes que llegan al proxy sin TLS",
        "But logins without TLS are refused: --trust-local takes those of this machine, --tls-certificate and --trusted-proxy others":
            "Pero sin TLS no se deja entrar: --trust-local lo permite a esta máquina, --tls-certificate y --trusted-proxy a otras",
        "Logins that a proxy says it passes on are refused: see --trusted-proxy":
            "No se deja entrar a través de un proxy que dice serlo: mira --trusted-proxy",
        "Logins from other machines are refused, for they come without TLS: see --tls-certificate and --trusted-proxy":
            "No se deja entrar desde otras máquinas, porque llegan sin TLS: mira --tls-certificate y --trusted-proxy",
        "The certificate vouches for itself, SHA-256 {}":
            "El certificado responde de sí mismo, SHA-256 {}",
        "It is in {}: recado scores top3 --cacert {} --server {}":
            "Está en {}: recado scores top3 --cacert {} --server {}",
        "Try: curl --insecure {} {}/scores/top3.json":
            "Prueba: curl --insecure {} {}/scores/top3.json",
        "Stopping; no request is under way": "Parando; no hay peticiones en curso",
        "Stopping; 1 request is under way": "Parando; hay 1 petición en curso",
        "Stopping; {} requests are under way": "Parando; hay {} peticiones en curso",
        "Process {} has taken over.": "El proceso {} ha tomado el relevo.",
        "{}; this process goes on": "{}; este proceso sigue",
        "The certificates were read again.": "Se han vuelto a leer los certificados.",
        "{}; the certificates stay as they were": "{}; los certificados siguen como estaban",
    ]
}
