// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TitleTable {
    /// Films, one per line: digits of the identifier at IMDb, title, year, minutes, genres,
    /// directors, actors, countries, and the language if it differs from that of the first country.
    static let films = """
        0068646|The Godfather|1972|175|Crime, Drama|Francis Ford Coppola|Marlon Brando, Al Pacino, James Caan|US
        0071562|The Godfather Part II|1974|202|Crime, Drama|Francis Ford Coppola|Al Pacino, Robert De Niro, Robert Duvall|US
        0099674|The Godfather Part III|1990|162|Crime, Drama|Francis Ford Coppola|Al Pacino, Diane Keaton, Andy Garcia|US
        0108052|Schindler's List|1993|195|Biography, Drama, History|Steven Spielberg|Liam Neeson, Ralph Fiennes, Ben Kingsley|US
        0110912|Pulp Fiction|1994|154|Crime, Drama|Quentin Tarantino|John Travolta, Uma Thurman, Samuel L. Jackson|US
        0111161|The Shawshank Redemption|1994|142|Drama|Frank Darabont|Tim Robbins, Morgan Freeman, Bob Gunton|US
        0070735|The Sting|1973|129|Comedy, Crime, Drama|George Roy Hill|Paul Newman, Robert Redford, Robert Shaw|US
        0118799|Life Is Beautiful|1997|116|Comedy, Drama, Romance|Roberto Benigni|Roberto Benigni, Nicoletta Braschi, Giorgio Cantarini|IT
        0099685|Goodfellas|1990|145|Biography, Crime, Drama|Martin Scorsese|Robert De Niro, Ray Liotta, Joe Pesci|US
        0073486|One Flew Over the Cuckoo's Nest|1975|133|Drama|Milos Forman|Jack Nicholson, Louise Fletcher, Will Sampson|US
        0120586|American History X|1998|119|Crime, Drama|Tony Kaye|Edward Norton, Edward Furlong, Beverly D'Angelo|US
        0105695|Unforgiven|1992|130|Drama, Western|Clint Eastwood|Clint Eastwood, Gene Hackman, Morgan Freeman|US
        0086250|Scarface|1983|170|Crime, Drama|Brian De Palma|Al Pacino, Michelle Pfeiffer, Steven Bauer|US
        0253474|The Pianist|2002|150|Biography, Drama, Music|Roman Polanski|Adrien Brody, Thomas Kretschmann, Frank Finlay|FR,PL,DE,GB|en
        0114369|Se7en|1995|127|Crime, Drama, Mystery|David Fincher|Morgan Freeman, Brad Pitt, Kevin Spacey|US
        0102926|The Silence of the Lambs|1991|118|Crime, Drama, Thriller|Jonathan Demme|Jodie Foster, Anthony Hopkins, Scott Glenn|US
        0066921|A Clockwork Orange|1971|136|Crime, Drama, Sci-Fi|Stanley Kubrick|Malcolm McDowell, Patrick Magee, Michael Bates|GB,US
        0093058|Full Metal Jacket|1987|116|Drama, War|Stanley Kubrick|Matthew Modine, R. Lee Ermey, Vincent D'Onofrio|GB,US
        0083658|Blade Runner|1982|117|Sci-Fi, Thriller|Ridley Scott|Harrison Ford, Rutger Hauer, Sean Young|US
        0075314|Taxi Driver|1976|114|Crime, Drama|Martin Scorsese|Robert De Niro, Jodie Foster, Cybill Shepherd|US
        0137523|Fight Club|1999|139|Drama|David Fincher|Brad Pitt, Edward Norton, Helena Bonham Carter|US,DE
        0468569|The Dark Knight|2008|152|Action, Crime, Drama|Christopher Nolan|Christian Bale, Heath Ledger, Aaron Eckhart|US,GB
        1345836|The Dark Knight Rises|2012|164|Action, Drama, Thriller|Christopher Nolan|Christian Bale, Tom Hardy, Anne Hathaway|US,GB
        0372784|Batman Begins|2005|140|Action, Crime, Drama|Christopher Nolan|Christian Bale, Michael Caine, Liam Neeson|US,GB
        0096895|Batman|1989|126|Action, Adventure|Tim Burton|Michael Keaton, Jack Nicholson, Kim Basinger|US,GB
        0103776|Batman Returns|1992|126|Action, Crime, Fantasy|Tim Burton|Michael Keaton, Danny DeVito, Michelle Pfeiffer|US
        1375666|Inception|2010|148|Action, Adventure, Sci-Fi|Christopher Nolan|Leonardo DiCaprio, Joseph Gordon-Levitt, Elliot Page|US,GB
        0816692|Interstellar|2014|169|Adventure, Drama, Sci-Fi|Christopher Nolan|Matthew McConaughey, Anne Hathaway, Jessica Chastain|US,GB
        0209144|Memento|2000|113|Mystery, Thriller|Christopher Nolan|Guy Pearce, Carrie-Anne Moss, Joe Pantoliano|US
        0482571|The Prestige|2006|130|Drama, Mystery, Sci-Fi|Christopher Nolan|Christian Bale, Hugh Jackman, Scarlett Johansson|US,GB
        5013056|Dunkirk|2017|106|Action, Drama, History|Christopher Nolan|Fionn Whitehead, Kenneth Branagh, Mark Rylance|GB,US
        15398776|Oppenheimer|2023|180|Biography, Drama, History|Christopher Nolan|Cillian Murphy, Emily Blunt, Matt Damon|US,GB
        0133093|The Matrix|1999|136|Action, Sci-Fi|Lana Wachowski, Lilly Wachowski|Keanu Reeves, Laurence Fishburne, Carrie-Anne Moss|US,AU
        0234215|The Matrix Reloaded|2003|138|Action, Sci-Fi|Lana Wachowski, Lilly Wachowski|Keanu Reeves, Laurence Fishburne, Carrie-Anne Moss|US,AU
        0242653|The Matrix Revolutions|2003|129|Action, Sci-Fi|Lana Wachowski, Lilly Wachowski|Keanu Reeves, Laurence Fishburne, Carrie-Anne Moss|US,AU
        0109830|Forrest Gump|1994|142|Drama, Romance|Robert Zemeckis|Tom Hanks, Robin Wright, Gary Sinise|US
        0088763|Back to the Future|1985|116|Adventure, Comedy, Sci-Fi|Robert Zemeckis|Michael J. Fox, Christopher Lloyd, Lea Thompson|US
        0096874|Back to the Future Part II|1989|108|Adventure, Comedy, Sci-Fi|Robert Zemeckis|Michael J. Fox, Christopher Lloyd, Lea Thompson|US
        0099088|Back to the Future Part III|1990|118|Adventure, Comedy, Sci-Fi|Robert Zemeckis|Michael J. Fox, Christopher Lloyd, Mary Steenburgen|US
        0076759|Star Wars: Episode IV - A New Hope|1977|121|Action, Adventure, Fantasy|George Lucas|Mark Hamill, Harrison Ford, Carrie Fisher|US
        0080684|Star Wars: Episode V - The Empire Strikes Back|1980|124|Action, Adventure, Fantasy|Irvin Kershner|Mark Hamill, Harrison Ford, Carrie Fisher|US
        0086190|Star Wars: Episode VI - Return of the Jedi|1983|131|Action, Adventure, Fantasy|Richard Marquand|Mark Hamill, Harrison Ford, Carrie Fisher|US
        0120915|Star Wars: Episode I - The Phantom Menace|1999|136|Action, Adventure, Fantasy|George Lucas|Ewan McGregor, Liam Neeson, Natalie Portman|US
        0121765|Star Wars: Episode II - Attack of the Clones|2002|142|Action, Adventure, Fantasy|George Lucas|Hayden Christensen, Natalie Portman, Ewan McGregor|US
        0121766|Star Wars: Episode III - Revenge of the Sith|2005|140|Action, Adventure, Fantasy|George Lucas|Hayden Christensen, Natalie Portman, Ewan McGregor|US
        2488496|Star Wars: Episode VII - The Force Awakens|2015|138|Action, Adventure, Sci-Fi|J.J. Abrams|Daisy Ridley, John Boyega, Oscar Isaac|US
        3748528|Rogue One: A Star Wars Story|2016|133|Action, Adventure, Sci-Fi|Gareth Edwards|Felicity Jones, Diego Luna, Alan Tudyk|US,GB
        0082971|Raiders of the Lost Ark|1981|115|Action, Adventure|Steven Spielberg|Harrison Ford, Karen Allen, Paul Freeman|US
        0087469|Indiana Jones and the Temple of Doom|1984|118|Action, Adventure|Steven Spielberg|Harrison Ford, Kate Capshaw, Ke Huy Quan|US
        0097576|Indiana Jones and the Last Crusade|1989|127|Action, Adventure|Steven Spielberg|Harrison Ford, Sean Connery, Alison Doody|US
        0073195|Jaws|1975|124|Adventure, Thriller|Steven Spielberg|Roy Scheider, Robert Shaw, Richard Dreyfuss|US
        0075860|Close Encounters of the Third Kind|1977|138|Drama, Sci-Fi|Steven Spielberg|Richard Dreyfuss, François Truffaut, Teri Garr|US
        0083866|E.T. the Extra-Terrestrial|1982|115|Adventure, Family, Sci-Fi|Steven Spielberg|Henry Thomas, Drew Barrymore, Peter Coyote|US
        0107290|Jurassic Park|1993|127|Action, Adventure, Sci-Fi|Steven Spielberg|Sam Neill, Laura Dern, Jeff Goldblum|US
        0120815|Saving Private Ryan|1998|169|Drama, War|Steven Spielberg|Tom Hanks, Matt Damon, Tom Sizemore|US
        0264464|Catch Me If You Can|2002|141|Biography, Crime, Drama|Steven Spielberg|Leonardo DiCaprio, Tom Hanks, Christopher Walken|US
        0181689|Minority Report|2002|145|Action, Crime, Mystery|Steven Spielberg|Tom Cruise, Colin Farrell, Samantha Morton|US
        0212720|A.I. Artificial Intelligence|2001|146|Drama, Sci-Fi|Steven Spielberg|Haley Joel Osment, Jude Law, Frances O'Connor|US
        0067023|Duel|1971|90|Action, Thriller|Steven Spielberg|Dennis Weaver, Jacqueline Scott|US
        0060196|The Good, the Bad and the Ugly|1966|161|Adventure, Western|Sergio Leone|Clint Eastwood, Eli Wallach, Lee Van Cleef|IT,ES,DE
        0058461|A Fistful of Dollars|1964|99|Action, Drama, Western|Sergio Leone|Clint Eastwood, Gian Maria Volontè, Marianne Koch|IT,ES,DE
        0059578|For a Few Dollars More|1965|132|Drama, Western|Sergio Leone|Clint Eastwood, Lee Van Cleef, Gian Maria Volontè|IT,ES,DE
        0064116|Once Upon a Time in the West|1968|165|Drama, Western|Sergio Leone|Henry Fonda, Charles Bronson, Claudia Cardinale|IT,US
        0087843|Once Upon a Time in America|1984|229|Crime, Drama|Sergio Leone|Robert De Niro, James Woods, Elizabeth McGovern|IT,US|en
        0047478|Seven Samurai|1954|207|Action, Drama|Akira Kurosawa|Toshirô Mifune, Takashi Shimura, Keiko Tsushima|JP
        0042876|Rashomon|1950|88|Crime, Drama, Mystery|Akira Kurosawa|Toshirô Mifune, Machiko Kyô, Masayuki Mori|JP
        0044741|Ikiru|1952|143|Drama|Akira Kurosawa|Takashi Shimura, Nobuo Kaneko, Shin'ichi Himori|JP
        0055630|Yojimbo|1961|110|Action, Drama, Thriller|Akira Kurosawa|Toshirô Mifune, Eijirô Tôno, Tatsuya Nakadai|JP
        0089881|Ran|1985|162|Action, Drama, War|Akira Kurosawa|Tatsuya Nakadai, Akira Terao, Jinpachi Nezu|JP,FR
        0046438|Tokyo Story|1953|136|Drama|Yasujirô Ozu|Chishû Ryû, Chieko Higashiyama, Setsuko Hara|JP
        0245429|Spirited Away|2001|125|Animation, Adventure, Family|Hayao Miyazaki|Rumi Hiiragi, Miyu Irino, Mari Natsuki|JP
        0119698|Princess Mononoke|1997|134|Animation, Action, Adventure|Hayao Miyazaki|Yôji Matsuda, Yuriko Ishida, Yûko Tanaka|JP
        0096283|My Neighbor Totoro|1988|86|Animation, Family, Fantasy|Hayao Miyazaki|Hitoshi Takagi, Noriko Hidaka, Chika Sakamoto|JP
        0347149|Howl's Moving Castle|2004|119|Animation, Adventure, Family|Hayao Miyazaki|Chieko Baishô, Takuya Kimura, Akihiro Miwa|JP
        0095327|Grave of the Fireflies|1988|89|Animation, Drama, War|Isao Takahata|Tsutomu Tatsumi, Ayano Shiraishi|JP
        0094625|Akira|1988|124|Animation, Action, Sci-Fi|Katsuhiro Ôtomo|Mitsuo Iwata, Nozomu Sasaki, Mami Koyama|JP
        0047034|Godzilla|1954|96|Horror, Sci-Fi|Ishirô Honda|Takashi Shimura, Akihiko Hirata, Akira Takarada|JP
        0831387|Godzilla|2014|123|Action, Adventure, Sci-Fi|Gareth Edwards|Aaron Taylor-Johnson, Elizabeth Olsen, Bryan Cranston|US
        0317248|City of God|2002|130|Crime, Drama|Fernando Meirelles, Kátia Lund|Alexandre Rodrigues, Leandro Firmino, Phellipe Haagensen|BR
        0140888|Central Station|1998|110|Drama|Walter Salles|Fernanda Montenegro, Vinícius de Oliveira, Marília Pêra|BR,FR
        0038650|It's a Wonderful Life|1946|130|Drama, Family, Fantasy|Frank Capra|James Stewart, Donna Reed, Lionel Barrymore|US
        0025316|It Happened One Night|1934|105|Comedy, Romance|Frank Capra|Clark Gable, Claudette Colbert, Walter Connolly|US
        0031679|Mr. Smith Goes to Washington|1939|129|Comedy, Drama|Frank Capra|James Stewart, Jean Arthur, Claude Rains|US
        0114814|The Usual Suspects|1995|106|Crime, Drama, Mystery|Bryan Singer|Kevin Spacey, Gabriel Byrne, Chazz Palminteri|US
        0110413|Léon: The Professional|1994|110|Action, Crime, Drama|Luc Besson|Jean Reno, Gary Oldman, Natalie Portman|FR|en
        0119116|The Fifth Element|1997|126|Action, Adventure, Sci-Fi|Luc Besson|Bruce Willis, Milla Jovovich, Gary Oldman|FR|en
        0034583|Casablanca|1942|102|Drama, Romance, War|Michael Curtiz|Humphrey Bogart, Ingrid Bergman, Paul Henreid|US
        0029843|The Adventures of Robin Hood|1938|102|Action, Adventure, Romance|Michael Curtiz, William Keighley|Errol Flynn, Olivia de Havilland, Basil Rathbone|US
        0054215|Psycho|1960|109|Horror, Mystery, Thriller|Alfred Hitchcock|Anthony Perkins, Janet Leigh, Vera Miles|US
        0047396|Rear Window|1954|112|Mystery, Thriller|Alfred Hitchcock|James Stewart, Grace Kelly, Wendell Corey|US
        0052357|Vertigo|1958|128|Mystery, Romance, Thriller|Alfred Hitchcock|James Stewart, Kim Novak, Barbara Bel Geddes|US
        0053125|North by Northwest|1959|136|Action, Adventure, Mystery|Alfred Hitchcock|Cary Grant, Eva Marie Saint, James Mason|US
        0056869|The Birds|1963|119|Drama, Horror, Mystery|Alfred Hitchcock|Rod Taylor, Tippi Hedren, Jessica Tandy|US
        0032976|Rebecca|1940|130|Drama, Film-Noir, Mystery|Alfred Hitchcock|Laurence Olivier, Joan Fontaine, George Sanders|US
        0046912|Dial M for Murder|1954|105|Crime, Thriller|Alfred Hitchcock|Ray Milland, Grace Kelly, Robert Cummings|US
        0038787|Notorious|1946|102|Drama, Film-Noir, Romance|Alfred Hitchcock|Cary Grant, Ingrid Bergman, Claude Rains|US
        0044079|Strangers on a Train|1951|101|Crime, Drama, Film-Noir|Alfred Hitchcock|Farley Granger, Robert Walker, Ruth Roman|US
        0040746|Rope|1948|80|Crime, Drama, Mystery|Alfred Hitchcock|James Stewart, John Dall, Farley Granger|US
        0036342|Shadow of a Doubt|1943|108|Crime, Film-Noir, Thriller|Alfred Hitchcock|Teresa Wright, Joseph Cotten, Macdonald Carey|US
        0021749|City Lights|1931|87|Comedy, Drama, Romance|Charles Chaplin|Charles Chaplin, Virginia Cherrill, Harry Myers|US
        0027977|Modern Times|1936|87|Comedy, Drama, Romance|Charles Chaplin|Charles Chaplin, Paulette Goddard, Henry Bergman|US
        0032553|The Great Dictator|1940|125|Comedy, Drama, War|Charles Chaplin|Charles Chaplin, Paulette Goddard, Jack Oakie|US
        0015864|The Gold Rush|1925|95|Adventure, Comedy, Drama|Charles Chaplin|Charles Chaplin, Georgia Hale, Mack Swain|US
        0012349|The Kid|1921|68|Comedy, Drama, Family|Charles Chaplin|Charles Chaplin, Jackie Coogan, Edna Purviance|US
        0017925|The General|1926|67|Action, Adventure, Comedy|Clyde Bruckman, Buster Keaton|Buster Keaton, Marion Mack, Glen Cavender|US
        0015324|Sherlock Jr.|1924|45|Action, Comedy, Romance|Buster Keaton|Buster Keaton, Kathryn McGuire, Joe Keaton|US
        0017136|Metropolis|1927|153|Drama, Sci-Fi|Fritz Lang|Brigitte Helm, Alfred Abel, Gustav Fröhlich|DE
        0022100|M|1931|117|Crime, Mystery, Thriller|Fritz Lang|Peter Lorre, Ellen Widmann, Inge Landgut|DE
        0013442|Nosferatu|1922|94|Fantasy, Horror|F.W. Murnau|Max Schreck, Gustav von Wangenheim, Greta Schröder|DE
        0018455|Sunrise: A Song of Two Humans|1927|94|Drama, Romance|F.W. Murnau|George O'Brien, Janet Gaynor, Margaret Livingston|US
        0010323|The Cabinet of Dr. Caligari|1920|76|Horror, Mystery, Thriller|Robert Wiene|Werner Krauss, Conrad Veidt, Friedrich Feher|DE
        0015648|Battleship Potemkin|1925|75|Drama, History, Thriller|Sergei Eisenstein|Aleksandr Antonov, Vladimir Barsky, Grigori Aleksandrov|RU
        0078748|Alien|1979|117|Horror, Sci-Fi|Ridley Scott|Sigourney Weaver, Tom Skerritt, John Hurt|GB,US
        0090605|Aliens|1986|137|Action, Adventure, Sci-Fi|James Cameron|Sigourney Weaver, Michael Biehn, Carrie Henn|GB,US
        0103644|Alien³|1992|114|Action, Horror, Sci-Fi|David Fincher|Sigourney Weaver, Charles S. Dutton, Charles Dance|US
        0172495|Gladiator|2000|155|Action, Adventure, Drama|Ridley Scott|Russell Crowe, Joaquin Phoenix, Connie Nielsen|US,GB
        0103074|Thelma & Louise|1991|130|Adventure, Crime, Drama|Ridley Scott|Susan Sarandon, Geena Davis, Harvey Keitel|US
        3659388|The Martian|2015|144|Adventure, Drama, Sci-Fi|Ridley Scott|Matt Damon, Jessica Chastain, Kristen Wiig|US,GB
        1856101|Blade Runner 2049|2017|164|Action, Drama, Mystery|Denis Villeneuve|Ryan Gosling, Harrison Ford, Ana de Armas|US,CA
        2543164|Arrival|2016|116|Drama, Mystery, Sci-Fi|Denis Villeneuve|Amy Adams, Jeremy Renner, Forest Whitaker|US,CA
        1160419|Dune|2021|155|Action, Adventure, Drama|Denis Villeneuve|Timothée Chalamet, Rebecca Ferguson, Zendaya|US,CA
        0087182|Dune|1984|137|Action, Adventure, Sci-Fi|David Lynch|Kyle MacLachlan, Francesca Annis, Jürgen Prochnow|US
        1255953|Incendies|2010|131|Drama, Mystery, War|Denis Villeneuve|Lubna Azabal, Mélissa Désormeaux-Poulin, Maxim Gaudette|CA,FR|fr
        0078788|Apocalypse Now|1979|147|Drama, Mystery, War|Francis Ford Coppola|Martin Sheen, Marlon Brando, Robert Duvall|US
        0071360|The Conversation|1974|113|Drama, Mystery, Thriller|Francis Ford Coppola|Gene Hackman, John Cazale, Allen Garfield|US
        0103874|Bram Stoker's Dracula|1992|128|Drama, Fantasy, Horror|Francis Ford Coppola|Gary Oldman, Winona Ryder, Anthony Hopkins|US,GB
        0043014|Sunset Blvd.|1950|110|Drama, Film-Noir|Billy Wilder|William Holden, Gloria Swanson, Erich von Stroheim|US
        0053604|The Apartment|1960|125|Comedy, Drama, Romance|Billy Wilder|Jack Lemmon, Shirley MacLaine, Fred MacMurray|US
        0053291|Some Like It Hot|1959|121|Comedy, Music, Romance|Billy Wilder|Marilyn Monroe, Tony Curtis, Jack Lemmon|US
        0036775|Double Indemnity|1944|107|Crime, Drama, Film-Noir|Billy Wilder|Fred MacMurray, Barbara Stanwyck, Edward G. Robinson|US
        0051201|Witness for the Prosecution|1957|116|Crime, Drama, Mystery|Billy Wilder|Tyrone Power, Marlene Dietrich, Charles Laughton|US
        0033467|Citizen Kane|1941|119|Drama, Mystery|Orson Welles|Orson Welles, Joseph Cotten, Dorothy Comingore|US
        0052311|Touch of Evil|1958|95|Crime, Drama, Film-Noir|Orson Welles|Charlton Heston, Orson Welles, Janet Leigh|US
        0041959|The Third Man|1949|104|Film-Noir, Mystery, Thriller|Carol Reed|Orson Welles, Joseph Cotten, Alida Valli|GB
        0057012|Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb|1964|95|Comedy, War|Stanley Kubrick|Peter Sellers, George C. Scott, Sterling Hayden|GB,US
        0081505|The Shining|1980|146|Drama, Horror|Stanley Kubrick|Jack Nicholson, Shelley Duvall, Danny Lloyd|GB,US
        0062622|2001: A Space Odyssey|1968|149|Adventure, Sci-Fi|Stanley Kubrick|Keir Dullea, Gary Lockwood, William Sylvester|GB,US
        0050825|Paths of Glory|1957|88|Drama, War|Stanley Kubrick|Kirk Douglas, Ralph Meeker, Adolphe Menjou|US
        0054331|Spartacus|1960|197|Adventure, Biography, Drama|Stanley Kubrick|Kirk Douglas, Laurence Olivier, Jean Simmons|US
        0072684|Barry Lyndon|1975|185|Adventure, Drama, War|Stanley Kubrick|Ryan O'Neal, Marisa Berenson, Patrick Magee|GB,US
        0120663|Eyes Wide Shut|1999|159|Drama, Mystery, Thriller|Stanley Kubrick|Tom Cruise, Nicole Kidman, Sydney Pollack|GB,US
        0056193|Lolita|1962|153|Crime, Drama, Romance|Stanley Kubrick|James Mason, Shelley Winters, Sue Lyon|GB,US
        0169547|American Beauty|1999|122|Drama|Sam Mendes|Kevin Spacey, Annette Bening, Thora Birch|US
        1074638|Skyfall|2012|143|Action, Adventure, Thriller|Sam Mendes|Daniel Craig, Javier Bardem, Naomie Harris|GB,US
        8579674|1917|2019|119|Action, Drama, War|Sam Mendes|Dean-Charles Chapman, George MacKay, Daniel Mays|GB,US
        0055928|Dr. No|1962|110|Action, Adventure, Thriller|Terence Young|Sean Connery, Ursula Andress, Bernard Lee|GB
        0058150|Goldfinger|1964|110|Action, Adventure, Thriller|Guy Hamilton|Sean Connery, Gert Fröbe, Honor Blackman|GB
        0381061|Casino Royale|2006|144|Action, Adventure, Thriller|Martin Campbell|Daniel Craig, Eva Green, Mads Mikkelsen|GB,US
        0113189|GoldenEye|1995|130|Action, Adventure, Thriller|Martin Campbell|Pierce Brosnan, Sean Bean, Izabella Scorupco|GB,US
        0407887|The Departed|2006|151|Crime, Drama, Thriller|Martin Scorsese|Leonardo DiCaprio, Matt Damon, Jack Nicholson|US
        0081398|Raging Bull|1980|129|Biography, Drama, Sport|Martin Scorsese|Robert De Niro, Cathy Moriarty, Joe Pesci|US
        0112641|Casino|1995|178|Crime, Drama|Martin Scorsese|Robert De Niro, Sharon Stone, Joe Pesci|US
        1130884|Shutter Island|2010|138|Drama, Mystery, Thriller|Martin Scorsese|Leonardo DiCaprio, Emily Mortimer, Mark Ruffalo|US
        0993846|The Wolf of Wall Street|2013|180|Biography, Comedy, Crime|Martin Scorsese|Leonardo DiCaprio, Jonah Hill, Margot Robbie|US
        0217505|Gangs of New York|2002|167|Crime, Drama|Martin Scorsese|Leonardo DiCaprio, Cameron Diaz, Daniel Day-Lewis|US,IT
        0338751|The Aviator|2004|170|Biography, Drama|Martin Scorsese|Leonardo DiCaprio, Cate Blanchett, Kate Beckinsale|US,DE
        0970179|Hugo|2011|126|Adventure, Drama, Family|Martin Scorsese|Asa Butterfield, Chloë Grace Moretz, Ben Kingsley|US,GB
        0101540|Cape Fear|1991|128|Crime, Thriller|Martin Scorsese|Robert De Niro, Nick Nolte, Jessica Lange|US
        0055824|Cape Fear|1962|106|Drama, Thriller|J. Lee Thompson|Gregory Peck, Robert Mitchum, Polly Bergen|US
        1302006|The Irishman|2019|209|Biography, Crime, Drama|Martin Scorsese|Robert De Niro, Al Pacino, Joe Pesci|US
        0105236|Reservoir Dogs|1992|99|Crime, Thriller|Quentin Tarantino|Harvey Keitel, Tim Roth, Michael Madsen|US
        0119396|Jackie Brown|1997|154|Crime, Drama, Thriller|Quentin Tarantino|Pam Grier, Samuel L. Jackson, Robert Forster|US
        0266697|Kill Bill: Vol. 1|2003|111|Action, Crime, Thriller|Quentin Tarantino|Uma Thurman, David Carradine, Daryl Hannah|US
        0378194|Kill Bill: Vol. 2|2004|137|Action, Crime, Thriller|Quentin Tarantino|Uma Thurman, David Carradine, Michael Madsen|US
        0361748|Inglourious Basterds|2009|153|Adventure, Drama, War|Quentin Tarantino|Brad Pitt, Christoph Waltz, Mélanie Laurent|US,DE
        1853728|Django Unchained|2012|165|Drama, Western|Quentin Tarantino|Jamie Foxx, Christoph Waltz, Leonardo DiCaprio|US
        3460252|The Hateful Eight|2015|168|Crime, Drama, Mystery|Quentin Tarantino|Samuel L. Jackson, Kurt Russell, Jennifer Jason Leigh|US
        7131622|Once Upon a Time in Hollywood|2019|161|Comedy, Drama|Quentin Tarantino|Leonardo DiCaprio, Brad Pitt, Margot Robbie|US,GB
        0110357|The Lion King|1994|88|Animation, Adventure, Drama|Roger Allers, Rob Minkoff|Matthew Broderick, Jeremy Irons, James Earl Jones|US
        0101414|Beauty and the Beast|1991|84|Animation, Family, Fantasy|Gary Trousdale, Kirk Wise|Paige O'Hara, Robby Benson, Jesse Corti|US
        0038348|Beauty and the Beast|1946|93|Drama, Fantasy, Romance|Jean Cocteau|Jean Marais, Josette Day, Mila Parély|FR
        0103639|Aladdin|1992|90|Animation, Adventure, Comedy|Ron Clements, John Musker|Scott Weinger, Robin Williams, Linda Larkin|US
        0097757|The Little Mermaid|1989|83|Animation, Adventure, Family|Ron Clements, John Musker|Jodi Benson, Samuel E. Wright, Rene Auberjonois|US
        0029583|Snow White and the Seven Dwarfs|1937|83|Animation, Adventure, Family|David Hand|Adriana Caselotti, Harry Stockwell, Lucille La Verne|US
        0032910|Pinocchio|1940|88|Animation, Comedy, Family|Ben Sharpsteen, Hamilton Luske|Dickie Jones, Christian Rub, Cliff Edwards|US
        0032455|Fantasia|1940|125|Animation, Family, Fantasy|James Algar, Samuel Armstrong|Leopold Stokowski, Deems Taylor|US
        0034492|Bambi|1942|70|Animation, Adventure, Drama|David Hand|Hardie Albright, Stan Alexander, Bobette Audrey|US
        0061852|The Jungle Book|1967|78|Animation, Adventure, Comedy|Wolfgang Reitherman|Phil Harris, Sebastian Cabot, Louis Prima|US
        0114709|Toy Story|1995|81|Animation, Adventure, Comedy|John Lasseter|Tom Hanks, Tim Allen, Don Rickles|US
        0120363|Toy Story 2|1999|92|Animation, Adventure, Comedy|John Lasseter|Tom Hanks, Tim Allen, Joan Cusack|US
        0435761|Toy Story 3|2010|103|Animation, Adventure, Comedy|Lee Unkrich|Tom Hanks, Tim Allen, Joan Cusack|US
        0266543|Finding Nemo|2003|100|Animation, Adventure, Comedy|Andrew Stanton|Albert Brooks, Ellen DeGeneres, Alexander Gould|US
        0910970|WALL·E|2008|98|Animation, Adventure, Family|Andrew Stanton|Ben Burtt, Elissa Knight, Jeff Garlin|US
        1049413|Up|2009|96|Animation, Adventure, Comedy|Pete Docter|Edward Asner, Jordan Nagai, Christopher Plummer|US
        0198781|Monsters, Inc.|2001|92|Animation, Adventure, Comedy|Pete Docter|Billy Crystal, John Goodman, Mary Gibbs|US
        2096673|Inside Out|2015|95|Animation, Adventure, Comedy|Pete Docter|Amy Poehler, Bill Hader, Lewis Black|US
        0317705|The Incredibles|2004|115|Animation, Action, Adventure|Brad Bird|Craig T. Nelson, Holly Hunter, Samuel L. Jackson|US
        0382932|Ratatouille|2007|111|Animation, Adventure, Comedy|Brad Bird|Patton Oswalt, Ian Holm, Lou Romano|US
        0129167|The Iron Giant|1999|86|Animation, Action, Adventure|Brad Bird|Eli Marienthal, Harry Connick Jr., Jennifer Aniston|US
        2380307|Coco|2017|105|Animation, Adventure, Comedy|Lee Unkrich, Adrian Molina|Anthony Gonzalez, Gael García Bernal, Benjamin Bratt|US
        0126029|Shrek|2001|90|Animation, Adventure, Comedy|Andrew Adamson, Vicky Jenson|Mike Myers, Eddie Murphy, Cameron Diaz|US
        0892769|How to Train Your Dragon|2010|98|Animation, Action, Adventure|Dean DeBlois, Chris Sanders|Jay Baruchel, Gerard Butler, America Ferrera|US
        2294629|Frozen|2013|102|Animation, Adventure, Comedy|Chris Buck, Jennifer Lee|Kristen Bell, Idina Menzel, Jonathan Groff|US
        0096438|Who Framed Roger Rabbit|1988|104|Animation, Adventure, Comedy|Robert Zemeckis|Bob Hoskins, Christopher Lloyd, Joanna Cassidy|US
        0107688|The Nightmare Before Christmas|1993|76|Animation, Family, Fantasy|Henry Selick|Danny Elfman, Chris Sarandon, Catherine O'Hara|US
        0099487|Edward Scissorhands|1990|105|Drama, Fantasy, Romance|Tim Burton|Johnny Depp, Winona Ryder, Dianne Wiest|US
        0109707|Ed Wood|1994|127|Biography, Comedy, Drama|Tim Burton|Johnny Depp, Martin Landau, Sarah Jessica Parker|US
        0319061|Big Fish|2003|125|Adventure, Drama, Fantasy|Tim Burton|Ewan McGregor, Albert Finney, Billy Crudup|US
        0103064|Terminator 2: Judgment Day|1991|137|Action, Sci-Fi|James Cameron|Arnold Schwarzenegger, Linda Hamilton, Edward Furlong|US
        0088247|The Terminator|1984|107|Action, Sci-Fi|James Cameron|Arnold Schwarzenegger, Linda Hamilton, Michael Biehn|US,GB
        0120338|Titanic|1997|194|Drama, Romance|James Cameron|Leonardo DiCaprio, Kate Winslet, Billy Zane|US
        0499549|Avatar|2009|162|Action, Adventure, Fantasy|James Cameron|Sam Worthington, Zoe Saldaña, Sigourney Weaver|US
        0120737|The Lord of the Rings: The Fellowship of the Ring|2001|178|Action, Adventure, Drama|Peter Jackson|Elijah Wood, Ian McKellen, Orlando Bloom|NZ,US
        0167261|The Lord of the Rings: The Two Towers|2002|179|Action, Adventure, Drama|Peter Jackson|Elijah Wood, Ian McKellen, Viggo Mortensen|NZ,US
        0167260|The Lord of the Rings: The Return of the King|2003|201|Action, Adventure, Drama|Peter Jackson|Elijah Wood, Viggo Mortensen, Ian McKellen|NZ,US
        0903624|The Hobbit: An Unexpected Journey|2012|169|Adventure, Fantasy|Peter Jackson|Martin Freeman, Ian McKellen, Richard Armitage|NZ,US
        0360717|King Kong|2005|187|Action, Adventure, Romance|Peter Jackson|Naomi Watts, Jack Black, Adrien Brody|NZ,US
        0024216|King Kong|1933|100|Adventure, Horror, Sci-Fi|Merian C. Cooper, Ernest B. Schoedsack|Fay Wray, Robert Armstrong, Bruce Cabot|US
        0241527|Harry Potter and the Sorcerer's Stone|2001|152|Adventure, Family, Fantasy|Chris Columbus|Daniel Radcliffe, Rupert Grint, Emma Watson|GB,US
        0304141|Harry Potter and the Prisoner of Azkaban|2004|142|Adventure, Family, Fantasy|Alfonso Cuarón|Daniel Radcliffe, Emma Watson, Rupert Grint|GB,US
        1201607|Harry Potter and the Deathly Hallows: Part 2|2011|130|Adventure, Family, Fantasy|David Yates|Daniel Radcliffe, Emma Watson, Rupert Grint|GB,US
        0206634|Children of Men|2006|109|Action, Drama, Sci-Fi|Alfonso Cuarón|Clive Owen, Julianne Moore, Michael Caine|GB,US
        1454468|Gravity|2013|91|Drama, Sci-Fi, Thriller|Alfonso Cuarón|Sandra Bullock, George Clooney, Ed Harris|GB,US
        6155172|Roma|2018|135|Drama|Alfonso Cuarón|Yalitza Aparicio, Marina de Tavira, Diego Cortina Autrey|MX,US
        0245574|Y tu mamá también|2001|106|Adventure, Drama|Alfonso Cuarón|Maribel Verdú, Gael García Bernal, Diego Luna|MX
        0245712|Amores perros|2000|154|Drama, Thriller|Alejandro González Iñárritu|Emilio Echevarría, Gael García Bernal, Goya Toledo|MX
        2562232|Birdman or (The Unexpected Virtue of Ignorance)|2014|119|Comedy, Drama|Alejandro González Iñárritu|Michael Keaton, Zach Galifianakis, Edward Norton|US
        1663202|The Revenant|2015|156|Action, Adventure, Drama|Alejandro González Iñárritu|Leonardo DiCaprio, Tom Hardy, Will Poulter|US
        0457430|Pan's Labyrinth|2006|118|Drama, Fantasy, War|Guillermo del Toro|Ivana Baquero, Sergi López, Maribel Verdú|MX,ES
        0256009|The Devil's Backbone|2001|106|Drama, Horror, Thriller|Guillermo del Toro|Marisa Paredes, Eduardo Noriega, Federico Luppi|ES,MX
        5580390|The Shape of Water|2017|123|Drama, Fantasy, Romance|Guillermo del Toro|Sally Hawkins, Octavia Spencer, Michael Shannon|US,CA
        0042804|The Young and the Damned|1950|80|Crime, Drama|Luis Buñuel|Alfonso Mejía, Roberto Cobo, Estela Inda|MX
        0056732|The Exterminating Angel|1962|95|Drama, Fantasy|Luis Buñuel|Silvia Pinal, Jacqueline Andere, Enrique Rambal|MX
        0055601|Viridiana|1961|90|Comedy, Drama|Luis Buñuel|Silvia Pinal, Francisco Rabal, Fernando Rey|ES,MX
        0061395|Belle de Jour|1967|100|Drama, Romance|Luis Buñuel|Catherine Deneuve, Jean Sorel, Michel Piccoli|FR,IT
        0068361|The Discreet Charm of the Bourgeoisie|1972|102|Comedy|Luis Buñuel|Fernando Rey, Delphine Seyrig, Paul Frankeur|FR,IT,ES
        0020530|Un chien andalou|1929|16|Fantasy, Horror, Short|Luis Buñuel|Pierre Batcheff, Simone Mareuil|FR
        0057643|The Executioner|1963|90|Comedy, Drama|Luis García Berlanga|Nino Manfredi, Emma Penella, José Isbert|ES,IT
        0045554|Welcome Mr. Marshall!|1953|75|Comedy|Luis García Berlanga|José Isbert, Lolita Sevilla, Manolo Morán|ES
        0055310|Plácido|1961|85|Comedy, Drama|Luis García Berlanga|Cassen, José Luis López Vázquez, Elvira Quintillá|ES
        0070040|The Spirit of the Beehive|1973|98|Drama, Fantasy|Víctor Erice|Fernando Fernán Gómez, Teresa Gimpera, Ana Torrent|ES
        -|El Sur|1983|95|Drama, Romance|Víctor Erice|Omero Antonutti, Sonsoles Aranguren, Icíar Bollaín|ES,FR
        -|Cría Cuervos|1976|110|Drama|Carlos Saura|Geraldine Chaplin, Ana Torrent, Mónica Randall|ES
        0088040|The Holy Innocents|1984|107|Drama|Mario Camus|Alfredo Landa, Terele Pávez, Francisco Rabal|ES
        0095675|Women on the Verge of a Nervous Breakdown|1988|88|Comedy, Drama|Pedro Almodóvar|Carmen Maura, Antonio Banderas, Julieta Serrano|ES
        0185125|All About My Mother|1999|101|Drama|Pedro Almodóvar|Cecilia Roth, Marisa Paredes, Candela Peña|ES,FR
        0287467|Talk to Her|2002|112|Drama, Mystery, Romance|Pedro Almodóvar|Rosario Flores, Javier Cámara, Darío Grandinetti|ES
        0441909|Volver|2006|121|Comedy, Drama|Pedro Almodóvar|Penélope Cruz, Carmen Maura, Lola Dueñas|ES
        8291806|Pain and Glory|2019|113|Drama|Pedro Almodóvar|Antonio Banderas, Asier Etxeandia, Leonardo Sbaraglia|ES
        1189073|The Skin I Live In|2011|120|Drama, Horror, Thriller|Pedro Almodóvar|Antonio Banderas, Elena Anaya, Jan Cornet|ES
        0117883|Thesis|1996|125|Horror, Mystery, Thriller|Alejandro Amenábar|Ana Torrent, Fele Martínez, Eduardo Noriega|ES
        0125659|Open Your Eyes|1997|119|Drama, Mystery, Romance|Alejandro Amenábar|Eduardo Noriega, Penélope Cruz, Chete Lera|ES,FR,IT
        0230600|The Others|2001|104|Horror, Mystery, Thriller|Alejandro Amenábar|Nicole Kidman, Christopher Eccleston, Fionnula Flanagan|ES,US|en
        0369702|The Sea Inside|2004|126|Biography, Drama|Alejandro Amenábar|Javier Bardem, Belén Rueda, Lola Dueñas|ES,FR,IT
        0112922|The Day of the Beast|1995|103|Action, Comedy, Horror|Álex de la Iglesia|Álex Angulo, Armando De Razza, Santiago Segura|ES,IT
        0464141|The Orphanage|2007|105|Drama, Horror, Mystery|J.A. Bayona|Belén Rueda, Fernando Cayo, Roger Príncep|ES,MX
        1038988|[Rec]|2007|78|Horror, Mystery, Thriller|Jaume Balagueró, Paco Plaza|Manuela Velasco, Ferran Terraza, Jorge-Yamam Serrano|ES
        1242422|Cell 211|2009|113|Action, Adventure, Crime|Daniel Monzón|Luis Tosar, Alberto Ammann, Antonio Resines|ES,FR
        3253930|Marshland|2014|105|Crime, Drama, Mystery|Alberto Rodríguez|Javier Gutiérrez, Raúl Arévalo, María Varod|ES
        0103791|Belle Époque|1992|109|Comedy, Drama, Romance|Fernando Trueba|Jorge Sanz, Fernando Fernán Gómez, Maribel Verdú|ES,PT,FR
        1305806|The Secret in Their Eyes|2009|129|Drama, Mystery, Romance|Juan José Campanella|Ricardo Darín, Soledad Villamil, Pablo Rago|AR,ES
        0247586|Nine Queens|2000|114|Crime, Drama, Thriller|Fabián Bielinsky|Ricardo Darín, Gastón Pauls, Leticia Brédice|AR
        3011894|Wild Tales|2014|122|Comedy, Drama, Thriller|Damián Szifron|Darío Grandinetti, María Marull, Mónica Villa|AR,ES
        0056801|8½|1963|138|Drama|Federico Fellini|Marcello Mastroianni, Anouk Aimée, Claudia Cardinale|IT,FR
        0053779|La dolce vita|1960|174|Comedy, Drama|Federico Fellini|Marcello Mastroianni, Anita Ekberg, Anouk Aimée|IT,FR
        0047528|La strada|1954|108|Drama|Federico Fellini|Anthony Quinn, Giulietta Masina, Richard Basehart|IT
        0071129|Amarcord|1973|123|Comedy, Drama, Family|Federico Fellini|Magali Noël, Bruno Zanin, Pupella Maggio|IT,FR
        0040522|Bicycle Thieves|1948|89|Drama|Vittorio De Sica|Lamberto Maggiorani, Enzo Staiola, Lianella Carell|IT
        0045274|Umberto D.|1952|89|Drama|Vittorio De Sica|Carlo Battisti, Maria Pia Casilio, Lina Gennari|IT
        0038890|Rome, Open City|1945|103|Drama, Thriller, War|Roberto Rossellini|Anna Magnani, Aldo Fabrizi, Marcello Pagliero|IT
        0057091|The Leopard|1963|186|Drama, History|Luchino Visconti|Burt Lancaster, Claudia Cardinale, Alain Delon|IT,FR
        0095765|Cinema Paradiso|1988|155|Drama, Romance|Giuseppe Tornatore|Philippe Noiret, Enzo Cannavale, Antonella Attili|IT,FR
        0058946|The Battle of Algiers|1966|121|Drama, War|Gillo Pontecorvo|Brahim Hadjadj, Jean Martin, Yacef Saadi|IT,DZ|fr
        0053198|The 400 Blows|1959|99|Crime, Drama|François Truffaut|Jean-Pierre Léaud, Albert Rémy, Claire Maurier|FR
        0055032|Jules and Jim|1962|105|Drama, Romance|François Truffaut|Jeanne Moreau, Oskar Werner, Henri Serre|FR
        0053472|Breathless|1960|90|Crime, Drama|Jean-Luc Godard|Jean-Paul Belmondo, Jean Seberg, Daniel Boulanger|FR
        0031885|The Rules of the Game|1939|110|Comedy, Drama|Jean Renoir|Marcel Dalio, Nora Gregor, Paulette Dubost|FR
        0028950|La Grande Illusion|1937|113|Drama, War|Jean Renoir|Jean Gabin, Dita Parlo, Pierre Fresnay|FR
        0046268|The Wages of Fear|1953|131|Adventure, Drama, Thriller|Henri-Georges Clouzot|Yves Montand, Charles Vanel, Peter van Eyck|FR,IT
        0046911|Diabolique|1955|117|Crime, Drama, Horror|Henri-Georges Clouzot|Simone Signoret, Véra Clouzot, Paul Meurisse|FR
        0062229|Le Samouraï|1967|105|Crime, Drama, Thriller|Jean-Pierre Melville|Alain Delon, Nathalie Delon, François Périer|FR,IT
        0211915|Amélie|2001|122|Comedy, Romance|Jean-Pierre Jeunet|Audrey Tautou, Mathieu Kassovitz, Rufus|FR,DE
        0113247|La haine|1995|98|Crime, Drama|Mathieu Kassovitz|Vincent Cassel, Hubert Koundé, Saïd Taghmaoui|FR
        1675434|The Intouchables|2011|112|Biography, Comedy, Drama|Olivier Nakache, Éric Toledano|François Cluzet, Omar Sy, Anne Le Ny|FR
        1655442|The Artist|2011|100|Comedy, Drama, Romance|Michel Hazanavicius|Jean Dujardin, Bérénice Bejo, John Goodman|FR
        0000417|A Trip to the Moon|1902|13|Short, Adventure, Comedy|Georges Méliès|Georges Méliès, Victor André, Bleuette Bernon|FR
        0050976|The Seventh Seal|1957|96|Drama, Fantasy|Ingmar Bergman|Max von Sydow, Gunnar Björnstrand, Bengt Ekerot|SE
        0050986|Wild Strawberries|1957|91|Drama, Romance|Ingmar Bergman|Victor Sjöström, Bibi Andersson, Ingrid Thulin|SE
        0060827|Persona|1966|83|Drama, Thriller|Ingmar Bergman|Bibi Andersson, Liv Ullmann, Margaretha Krook|SE
        0083922|Fanny and Alexander|1982|188|Drama|Ingmar Bergman|Bertil Guve, Pernilla Allwin, Kristina Adolphson|SE
        0019254|The Passion of Joan of Arc|1928|114|Biography, Drama, History|Carl Theodor Dreyer|Maria Falconetti, Eugène Silvain, André Berley|FR
        0082096|Das Boot|1981|149|Drama, War|Wolfgang Petersen|Jürgen Prochnow, Herbert Grönemeyer, Klaus Wennemann|DE
        0405094|The Lives of Others|2006|137|Drama, Mystery, Thriller|Florian Henckel von Donnersmarck|Ulrich Mühe, Martina Gedeck, Sebastian Koch|DE
        0301357|Good Bye Lenin!|2003|121|Comedy, Drama, Romance|Wolfgang Becker|Daniel Brühl, Katrin Sass, Chulpan Khamatova|DE
        0130827|Run Lola Run|1998|80|Crime, Drama, Thriller|Tom Tykwer|Franka Potente, Moritz Bleibtreu, Herbert Knaup|DE
        0093191|Wings of Desire|1987|128|Drama, Fantasy, Romance|Wim Wenders|Bruno Ganz, Solveig Dommartin, Otto Sander|DE,FR
        0087884|Paris, Texas|1984|145|Drama|Wim Wenders|Harry Dean Stanton, Nastassja Kinski, Dean Stockwell|DE,FR|en
        0068182|Aguirre, the Wrath of God|1972|95|Action, Adventure, Biography|Werner Herzog|Klaus Kinski, Ruy Guerra, Helena Rojo|DE
        0363163|Downfall|2004|156|Biography, Drama, History|Oliver Hirschbiegel|Bruno Ganz, Alexandra Maria Lara, Ulrich Matthes|DE
        0079944|Stalker|1979|162|Drama, Sci-Fi|Andrei Tarkovsky|Alisa Freyndlikh, Aleksandr Kaydanovskiy, Anatoliy Solonitsyn|RU
        0069293|Solaris|1972|167|Drama, Mystery, Sci-Fi|Andrei Tarkovsky|Natalya Bondarchuk, Donatas Banionis, Jüri Järvet|RU
        0060107|Andrei Rublev|1966|205|Biography, Drama, History|Andrei Tarkovsky|Anatoliy Solonitsyn, Ivan Lapikov, Nikolay Grinko|RU
        0091251|Come and See|1985|142|Drama, Thriller, War|Elem Klimov|Aleksei Kravchenko, Olga Mironova, Liubomiras Laucevicius|RU
        0118694|In the Mood for Love|2000|98|Drama, Romance|Wong Kar-Wai|Tony Leung Chiu-wai, Maggie Cheung|HK
        0109424|Chungking Express|1994|102|Comedy, Crime, Drama|Wong Kar-Wai|Brigitte Lin, Takeshi Kaneshiro, Tony Leung Chiu-wai|HK
        0190332|Crouching Tiger, Hidden Dragon|2000|120|Action, Adventure, Drama|Ang Lee|Chow Yun-fat, Michelle Yeoh, Zhang Ziyi|TW,HK,CN
        0388795|Brokeback Mountain|2005|134|Drama, Romance|Ang Lee|Jake Gyllenhaal, Heath Ledger, Michelle Williams|US,CA
        0454876|Life of Pi|2012|127|Adventure, Drama, Fantasy|Ang Lee|Suraj Sharma, Irrfan Khan, Adil Hussain|US,TW
        6751668|Parasite|2019|132|Drama, Thriller|Bong Joon Ho|Song Kang-ho, Lee Sun-kyun, Cho Yeo-jeong|KR
        0353969|Memories of Murder|2003|131|Crime, Drama, Mystery|Bong Joon Ho|Song Kang-ho, Kim Sang-kyung, Kim Roi-ha|KR
        0364569|Oldboy|2003|120|Action, Drama, Mystery|Park Chan-wook|Choi Min-sik, Yoo Ji-tae, Kang Hye-jeong|KR
        0048473|Pather Panchali|1955|125|Drama|Satyajit Ray|Kanu Bannerjee, Karuna Bannerjee, Subir Banerjee|IN
        1832382|A Separation|2011|123|Drama|Asghar Farhadi|Payman Maadi, Leila Hatami, Sareh Bayat|IR
        0118849|Children of Heaven|1997|89|Drama, Family, Sport|Majid Majidi|Mohammad Amir Naji, Amir Farrokh Hashemian, Bahare Seddiqi|IR
        0031381|Gone with the Wind|1939|238|Drama, Romance, War|Victor Fleming|Clark Gable, Vivien Leigh, Thomas Mitchell|US
        0032138|The Wizard of Oz|1939|102|Adventure, Family, Fantasy|Victor Fleming|Judy Garland, Frank Morgan, Ray Bolger|US
        0045152|Singin' in the Rain|1952|103|Comedy, Musical, Romance|Stanley Donen, Gene Kelly|Gene Kelly, Donald O'Connor, Debbie Reynolds|US
        0055614|West Side Story|1961|153|Crime, Drama, Musical|Robert Wise, Jerome Robbins|Natalie Wood, Richard Beymer, Rita Moreno|US
        0059742|The Sound of Music|1965|172|Biography, Drama, Family|Robert Wise|Julie Andrews, Christopher Plummer, Eleanor Parker|US
        0043456|The Day the Earth Stood Still|1951|92|Drama, Sci-Fi|Robert Wise|Michael Rennie, Patricia Neal, Hugh Marlowe|US
        0058331|Mary Poppins|1964|139|Comedy, Family, Fantasy|Robert Stevenson|Julie Andrews, Dick Van Dyke, David Tomlinson|US
        0052618|Ben-Hur|1959|212|Adventure, Drama|William Wyler|Charlton Heston, Jack Hawkins, Stephen Boyd|US
        0046250|Roman Holiday|1953|118|Comedy, Romance|William Wyler|Gregory Peck, Audrey Hepburn, Eddie Albert|US
        0056172|Lawrence of Arabia|1962|227|Adventure, Biography, Drama|David Lean|Peter O'Toole, Alec Guinness, Anthony Quinn|GB
        0050212|The Bridge on the River Kwai|1957|161|Adventure, Drama, War|David Lean|William Holden, Alec Guinness, Jack Hawkins|GB,US
        0059113|Doctor Zhivago|1965|197|Drama, Romance, War|David Lean|Omar Sharif, Julie Christie, Geraldine Chaplin|US,GB
        0050083|12 Angry Men|1957|96|Crime, Drama|Sidney Lumet|Henry Fonda, Lee J. Cobb, Martin Balsam|US
        0072890|Dog Day Afternoon|1975|125|Biography, Crime, Drama|Sidney Lumet|Al Pacino, John Cazale, Penelope Allen|US
        0074958|Network|1976|121|Drama|Sidney Lumet|Faye Dunaway, William Holden, Peter Finch|US
        0056592|To Kill a Mockingbird|1962|129|Crime, Drama|Robert Mulligan|Gregory Peck, John Megna, Mary Badham|US
        0042192|All About Eve|1950|138|Drama|Joseph L. Mankiewicz|Bette Davis, Anne Baxter, George Sanders|US
        0044706|High Noon|1952|85|Drama, Thriller, Western|Fred Zinnemann|Gary Cooper, Grace Kelly, Thomas Mitchell|US
        0049730|The Searchers|1956|119|Adventure, Drama, Western|John Ford|John Wayne, Jeffrey Hunter, Vera Miles|US
        0032551|The Grapes of Wrath|1940|129|Drama|John Ford|Henry Fonda, Jane Darwell, John Carradine|US
        0031971|Stagecoach|1939|96|Adventure, Drama, Western|John Ford|John Wayne, Claire Trevor, Andy Devine|US
        0045061|The Quiet Man|1952|129|Comedy, Drama, Romance|John Ford|John Wayne, Maureen O'Hara, Barry Fitzgerald|US
        0056217|The Man Who Shot Liberty Valance|1962|123|Drama, Western|John Ford|James Stewart, John Wayne, Vera Miles|US
        0033870|The Maltese Falcon|1941|100|Crime, Film-Noir, Mystery|John Huston|Humphrey Bogart, Mary Astor, Gladys George|US
        0040897|The Treasure of the Sierra Madre|1948|126|Adventure, Drama, Western|John Huston|Humphrey Bogart, Walter Huston, Tim Holt|US
        0043265|The African Queen|1951|105|Adventure, Drama, Romance|John Huston|Humphrey Bogart, Katharine Hepburn, Robert Morley|GB,US
        0038355|The Big Sleep|1946|114|Crime, Film-Noir, Mystery|Howard Hawks|Humphrey Bogart, Lauren Bacall, John Ridgely|US
        0053221|Rio Bravo|1959|141|Drama, Western|Howard Hawks|John Wayne, Dean Martin, Ricky Nelson|US
        0029947|Bringing Up Baby|1938|102|Comedy, Family, Romance|Howard Hawks|Katharine Hepburn, Cary Grant, Charles Ruggles|US
        0032599|His Girl Friday|1940|92|Comedy, Drama, Romance|Howard Hawks|Cary Grant, Rosalind Russell, Ralph Bellamy|US
        0047296|On the Waterfront|1954|108|Crime, Drama, Thriller|Elia Kazan|Marlon Brando, Karl Malden, Lee J. Cobb|US
        0044081|A Streetcar Named Desire|1951|122|Drama|Elia Kazan|Vivien Leigh, Marlon Brando, Kim Hunter|US
        0048545|Rebel Without a Cause|1955|111|Drama|Nicholas Ray|James Dean, Natalie Wood, Sal Mineo|US
        0048424|The Night of the Hunter|1955|92|Crime, Drama, Film-Noir|Charles Laughton|Robert Mitchum, Shelley Winters, Lillian Gish|US
        0035446|To Be or Not to Be|1942|99|Comedy, Romance, War|Ernst Lubitsch|Carole Lombard, Jack Benny, Robert Stack|US
        0023969|Duck Soup|1933|69|Comedy, Musical, War|Leo McCarey|Groucho Marx, Harpo Marx, Chico Marx|US
        0061722|The Graduate|1967|106|Comedy, Drama, Romance|Mike Nichols|Dustin Hoffman, Anne Bancroft, Katharine Ross|US
        0061512|Cool Hand Luke|1967|127|Crime, Drama|Stuart Rosenberg|Paul Newman, George Kennedy, Strother Martin|US
        0061418|Bonnie and Clyde|1967|111|Action, Biography, Crime|Arthur Penn|Warren Beatty, Faye Dunaway, Michael J. Pollard|US
        0064115|Butch Cassidy and the Sundance Kid|1969|110|Biography, Crime, Drama|George Roy Hill|Paul Newman, Robert Redford, Katharine Ross|US
        0064276|Easy Rider|1969|95|Adventure, Drama|Dennis Hopper|Peter Fonda, Dennis Hopper, Jack Nicholson|US
        0064665|Midnight Cowboy|1969|113|Drama|John Schlesinger|Dustin Hoffman, Jon Voight, Sylvia Miles|US
        0065214|The Wild Bunch|1969|145|Action, Adventure, Western|Sam Peckinpah|William Holden, Ernest Borgnine, Robert Ryan|US
        0063522|Rosemary's Baby|1968|137|Drama, Horror|Roman Polanski|Mia Farrow, John Cassavetes, Ruth Gordon|US
        0071315|Chinatown|1974|130|Drama, Mystery, Thriller|Roman Polanski|Jack Nicholson, Faye Dunaway, John Huston|US
        0063442|Planet of the Apes|1968|112|Adventure, Sci-Fi|Franklin J. Schaffner|Charlton Heston, Roddy McDowall, Kim Hunter|US
        0066206|Patton|1970|172|Biography, Drama, War|Franklin J. Schaffner|George C. Scott, Karl Malden, Stephen Young|US
        0067116|The French Connection|1971|104|Action, Crime, Drama|William Friedkin|Gene Hackman, Roy Scheider, Fernando Rey|US
        0070047|The Exorcist|1973|122|Horror|William Friedkin|Ellen Burstyn, Max von Sydow, Linda Blair|US
        0074119|All the President's Men|1976|138|Biography, Drama, History|Alan J. Pakula|Dustin Hoffman, Robert Redford, Jack Warden|US
        0075148|Rocky|1976|120|Drama, Sport|John G. Avildsen|Sylvester Stallone, Talia Shire, Burt Young|US
        0075686|Annie Hall|1977|93|Comedy, Romance|Woody Allen|Woody Allen, Diane Keaton, Tony Roberts|US
        0079522|Manhattan|1979|96|Comedy, Drama, Romance|Woody Allen|Woody Allen, Diane Keaton, Mariel Hemingway|US
        1605783|Midnight in Paris|2011|94|Comedy, Fantasy, Romance|Woody Allen|Owen Wilson, Rachel McAdams, Kathy Bates|US,ES
        0077416|The Deer Hunter|1978|183|Drama, War|Michael Cimino|Robert De Niro, Christopher Walken, John Cazale|US,GB
        0077651|Halloween|1978|91|Horror, Thriller|John Carpenter|Donald Pleasence, Jamie Lee Curtis, P.J. Soles|US
        0084787|The Thing|1982|109|Horror, Mystery, Sci-Fi|John Carpenter|Kurt Russell, Wilford Brimley, Keith David|US
        0078346|Superman|1978|143|Action, Adventure, Sci-Fi|Richard Donner|Christopher Reeve, Margot Kidder, Gene Hackman|US,GB
        0089218|The Goonies|1985|114|Adventure, Comedy, Family|Richard Donner|Sean Astin, Josh Brolin, Jeff Cohen|US
        0077631|Grease|1978|110|Comedy, Musical, Romance|Randal Kleiser|John Travolta, Olivia Newton-John, Stockard Channing|US
        0079470|Life of Brian|1979|94|Comedy|Terry Jones|Graham Chapman, John Cleese, Michael Palin|GB
        0071853|Monty Python and the Holy Grail|1975|91|Adventure, Comedy, Fantasy|Terry Gilliam, Terry Jones|Graham Chapman, John Cleese, Eric Idle|GB
        0088846|Brazil|1985|132|Drama, Sci-Fi, Thriller|Terry Gilliam|Jonathan Pryce, Kim Greist, Robert De Niro|GB
        0114746|12 Monkeys|1995|129|Mystery, Sci-Fi, Thriller|Terry Gilliam|Bruce Willis, Madeleine Stowe, Brad Pitt|US
        0072431|Young Frankenstein|1974|106|Comedy|Mel Brooks|Gene Wilder, Madeline Kahn, Marty Feldman|US
        0080678|The Elephant Man|1980|124|Biography, Drama|David Lynch|Anthony Hopkins, John Hurt, Anne Bancroft|GB,US
        0090756|Blue Velvet|1986|120|Drama, Mystery, Thriller|David Lynch|Isabella Rossellini, Kyle MacLachlan, Dennis Hopper|US
        0166924|Mulholland Drive|2001|147|Drama, Mystery, Thriller|David Lynch|Naomi Watts, Laura Harring, Justin Theroux|US,FR
        0166896|The Straight Story|1999|112|Biography, Drama|David Lynch|Richard Farnsworth, Sissy Spacek|US
        0080339|Airplane!|1980|88|Comedy|Jim Abrahams, David Zucker, Jerry Zucker|Robert Hays, Julie Hagerty, Leslie Nielsen|US
        0080455|The Blues Brothers|1980|133|Action, Adventure, Comedy|John Landis|John Belushi, Dan Aykroyd, Cab Calloway|US
        0082158|Chariots of Fire|1981|125|Biography, Drama, Sport|Hugh Hudson|Ben Cross, Ian Charleson, Nicholas Farrell|GB
        0083987|Gandhi|1982|191|Biography, Drama, History|Richard Attenborough|Ben Kingsley, John Gielgud, Rohini Hattangadi|GB,IN|en
        0084805|Tootsie|1982|116|Comedy, Drama, Romance|Sydney Pollack|Dustin Hoffman, Jessica Lange, Teri Garr|US
        0089755|Out of Africa|1985|161|Biography, Drama, Romance|Sydney Pollack|Meryl Streep, Robert Redford, Klaus Maria Brandauer|US,GB
        0087332|Ghostbusters|1984|105|Action, Comedy, Fantasy|Ivan Reitman|Bill Murray, Dan Aykroyd, Sigourney Weaver|US
        0087363|Gremlins|1984|106|Comedy, Fantasy, Horror|Joe Dante|Zach Galligan, Phoebe Cates, Hoyt Axton|US
        0086879|Amadeus|1984|160|Biography, Drama, Music|Milos Forman|F. Murray Abraham, Tom Hulce, Elizabeth Berridge|US
        0088323|The NeverEnding Story|1984|102|Adventure, Drama, Family|Wolfgang Petersen|Noah Hathaway, Barret Oliver, Tami Stronach|DE,US|en
        0088847|The Breakfast Club|1985|97|Comedy, Drama|John Hughes|Emilio Estevez, Judd Nelson, Molly Ringwald|US
        0091042|Ferris Bueller's Day Off|1986|103|Comedy|John Hughes|Matthew Broderick, Alan Ruck, Mia Sara|US
        0091763|Platoon|1986|120|Drama, War|Oliver Stone|Charlie Sheen, Tom Berenger, Willem Dafoe|US
        0102138|JFK|1991|189|Drama, History, Thriller|Oliver Stone|Kevin Costner, Gary Oldman, Jack Lemmon|US
        0094291|Wall Street|1987|126|Crime, Drama|Oliver Stone|Michael Douglas, Charlie Sheen, Daryl Hannah|US
        0092005|Stand by Me|1986|89|Adventure, Drama|Rob Reiner|Wil Wheaton, River Phoenix, Corey Feldman|US
        0093779|The Princess Bride|1987|98|Adventure, Comedy, Family|Rob Reiner|Cary Elwes, Mandy Patinkin, Robin Wright|US
        0098635|When Harry Met Sally...|1989|95|Comedy, Drama, Romance|Rob Reiner|Billy Crystal, Meg Ryan, Carrie Fisher|US
        0104257|A Few Good Men|1992|138|Drama, Thriller|Rob Reiner|Tom Cruise, Jack Nicholson, Demi Moore|US
        0100157|Misery|1990|107|Crime, Drama, Thriller|Rob Reiner|James Caan, Kathy Bates, Richard Farnsworth|US
        0092099|Top Gun|1986|109|Action, Drama|Tony Scott|Tom Cruise, Tim Robbins, Kelly McGillis|US
        0091203|Highlander|1986|116|Action, Adventure, Fantasy|Russell Mulcahy|Christopher Lambert, Sean Connery, Clancy Brown|GB,US
        0091369|Labyrinth|1986|101|Adventure, Family, Fantasy|Jim Henson|David Bowie, Jennifer Connelly, Toby Froud|GB,US
        0091605|The Name of the Rose|1986|130|Drama, Mystery, Thriller|Jean-Jacques Annaud|Sean Connery, Christian Slater, F. Murray Abraham|IT,FR,DE|en
        0094226|The Untouchables|1987|119|Crime, Drama, Thriller|Brian De Palma|Kevin Costner, Sean Connery, Robert De Niro|US
        0074285|Carrie|1976|98|Horror, Mystery|Brian De Palma|Sissy Spacek, Piper Laurie, Amy Irving|US
        0117060|Mission: Impossible|1996|110|Action, Adventure, Thriller|Brian De Palma|Tom Cruise, Jon Voight, Emmanuelle Béart|US
        0093773|Predator|1987|107|Action, Adventure, Horror|John McTiernan|Arnold Schwarzenegger, Carl Weathers, Kevin Peter Hall|US
        0095016|Die Hard|1988|132|Action, Thriller|John McTiernan|Bruce Willis, Alan Rickman, Bonnie Bedelia|US
        0093870|RoboCop|1987|102|Action, Crime, Sci-Fi|Paul Verhoeven|Peter Weller, Nancy Allen, Dan O'Herlihy|US
        0100802|Total Recall|1990|113|Action, Adventure, Sci-Fi|Paul Verhoeven|Arnold Schwarzenegger, Sharon Stone, Michael Ironside|US
        0095953|Rain Man|1988|133|Drama|Barry Levinson|Dustin Hoffman, Tom Cruise, Valeria Golino|US
        0093389|The Last Emperor|1987|163|Biography, Drama, History|Bernardo Bertolucci|John Lone, Joan Chen, Peter O'Toole|GB,IT,CN|en
        0097165|Dead Poets Society|1989|128|Comedy, Drama|Peter Weir|Robin Williams, Robert Sean Leonard, Ethan Hawke|US
        0120382|The Truman Show|1998|103|Comedy, Drama|Peter Weir|Jim Carrey, Ed Harris, Laura Linney|US
        0090329|Witness|1985|112|Drama, Romance, Thriller|Peter Weir|Harrison Ford, Kelly McGillis, Lukas Haas|US
        0099348|Dances with Wolves|1990|181|Adventure, Drama, Western|Kevin Costner|Kevin Costner, Mary McDonnell, Graham Greene|US
        0099810|The Hunt for Red October|1990|135|Action, Adventure, Thriller|John McTiernan|Sean Connery, Alec Baldwin, Scott Glenn|US
        0099785|Home Alone|1990|103|Comedy, Family|Chris Columbus|Macaulay Culkin, Joe Pesci, Daniel Stern|US
        0100405|Pretty Woman|1990|119|Comedy, Romance|Garry Marshall|Richard Gere, Julia Roberts, Jason Alexander|US
        0107048|Groundhog Day|1993|101|Comedy, Drama, Fantasy|Harold Ramis|Bill Murray, Andie MacDowell, Chris Elliott|US
        0107614|Mrs. Doubtfire|1993|125|Comedy, Drama, Family|Chris Columbus|Robin Williams, Sally Field, Pierce Brosnan|US
        0107818|Philadelphia|1993|125|Drama|Jonathan Demme|Tom Hanks, Denzel Washington, Antonio Banderas|US
        0107207|In the Name of the Father|1993|133|Biography, Crime, Drama|Jim Sheridan|Daniel Day-Lewis, Pete Postlethwaite, Emma Thompson|IE,GB
        0107822|The Piano|1993|121|Drama, Music, Romance|Jane Campion|Holly Hunter, Harvey Keitel, Sam Neill|NZ,AU,FR
        0106977|The Fugitive|1993|130|Action, Crime, Drama|Andrew Davis|Harrison Ford, Tommy Lee Jones, Sela Ward|US
        0111257|Speed|1994|116|Action, Adventure, Thriller|Jan de Bont|Keanu Reeves, Dennis Hopper, Sandra Bullock|US
        0109831|Four Weddings and a Funeral|1994|117|Comedy, Drama, Romance|Mike Newell|Hugh Grant, Andie MacDowell, Kristin Scott Thomas|GB
        0119008|Donnie Brasco|1997|127|Biography, Crime, Drama|Mike Newell|Al Pacino, Johnny Depp, Michael Madsen|US
        0112573|Braveheart|1995|178|Biography, Drama, War|Mel Gibson|Mel Gibson, Sophie Marceau, Patrick McGoohan|US
        0112384|Apollo 13|1995|140|Adventure, Drama, History|Ron Howard|Tom Hanks, Bill Paxton, Kevin Bacon|US
        0268978|A Beautiful Mind|2001|135|Biography, Drama, Mystery|Ron Howard|Russell Crowe, Ed Harris, Jennifer Connelly|US
        0113277|Heat|1995|170|Action, Crime, Drama|Michael Mann|Al Pacino, Robert De Niro, Val Kilmer|US
        0104691|The Last of the Mohicans|1992|112|Action, Adventure, Drama|Michael Mann|Daniel Day-Lewis, Madeleine Stowe, Russell Means|US
        0140352|The Insider|1999|157|Biography, Drama, Thriller|Michael Mann|Al Pacino, Russell Crowe, Christopher Plummer|US
        0112471|Before Sunrise|1995|101|Drama, Romance|Richard Linklater|Ethan Hawke, Julie Delpy|US,AT
        0381681|Before Sunset|2004|80|Drama, Romance|Richard Linklater|Ethan Hawke, Julie Delpy|US
        1065073|Boyhood|2014|165|Drama|Richard Linklater|Ellar Coltrane, Patricia Arquette, Ethan Hawke|US
        0116282|Fargo|1996|98|Crime, Thriller|Joel Coen, Ethan Coen|William H. Macy, Frances McDormand, Steve Buscemi|US
        0118715|The Big Lebowski|1998|117|Comedy, Crime|Joel Coen, Ethan Coen|Jeff Bridges, John Goodman, Julianne Moore|US
        0190590|O Brother, Where Art Thou?|2000|107|Adventure, Comedy, Crime|Joel Coen, Ethan Coen|George Clooney, John Turturro, Tim Blake Nelson|US
        0477348|No Country for Old Men|2007|122|Crime, Drama, Thriller|Ethan Coen, Joel Coen|Tommy Lee Jones, Javier Bardem, Josh Brolin|US
        0117951|Trainspotting|1996|93|Drama|Danny Boyle|Ewan McGregor, Ewen Bremner, Jonny Lee Miller|GB
        1010048|Slumdog Millionaire|2008|120|Crime, Drama, Romance|Danny Boyle|Dev Patel, Freida Pinto, Anil Kapoor|GB
        0289043|28 Days Later|2002|113|Drama, Horror, Sci-Fi|Danny Boyle|Cillian Murphy, Naomie Harris, Christopher Eccleston|GB
        0119217|Good Will Hunting|1997|126|Drama, Romance|Gus Van Sant|Robin Williams, Matt Damon, Ben Affleck|US
        0119488|L.A. Confidential|1997|138|Crime, Drama, Mystery|Curtis Hanson|Kevin Spacey, Russell Crowe, Guy Pearce|US
        0119177|Gattaca|1997|106|Drama, Sci-Fi, Thriller|Andrew Niccol|Ethan Hawke, Uma Thurman, Jude Law|US
        0119654|Men in Black|1997|98|Action, Adventure, Comedy|Barry Sonnenfeld|Tommy Lee Jones, Will Smith, Linda Fiorentino|US
        0118884|Contact|1997|150|Drama, Mystery, Sci-Fi|Robert Zemeckis|Jodie Foster, Matthew McConaughey, Tom Skerritt|US
        0162222|Cast Away|2000|143|Adventure, Drama, Romance|Robert Zemeckis|Tom Hanks, Helen Hunt|US
        0120735|Lock, Stock and Two Smoking Barrels|1998|107|Action, Comedy, Crime|Guy Ritchie|Jason Flemyng, Dexter Fletcher, Nick Moran|GB
        0208092|Snatch|2000|102|Comedy, Crime|Guy Ritchie|Jason Statham, Brad Pitt, Benicio del Toro|GB,US
        0120689|The Green Mile|1999|189|Crime, Drama, Fantasy|Frank Darabont|Tom Hanks, Michael Clarke Duncan, David Morse|US
        0167404|The Sixth Sense|1999|107|Drama, Mystery, Thriller|M. Night Shyamalan|Bruce Willis, Haley Joel Osment, Toni Collette|US
        0120601|Being John Malkovich|1999|113|Comedy, Drama, Fantasy|Spike Jonze|John Cusack, Cameron Diaz, Catherine Keener|US
        1798709|Her|2013|126|Drama, Romance, Sci-Fi|Spike Jonze|Joaquin Phoenix, Amy Adams, Scarlett Johansson|US
        0175880|Magnolia|1999|188|Drama|Paul Thomas Anderson|Tom Cruise, Jason Robards, Julianne Moore|US
        0469494|There Will Be Blood|2007|158|Drama|Paul Thomas Anderson|Daniel Day-Lewis, Paul Dano, Ciarán Hinds|US
        0180093|Requiem for a Dream|2000|102|Drama|Darren Aronofsky|Ellen Burstyn, Jared Leto, Jennifer Connelly|US
        0947798|Black Swan|2010|108|Drama, Thriller|Darren Aronofsky|Natalie Portman, Mila Kunis, Vincent Cassel|US
        0246578|Donnie Darko|2001|113|Drama, Mystery, Sci-Fi|Richard Kelly|Jake Gyllenhaal, Jena Malone, Mary McDonnell|US
        0338013|Eternal Sunshine of the Spotless Mind|2004|108|Drama, Romance, Sci-Fi|Michel Gondry|Jim Carrey, Kate Winslet, Tom Wilkinson|US
        0335266|Lost in Translation|2003|102|Comedy, Drama|Sofia Coppola|Bill Murray, Scarlett Johansson, Giovanni Ribisi|US,JP
        0325980|Pirates of the Caribbean: The Curse of the Black Pearl|2003|143|Action, Adventure, Fantasy|Gore Verbinski|Johnny Depp, Geoffrey Rush, Orlando Bloom|US
        0405159|Million Dollar Baby|2004|132|Drama, Sport|Clint Eastwood|Hilary Swank, Clint Eastwood, Morgan Freeman|US
        1205489|Gran Torino|2008|116|Drama|Clint Eastwood|Clint Eastwood, Bee Vang, Christopher Carley|US
        0327056|Mystic River|2003|138|Crime, Drama, Mystery|Clint Eastwood|Sean Penn, Tim Robbins, Kevin Bacon|US
        0395169|Hotel Rwanda|2004|121|Biography, Drama, History|Terry George|Don Cheadle, Sophie Okonedo, Joaquin Phoenix|GB,ZA,IT|en
        0434409|V for Vendetta|2005|132|Action, Drama, Sci-Fi|James McTeigue|Hugo Weaving, Natalie Portman, Rupert Graves|US,GB
        0401792|Sin City|2005|124|Crime, Thriller|Frank Miller, Robert Rodriguez|Mickey Rourke, Clive Owen, Bruce Willis|US
        0416449|300|2006|117|Action, Drama|Zack Snyder|Gerard Butler, Lena Headey, David Wenham|US
        0443706|Zodiac|2007|157|Crime, Drama, Mystery|David Fincher|Jake Gyllenhaal, Robert Downey Jr., Mark Ruffalo|US
        1285016|The Social Network|2010|120|Biography, Drama|David Fincher|Jesse Eisenberg, Andrew Garfield, Justin Timberlake|US
        2267998|Gone Girl|2014|149|Drama, Mystery, Thriller|David Fincher|Ben Affleck, Rosamund Pike, Neil Patrick Harris|US
        0887912|The Hurt Locker|2008|131|Drama, Thriller, War|Kathryn Bigelow|Jeremy Renner, Anthony Mackie, Brian Geraghty|US
        1136608|District 9|2009|112|Action, Sci-Fi, Thriller|Neill Blomkamp|Sharlto Copley, David James, Jason Cope|ZA,US,NZ|en
        1182345|Moon|2009|97|Drama, Mystery, Sci-Fi|Duncan Jones|Sam Rockwell, Kevin Spacey|GB
        1504320|The King's Speech|2010|118|Biography, Drama, History|Tom Hooper|Colin Firth, Geoffrey Rush, Helena Bonham Carter|GB
        0371746|Iron Man|2008|126|Action, Adventure, Sci-Fi|Jon Favreau|Robert Downey Jr., Gwyneth Paltrow, Terrence Howard|US
        0848228|The Avengers|2012|143|Action, Sci-Fi|Joss Whedon|Robert Downey Jr., Chris Evans, Scarlett Johansson|US
        2015381|Guardians of the Galaxy|2014|121|Action, Adventure, Comedy|James Gunn|Chris Pratt, Vin Diesel, Bradley Cooper|US
        1825683|Black Panther|2018|134|Action, Adventure, Sci-Fi|Ryan Coogler|Chadwick Boseman, Michael B. Jordan, Lupita Nyong'o|US
        0145487|Spider-Man|2002|121|Action, Adventure, Sci-Fi|Sam Raimi|Tobey Maguire, Kirsten Dunst, Willem Dafoe|US
        1392190|Mad Max: Fury Road|2015|120|Action, Adventure, Sci-Fi|George Miller|Tom Hardy, Charlize Theron, Nicholas Hoult|AU,US
        0079501|Mad Max|1979|88|Action, Adventure, Sci-Fi|George Miller|Mel Gibson, Joanne Samuel, Hugh Keays-Byrne|AU
        2582802|Whiplash|2014|106|Drama, Music|Damien Chazelle|Miles Teller, J.K. Simmons, Melissa Benoist|US
        3783958|La La Land|2016|128|Comedy, Drama, Music|Damien Chazelle|Ryan Gosling, Emma Stone, Rosemarie DeWitt|US
        2278388|The Grand Budapest Hotel|2014|99|Adventure, Comedy, Crime|Wes Anderson|Ralph Fiennes, F. Murray Abraham, Mathieu Amalric|US,DE
        1895587|Spotlight|2015|129|Biography, Crime, Drama|Tom McCarthy|Mark Ruffalo, Michael Keaton, Rachel McAdams|US
        4975722|Moonlight|2016|111|Drama|Barry Jenkins|Mahershala Ali, Naomie Harris, Trevante Rhodes|US
        5052448|Get Out|2017|104|Horror, Mystery, Thriller|Jordan Peele|Daniel Kaluuya, Allison Williams, Bradley Whitford|US
        2024544|12 Years a Slave|2013|134|Biography, Drama, History|Steve McQueen|Chiwetel Ejiofor, Michael Fassbender, Lupita Nyong'o|US,GB
        7286456|Joker|2019|122|Crime, Drama, Thriller|Todd Phillips|Joaquin Phoenix, Robert De Niro, Zazie Beetz|US,CA
        6710474|Everything Everywhere All at Once|2022|139|Action, Adventure, Comedy|Dan Kwan, Daniel Scheinert|Michelle Yeoh, Stephanie Hsu, Ke Huy Quan|US
        1517268|Barbie|2023|114|Adventure, Comedy, Fantasy|Greta Gerwig|Margot Robbie, Ryan Gosling, America Ferrera|US,GB
        """

    /// Series, one a line: digits of the identifier at IMDb, title, years, minutes of an episode,
    /// genres, directors, actors, countries, language, seasons.
    static let series = """
        0944947|Game of Thrones|2011–2019|57|Action, Adventure, Drama|N/A|Emilia Clarke, Peter Dinklage, Kit Harington|US,GB|en|8
        0903747|Breaking Bad|2008–2013|49|Crime, Drama, Thriller|N/A|Bryan Cranston, Aaron Paul, Anna Gunn|US|en|5
        0141842|The Sopranos|1999–2007|55|Crime, Drama|N/A|James Gandolfini, Lorraine Bracco, Edie Falco|US|en|6
        0306414|The Wire|2002–2008|59|Crime, Drama, Thriller|N/A|Dominic West, Lance Reddick, Sonja Sohn|US|en|5
        0108778|Friends|1994–2004|22|Comedy, Romance|N/A|Jennifer Aniston, Courteney Cox, Lisa Kudrow|US|en|10
        0096697|The Simpsons|1989–|22|Animation, Comedy|N/A|Dan Castellaneta, Nancy Cartwright, Julie Kavner|US|en|N/A
        4574334|Stranger Things|2016–2025|N/A|Drama, Fantasy, Horror|N/A|Millie Bobby Brown, Finn Wolfhard, Winona Ryder|US|en|5
        1475582|Sherlock|2010–2017|90|Crime, Drama, Mystery|N/A|Benedict Cumberbatch, Martin Freeman, Una Stubbs|GB|en|4
        6468322|Money Heist|2017–2021|N/A|Action, Crime, Drama|N/A|Úrsula Corberó, Álvaro Morte, Itziar Ituño|ES|es|5
        2085059|Black Mirror|2011–|60|Drama, Mystery, Sci-Fi|N/A|N/A|GB|en|N/A
        7366338|Chernobyl|2019|N/A|Drama, History, Thriller|N/A|Jared Harris, Stellan Skarsgård, Emily Watson|US,GB|en|1
        0052520|The Twilight Zone|1959–1964|N/A|Drama, Fantasy, Horror|N/A|Rod Serling|US|en|5
        0098936|Twin Peaks|1990–1991|N/A|Crime, Drama, Mystery|N/A|Kyle MacLachlan, Michael Ontkean, Mädchen Amick|US|en|N/A
        0106179|The X-Files|1993–2018|45|Crime, Drama, Mystery|N/A|David Duchovny, Gillian Anderson|US|en|11
        """
}
