// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TitleDetails {
    /// The details of some titles, such as the plot, which the table of all titles does not
    /// contain.
    ///
    /// Each title has three lines: the identifier, age rating, release, writers and awards; the
    /// short plot; the full plot, in our own words.
    static let text = """
        0068646|R|24 Mar 1972|Mario Puzo, Francis Ford Coppola|Won 3 Oscars.
        The head of a New York crime family grows old among enemies and favours owed, and the \
        son who wanted no part of it takes his chair.
        Don Vito Corleone settles disputes and collects debts of gratitude from a dim study \
        while the other families of New York turn to drugs. When he refuses to join them and is \
        shot for it, his youngest son Michael, a soldier back from the war, takes revenge, hides\
         in Sicily and comes home changed. Step by step the outsider becomes the colder and more\
         able head of the house.
        0071562|R|N/A|Francis Ford Coppola, Mario Puzo|Won 6 Oscars.
        Michael Corleone defends his empire at the price of his own people, while the film looks\
         back at his father's youth.
        Two lives are told side by side. In the fifties Michael Corleone moves the family's \
        business to Nevada and Cuba, and suspects first his partners and then his brother. Half \
        a century earlier an orphan from Sicily, his father, learns on the streets of Little \
        Italy how respect is earned. What the one builds up for his family, the other loses with\
         it.
        0108052|R|N/A|Thomas Keneally, Steven Zaillian|Won 7 Oscars.
        A businessman who came to Kraków to grow rich on the war spends his fortune to keep his \
        Jewish workers out of the camps.
        Oskar Schindler arrives in occupied Kraków with a party badge and a talent for bribery, \
        and has Jewish workers make pots for the army. Watching the ghetto emptied by force \
        changes what he wants from them. With the help of his accountant Itzhak Stern he draws \
        up a list of more than a thousand names, and buys each of them from a commandant who \
        kills for sport.
        0110912|R|14 Oct 1994|Quentin Tarantino, Roger Avary|Won 1 Oscar.
        Two talkative hitmen, a boxer who will not be bought and a pair of robbers cross paths \
        in Los Angeles, told out of order.
        Vincent and Jules fetch a briefcase for their boss and argue about hamburgers and \
        miracles on the way. Vincent takes the boss's wife out for an evening that ends with a \
        needle, a boxer who should have lost goes back for his father's watch, and a couple \
        holds up the diner where it all began. The pieces are not in order, and end in the \
        middle.
        0111161|R|14 Oct 1994|Stephen King, Frank Darabont|Nominated for 7 Oscars.
        A banker convicted of a murder that he denies keeps hope alive for two decades behind \
        the walls of a prison.
        Andy Dufresne arrives at Shawshank with two life sentences and few words. He befriends \
        Red, who can get hold of things, builds a library, and keeps the warden's crooked books.\
         For nineteen years he seems to settle in, until one morning his cell is empty and \
        everybody learns what patience can do.
        0070735|PG|25 Dec 1973|David S. Ward|Won 7 Oscars.
        Two swindlers of the thirties set up a false betting office to ruin the gangster who \
        killed their friend.
        In Joliet in 1936 a young confidence man robs the wrong messenger, and his old partner \
        pays with his life. He looks for Henry Gondorff, once the best in the trade, and \
        together they plan the long con against a banker of the mob: a train, a game of cards, \
        and a whole betting parlour that exists only for one customer.
        0118799|PG-13|N/A|Vincenzo Cerami, Roberto Benigni|Won 3 Oscars.
        A Jewish bookseller convinces his small son that the concentration camp they are taken \
        to is a game with a prize.
        Guido wins the heart of a schoolteacher in Arezzo with a string of happy accidents. \
        Years later he, she and their boy Giosuè are deported. To spare the child the truth, \
        Guido translates the guards' orders into rules of a game whose winner gets a real tank, \
        and keeps it up to the last moment.
        0099685|R|N/A|Nicholas Pileggi, Martin Scorsese|Won 1 Oscar.
        Henry Hill tells how he rose in the mob from errand boy to trusted partner, and how it \
        all came apart.
        As far back as he remembers Henry wanted to be a gangster. From the taxi stand across \
        the street he works his way up to robberies with Jimmy and Tommy, a marriage and a \
        mistress, and tables at the best clubs. Drugs, nerves and murders among friends bring \
        him to the day when helicopters follow him home.
        0073486|R|N/A|Ken Kesey, Lawrence Hauben, Bo Goldman|Won 5 Oscars.
        A convict who feigns madness to avoid work sets the patients of a ward against the nurse\
         who rules it.
        Randle McMurphy thinks that a mental hospital will be easier than a prison farm. He bets\
         on cards, demands to watch the World Series and takes the patients fishing, and each \
        time runs into the calm rules of Nurse Ratched. What begins as a prank becomes a \
        struggle that the ward will not forget, least of all its silent giant.
        0120586|R|N/A|David McKenna|Nominated for 1 Oscar.
        A former neo-Nazi comes out of prison and tries to keep his younger brother from going \
        his way.
        Derek went to prison for killing two men who broke into his car, a hero to the skinheads\
         of Venice Beach. Three years later he comes home changed by what he saw inside, and \
        finds his brother Danny writing praise of his old self. In one night he tries to undo \
        what he taught him.
        0105695|R|07 Aug 1992|David Webb Peoples|Won 4 Oscars.
        A retired gunman, widower and farmer, takes one last job for the sake of his children \
        and meets a brutal sheriff.
        William Munny has buried his wife and his past, and raises pigs badly. A young braggart \
        offers him a share of the reward that the women of a brothel have put on two cowboys. \
        With his old partner Ned he rides to Big Whiskey, where Little Bill keeps the peace with\
         his fists, and legends turn out to be drunk, frightened men.
        0086250|R|09 Dec 1983|Oliver Stone|N/A
        A Cuban refugee in Miami climbs to the top of the cocaine trade and is ruined by his own\
         hunger.
        Tony Montana arrives with nothing but his word and his nerve. A killing buys him papers,\
         a deal gone wrong gets him noticed, and soon he wants his boss's business and his \
        boss's girl. He gets both, with a mansion and a mountain of powder, and trusts nobody, \
        which leaves him alone when the gunmen come.
        0253474|R|N/A|Ronald Harwood, Wladyslaw Szpilman|Won 3 Oscars.
        A Polish pianist, a Jew, survives the ruin of Warsaw in hiding, by luck and by the help \
        of a few.
        Wladyslaw Szpilman plays Chopin on the radio while the first bombs fall. He sees his \
        family taken away, escapes from the ghetto and moves from one locked flat to another, \
        sometimes with a piano that he may not touch. At last, among the ruins, a German officer\
         asks him to play.
        0114369|R|22 Sep 1995|Andrew Kevin Walker|Nominated for 1 Oscar.
        Two detectives, one about to retire and one new to the city, hunt a killer who takes the\
         deadly sins as his plan.
        In a city where it always rains, William Somerset has seven days left before he retires \
        and David Mills has just arrived. Each body that they find stands for a sin, and each \
        scene is arranged like a sermon. When the murderer gives himself up with two sins to go,\
         they understand too late what part is theirs.
        0102926|R|14 Feb 1991|Thomas Harris, Ted Tally|Won 5 Oscars.
        A student of the FBI asks an imprisoned psychiatrist and cannibal for help in catching \
        another killer.
        Clarice Starling is sent to talk with Hannibal Lecter, who has not spoken to anyone who \
        wanted to learn from him. He trades hints about a man who skins his victims for memories\
         of her childhood. While a senator's daughter waits in a well, the bargain brings \
        Clarice close to the one and sets the other free.
        0066921|R|N/A|Stanley Kubrick, Anthony Burgess|Nominated for 4 Oscars.
        A young thug of the near future is cured of violence by a treatment that takes away his \
        choice.
        Alex loves Beethoven and beating people up with his friends. Betrayed and imprisoned, he\
         volunteers for a cure that makes violence, and by accident his favourite music, \
        unbearable to him. Set free without defence, he meets those whom he once hurt, one after\
         the other, and becomes a case for politicians.
        0093058|R|N/A|Stanley Kubrick, Michael Herr, Gustav Hasford|Nominated for 1 Oscar.
        Recruits are drilled into marines by a merciless instructor and sent to the battle for \
        Hue in Vietnam.
        On Parris Island a sergeant shouts a platoon into shape and breaks its clumsiest man. \
        Joker, who jokes to keep his distance, goes on to Vietnam as an army reporter with peace\
         on his lapel and war on his helmet. In the ruins of Hue a sniper brings him face to \
        face with what he was trained for.
        0083658|R|25 Jun 1982|Hampton Fancher, David Webb Peoples, Philip K. Dick|Nominated for \
        2 Oscars.
        A policeman in a rainy Los Angeles of 2019 must find four escaped artificial humans who \
        want more life.
        Rick Deckard is called back to retire replicants, made for labour off the Earth and \
        given four years to live. One of the company's own, Rachael, does not know what she is, \
        and he begins to doubt the line that he is paid to draw. On a rooftop the last of the \
        four shows him what it means to die.
        0075314|R|N/A|Paul Schrader|Nominated for 4 Oscars.
        A lonely veteran drives a cab through the nights of New York and prepares to clean up \
        the city with guns.
        Travis Bickle cannot sleep, so he drives wherever the fare wants to go. He is rejected \
        by a campaign worker whom he takes to the wrong film, and fixes his mind on a girl of \
        twelve who works the streets. With four guns and a haircut he looks for an end, and is \
        taken for a hero.
        0137523|R|15 Oct 1999|Chuck Palahniuk, Jim Uhls|Nominated for 1 Oscar.
        A sleepless clerk and a soap maker found a secret club where men fight, which grows into\
         something else.
        The narrator visits support groups to be able to sleep until he meets Tyler Durden, who \
        says that things end up owning you. After a fight outside a bar others want to join, and\
         a club with strict rules spreads through the country. When it turns into an army with \
        plans for the city, he finds that he knows its leader too well.
        0133093|R|31 Mar 1999|Lilly Wachowski, Lana Wachowski|Won 4 Oscars.
        A programmer learns that the world he knows is a simulation that machines keep people \
        in, and joins those who fight it.
        Thomas Anderson, by night the hacker Neo, follows a white rabbit to Morpheus, who offers\
         him two pills. Awake in a ruined world, he learns to bend the rules of the one he has \
        left. The agents of the machines hunt the crew, one of whom would rather go back to \
        dreams, and Neo has to find out whether he is the one they think.
        0109830|PG-13|06 Jul 1994|Winston Groom, Eric Roth|Won 6 Oscars.
        A slow-witted and kind man from Alabama runs through three decades of American history, \
        always thinking of one girl.
        On a bench at a bus stop Forrest tells strangers of his life: how he ran out of his leg \
        braces, played football, saved his lieutenant in Vietnam, caught shrimp and played table\
         tennis in China. Presidents and fashions come and go around him. Jenny, whom he has \
        loved since school, comes and goes too.
        0034583|PG|23 Jan 1943|Julius J. Epstein, Philip G. Epstein, Howard Koch|Won 3 Oscars.
        An American who keeps a café in wartime Morocco must choose between a woman he loved and\
         the cause of her husband.
        Everyone comes to Rick's in Casablanca: refugees, police and Germans, all after two \
        letters of transit. Rick sticks his neck out for nobody, until Ilsa, who left him at a \
        station in Paris, walks in with Victor Laszlo of the resistance. The letters can save \
        two of the three.
        0080684|PG|N/A|Leigh Brackett, Lawrence Kasdan|Won 1 Oscar.
        While his friends flee from the Empire, Luke Skywalker trains with an old master and \
        learns who his enemy is.
        The rebels lose their base on an ice planet and scatter. Luke goes to a swamp to be \
        taught by Yoda, and Han and Leia hide in a city in the clouds whose lord is no longer \
        free. Luke leaves his training to save them and walks into a duel that takes more from \
        him than his hand.
        """
}
