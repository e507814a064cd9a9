// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TitleSummary {
    /// Films, one per line: digits of the identifier at IMDb, or the title if there is none; the
    /// title in Spain if it differs; the plot in our own words, if ``TitleDetails`` has none.
    static let films = """
        0068646|El padrino|
        0071562|El padrino. Parte II|
        0099674|El padrino. Parte III|Michael Corleone, old and ill, tries to buy his family's way into honest business, and his past will not let him.
        0108052|La lista de Schindler|
        0110912||
        0111161|Cadena perpetua|
        0070735|El golpe|
        0118799|La vida es bella|
        0099685|Uno de los nuestros|
        0073486|Alguien voló sobre el nido del cuco|
        0120586||
        0105695|Sin perdón|
        0086250|El precio del poder|
        0253474|El pianista|
        0114369|Seven|
        0102926|El silencio de los corderos|
        0066921|La naranja mecánica|
        0093058|La chaqueta metálica|
        0083658||
        0075314||
        0137523|El club de la lucha|
        0468569|El caballero oscuro|A criminal with a painted grin wants to prove that any city can be driven mad, and Batman has to decide how far he will go.
        1345836|El caballero oscuro: La leyenda renace|Eight years after he was blamed for a murder, Batman comes back to face a masked man who cuts Gotham off from the world.
        0372784||The heir of a murdered couple leaves his city, learns to master fear, and returns to fight crime behind a mask.
        0096895||A masked avenger frightens the criminals of Gotham, until one of them falls into acid and comes out laughing.
        0103776|Batman vuelve|A man raised by penguins wants to be mayor of Gotham, and a secretary pushed from a window comes back with claws.
        1375666|Origen|A thief who steals secrets from dreams is hired to do the opposite: to plant an idea in the mind of an heir.
        0816692||On a dying Earth a pilot leaves his children and flies through a wormhole to look for another world.
        0209144||A man who cannot form new memories hunts for his wife's killer with photographs, notes and tattoos.
        0482571|El truco final|Two magicians of London ruin each other's lives in order to learn how the other does his best trick.
        5013056|Dunkerque|Four hundred thousand soldiers wait on a beach in 1940, and the story is told by land, by sea and from the air.
        15398776||A physicist gathers the scientists who build the first atomic bomb, and has to live with what they have made.
        0133093||
        0234215||Neo looks for the source of the Matrix while machines dig their way down to the last city of men.
        0242653||The last city of men is under attack, and Neo travels to the machines to offer them a bargain.
        0109830||
        0088763|Regreso al futuro|A boy is sent thirty years back in a car that travels in time, and has to see to it that his parents fall in love.
        0096874|Regreso al futuro II|Marty and Doc go to the future to save a family, and come home to find that somebody has changed the past.
        0099088|Regreso al futuro III|Marty drives to the Wild West to save Doc from a bullet, but there is no petrol to get back.
        0076759|La guerra de las galaxias|A farm boy joins an old knight, a smuggler and two robots to free a princess from a station that destroys planets.
        0080684|El Imperio contraataca|
        0086190|El retorno del Jedi|The rebels attack a new battle station, and Luke faces his father in front of the emperor.
        0120915|La amenaza fantasma|Two knights protect a young queen from an invasion, and find on a desert planet a boy with unusual gifts.
        0121765|El ataque de los clones|A knight in training guards the senator he loves while somebody prepares an army in secret.
        0121766|La venganza de los Sith|At the end of a long war a gifted knight, afraid of losing his wife, listens to the wrong adviser.
        2488496|El despertar de la Fuerza|A scavenger and a deserter bring a lost map to what is left of the rebels, and an old family is torn apart again.
        3748528||A handful of rebels goes on a mission without return to steal the plans of a weapon that nobody believes in.
        0082971|En busca del arca perdida|An archaeologist with a whip races the Nazis for a chest that is said to hold the tablets of the law.
        0087469|Indiana Jones y el templo maldito|Indiana Jones, a singer and a boy look for a stolen stone in India and find a cult beneath a palace.
        0097576|Indiana Jones y la última cruzada|Indiana Jones looks for his missing father, who has spent his life looking for the Holy Grail.
        0073195|Tiburón|A police chief afraid of water goes out to sea to kill the shark that has closed his beaches.
        0075860|Encuentros en la tercera fase|Ordinary people see lights in the sky, and cannot stop drawing the shape of a mountain.
        0083866|E.T., el extraterrestre|A lonely boy hides a visitor from space who was left behind, and helps him to telephone home.
        0107290|Parque Jurásico|A rich man brings dinosaurs back to life for an amusement park, and the fences fail in a storm.
        0120815|Salvar al soldado Ryan|After the landing in Normandy eight soldiers are sent to find one man whose brothers have all been killed.
        0264464|Atrápame si puedes|A boy who has run away from home lives as a pilot, a doctor and a lawyer, with a policeman always one step behind.
        0181689||In a city where murders are foreseen and prevented, the chief of police is named as the next murderer.
        0212720|Inteligencia artificial|A robot child made to love is left in a forest, and sets out to become a real boy.
        0067023|El diablo sobre ruedas|A salesman overtakes a rusty tanker on a lonely road, and the driver, whom nobody sees, will not forgive it.
        0060196|El bueno, el feo y el malo|Three men who trust nobody look for buried gold while the Civil War passes around them.
        0058461|Por un puñado de dólares|A stranger comes to a town with two families of smugglers, and takes the pay of both.
        0059578|La muerte tenía un precio|Two bounty hunters with different reasons join to catch the same bandit.
        0064116|Hasta que llegó su hora|A widow inherits land that the railway needs, and a man with a harmonica waits for the one who is after it.
        0087843|Érase una vez en América|An old gangster comes back to New York to learn who betrayed him and his friends thirty years before.
        0047478|Los siete samuráis|Farmers who are robbed each harvest hire seven masterless warriors, for three meals of rice a day.
        0042876||A murder in a wood is told four times by those who were there, each time in another way.
        0044741|Vivir|An official who learns that he will die soon wants to leave one useful thing behind: a playground.
        0055630|El mercenario|A wandering swordsman comes to a town divided by two gangs, and sells himself to both.
        0089881||An old lord divides his lands among three sons, and learns too late which of them was honest.
        0046438|Cuentos de Tokio|An elderly couple visits their children in the city, who have little time for them.
        0245429|El viaje de Chihiro|A girl of ten works in a bathhouse of spirits to win back her parents, who have been turned into pigs.
        0119698|La princesa Mononoke|A cursed prince comes between a town that makes iron and the gods of the forest it cuts down.
        0096283|Mi vecino Totoro|Two sisters who move to the country while their mother is ill find that the wood has a large and furry keeper.
        0347149|El castillo ambulante|A girl turned into an old woman by a spell keeps house in a castle that walks.
        0095327|La tumba de las luciérnagas|A boy and his little sister try to live by themselves in Japan in the last months of the war.
        0094625||In a rebuilt Tokyo a young biker gets powers that he cannot master, and his friend tries to stop him.
        0047034|Japón bajo el terror del monstruo|Tests of bombs at sea wake a monster, and it walks towards Tokyo.
        0831387||A soldier tries to reach his family while three giant creatures fight their way through cities.
        0317248|Ciudad de Dios|A boy of the slums of Rio takes photographs, while those he grew up with take up guns.
        0140888|Estación Central de Brasil|A woman who writes letters for those who cannot takes a boy across Brazil to look for his father.
        0038650|¡Qué bello es vivir!|On Christmas Eve an angel shows a man in despair what his town would be if he had not been born.
        0025316|Sucedió una noche|An heiress on the run and a reporter out of work share a bus, a blanket and a quarrel.
        0031679|Caballero sin espada|A leader of boy scouts is made a senator because he seems harmless, and speaks until he drops.
        0114814|Sospechosos habituales|The survivor of a massacre on a ship tells the police of five thieves and a criminal whom nobody has seen.
        0110413|El profesional (Léon)|A quiet killer takes in the girl next door, whose family was murdered, and she wants to learn his trade.
        0119116|El quinto elemento|A taxi driver of the far future finds in his cab the woman on whom the end of the world depends.
        0034583||
        0029843|Robin de los bosques|A nobleman turned outlaw robs the rich of Nottingham and makes a fool of the prince who rules in his brother's place.
        0054215|Psicosis|A woman who has stolen money stops for the night at a motel run by a shy young man and his mother.
        0047396|La ventana indiscreta|A photographer with a broken leg watches his neighbours, and thinks that one of them has killed his wife.
        0052357|De entre los muertos|A detective afraid of heights follows a friend's wife, loses her, and meets a woman who looks the same.
        0053125|Con la muerte en los talones|A man of advertising is taken for a spy who does not exist, and chased across the country.
        0056869|Los pájaros|A woman follows a man to a village by the sea, where the birds begin to attack.
        0032976|Rebeca|A shy young wife comes to a great house in which everything still belongs to the one before her.
        0046912|Crimen perfecto|A former tennis player plans the perfect murder of his wife, and the victim defends herself.
        0038787|Encadenados|A spy asks the woman he loves to marry the man they are both spying on.
        0044079|Extraños en un tren|A stranger on a train proposes to exchange murders, and does not wait for the answer.
        0040746|La soga|Two students kill a friend to prove that they can, and serve dinner on the chest he lies in.
        0036342|La sombra de una duda|A girl adores the uncle she is named after, until she finds out why he has come to stay.
        0021749|Luces de la ciudad|A tramp in love with a blind flower girl finds money for her eyes, and pays for it himself.
        0027977|Tiempos modernos|A worker loses his mind on an assembly line, and a street girl gives him a reason to go on.
        0032553|El gran dictador|A Jewish barber is mistaken for the dictator he resembles, and has to give a speech.
        0015864|La quimera del oro|A tramp looks for gold in the snow, eats his shoe and falls in love in a dance hall.
        0012349|El chico|A tramp brings up a child that he found in an alley, and will not let anybody take him away.
        0017925|El maquinista de la General|An engine driver goes behind the enemy's lines alone to get his locomotive back, and his girl.
        0015324|El moderno Sherlock Holmes|A projectionist falls asleep at work and walks into the film that he is showing.
        0017136||The son of the master of a great city goes down to those who keep it running, and meets a machine with a woman's face.
        0022100|M, el vampiro de Düsseldorf|A city hunts a murderer of children, and the criminals want to find him before the police do.
        0013442|Nosferatu, el vampiro|A clerk sells a house in his town to a count who travels with coffins and rats.
        0018455|Amanecer|A farmer persuaded to drown his wife cannot do it, and the two find each other again in the city.
        0010323|El gabinete del doctor Caligari|A showman comes to a fair with a sleeper who foretells the future, and people begin to die.
        0015648|El acorazado Potemkin|Sailors rise against their officers over rotten meat, and a city that sides with them is fired upon.
        0078748|Alien, el octavo pasajero|The crew of a cargo ship answers a signal, and brings something aboard that grows.
        0090605|Aliens: El regreso|The only survivor of a lost ship goes back with soldiers to the planet where it all began.
        0103644||The escape pod of a survivor crashes on a prison planet, and she has not come alone.
        0172495||A general betrayed by the new emperor becomes a slave, and fights his way back to Rome in the arena.
        0103074||Two friends set out for a weekend, and after a shot in a car park cannot go home any more.
        3659388|Marte|An astronaut left behind on Mars grows potatoes and counts the days until help can come.
        1856101||A hunter of replicants finds old bones that could change what he is taken for, and looks for a man who has disappeared.
        2543164|La llegada|A linguist learns the written language of visitors from space, and it changes how she sees time.
        1160419||The heir of a noble house comes to a desert planet that everyone wants, and flees to those who live in it.
        0087182||A young duke on a desert planet learns to ride its worms, and leads its people against an emperor.
        1255953||Twins travel to the country their mother came from, to deliver two letters that she left in her will.
        0078788||A captain goes up a river in Vietnam to kill an officer who has made himself a king in the jungle.
        0071360|La conversación|An expert in listening devices fears that the couple he has recorded is going to be murdered.
        0103874|Drácula, de Bram Stoker|A count older than four centuries sees in a London girl the wife that he once lost.
        0043014|El crepúsculo de los dioses|A writer without money moves in with a forgotten star of silent films who is planning her return.
        0053604|El apartamento|A clerk lends his flat to his superiors for their affairs, and falls in love with one of the girls.
        0053291|Con faldas y a lo loco|Two musicians who have seen a murder hide in a women's orchestra, in dresses.
        0036775|Perdición|An insurance agent and a customer's wife plan an accident that pays double.
        0051201|Testigo de cargo|An old lawyer with a weak heart defends a charming man whose wife takes the stand against him.
        0033467|Ciudadano Kane|A reporter asks those who knew a dead newspaper owner what his last word meant.
        0052311|Sed de mal|A Mexican policeman on his honeymoon finds out that a famous detective across the border makes his own evidence.
        0041959|El tercer hombre|A writer comes to ruined Vienna to work for a friend, and arrives in time for the funeral.
        0057012|¿Teléfono rojo? Volamos hacia Moscú|A mad general sends bombers to Russia, and those in charge discuss how to call them back.
        0081505|El resplandor|A writer takes care of an empty hotel for the winter with his wife and son, and the hotel has plans for him.
        0062622|2001: Una odisea del espacio|A black slab found on the Moon sends a ship to Jupiter, whose computer does not make mistakes.
        0050825|Senderos de gloria|After an attack that could not succeed three soldiers are to be shot as an example, and their colonel defends them.
        0054331|Espartaco|A gladiator leads the slaves of Italy in a revolt that makes Rome tremble.
        0072684||A young Irishman climbs to wealth in the eighteenth century by duels, cards and marriage, and falls again.
        0120663||After his wife has told him of a fantasy, a doctor walks through a night of masks and secrets.
        0056193||A professor marries a widow to be near her young daughter.
        0169547||A man in a quiet suburb gives up his job and his manners, and everything around him comes apart.
        1074638||A stolen list of agents leads James Bond to a former spy who wants to settle with his chief, and home to Scotland.
        8579674||Two soldiers have one day to cross the lines with an order that stops an attack, and one of them has a brother there.
        0055928|Agente 007 contra el Dr. No|A British agent is sent to Jamaica to find a missing man, and a doctor who turns rockets aside.
        0058150|James Bond contra Goldfinger|James Bond finds out how a man who loves only gold means to make his own worth ten times more.
        0381061||On his first mission as 007 James Bond plays cards against the banker of terrorists.
        0113189||James Bond looks for a stolen weapon in space, and finds a colleague whom he thought dead.
        0407887|Infiltrados|A policeman lives among gangsters, a gangster among the police, and each is told to find the other.
        0081398|Toro salvaje|A boxer wins in the ring by the same rage that ruins everything outside it.
        0112641||A gambler runs a casino for the mob in Las Vegas, until a wife and a friend bring it down.
        1130884||A marshal comes to an asylum on an island to look for a patient who has vanished from a locked room.
        0993846|El lobo de Wall Street|A broker sells worthless shares, throws parties without end and talks his way out of everything but the truth.
        0217505||A young man comes back to the slums of New York in 1862 to kill the man who killed his father.
        0338751|El aviador|A young millionaire makes films and aeroplanes and loses a long fight with his own fears.
        0970179|La invención de Hugo|An orphan who winds the clocks of a Paris station repairs a machine that can draw, and finds out who made it.
        0101540|El cabo del miedo|A convict who has studied law in prison comes out to take revenge on the lawyer who defended him badly.
        0055824|El cabo del terror|A man out of prison follows the family of the lawyer who testified against him, always just within the law.
        1302006|El irlandés|An old man remembers how he drove a lorry, then killed for the mob, and what became of a friend of his.
        0105236||After a robbery that went wrong six thieves in black suits look for the traitor among them.
        0119396||A flight attendant who smuggles money plays the police and her employer against each other.
        0266697||A bride wakes from a coma and makes a list of those who shot her at her wedding.
        0378194||The bride goes on with her list, which ends with the man who gave the order.
        0361748|Malditos bastardos|In occupied France a band of soldiers and the owner of a cinema each plan to kill the leaders of the Reich.
        1853728|Django desencadenado|A freed slave and a German dentist hunt men for money and go to find his wife.
        3460252|Los odiosos ocho|Eight strangers wait out a blizzard in a lodge, and not all of them are who they say they are.
        7131622|Érase una vez en... Hollywood|A fading actor and his stuntman look for work in the Los Angeles of 1969, next door to a young star.
        0110357|El rey león|A lion cub runs away after his father's death, and has to come back to claim his kingdom.
        0101414|La bella y la bestia|A girl who loves books takes her father's place as the prisoner of a beast in an enchanted castle.
        0038348|La bella y la bestia|A merchant's daughter goes to live with a beast who asks her each evening to marry him.
        0103639||A thief of the streets finds a lamp with a genie in it, and wishes to be a prince.
        0097757|La sirenita|A mermaid gives her voice to a witch for legs and three days to be kissed.
        0029583|Blancanieves y los siete enanitos|A princess hides from her stepmother in the house of seven miners.
        0032910|Pinocho|A wooden puppet has to prove himself brave, honest and kind in order to become a boy.
        0032455||Eight pieces of music become pictures, from dancing mushrooms to a night of demons.
        0034492||A fawn grows up in the forest, makes friends and loses his mother to hunters.
        0061852|El libro de la selva|A boy brought up by wolves is led back to men by a panther and a bear, while a tiger looks for him.
        0114709||A cowboy doll fears for his place in a boy's heart when a toy spaceman arrives.
        0120363||A collector steals the cowboy doll, and his friends cross the city to bring him back.
        0435761||The boy goes to college, and his toys end up in a nursery that is run like a prison.
        0266543|Buscando a Nemo|A timid clownfish crosses the ocean with a fish who forgets everything, to find his son.
        0910970||The last robot on an abandoned Earth falls in love, and follows her into space.
        1049413||An old man ties balloons to his house and flies to South America, with a boy scout on the porch.
        0198781|Monstruos, S.A.|Two monsters who collect the screams of children have a little girl on their hands who is not afraid.
        2096673|Del revés|Five feelings steer a girl whose family moves to another city, and joy and sadness get lost in her memory.
        0317705|Los Increíbles|A family of heroes who have to hide their powers is called back to work by a stranger.
        0382932||A rat who can cook guides the hands of a kitchen boy in a famous restaurant of Paris.
        0129167|El gigante de hierro|A boy hides a huge robot from space, who was built as a weapon and does not want to be one.
        2380307||A boy who wants to play music strays into the land of the dead, and looks for an ancestor there.
        0126029||An ogre fetches a princess from a tower to get his swamp back, with a donkey who talks too much.
        0892769|Cómo entrenar a tu dragón|A young Viking makes friends with the dragon he should have killed.
        2294629|Frozen: El reino del hielo|A princess follows her sister into the mountains, whose powers have buried the kingdom in snow.
        0096438|¿Quién engañó a Roger Rabbit?|A detective who hates cartoons has to prove that a rabbit of ink has murdered nobody.
        0107688|Pesadilla antes de Navidad|The king of Halloween is tired of fright, and takes over Christmas with the best of intentions.
        0099487|Eduardo Manostijeras|A gentle creature with scissors for hands comes down from his castle to a suburb in pastel colours.
        0109707||A director without talent or doubts makes the worst films in Hollywood with an old star of horror.
        0319061||A son tries to tell what was true in the tall stories of his dying father.
        0103064|Terminator 2: El juicio final|A machine comes back in time to protect a boy from a newer one that can take any shape.
        0088247|Terminator|A machine in human form is sent back to kill a waitress whose son does not exist yet.
        0120338||A rich girl and a poor artist fall in love on a ship that is going to sink.
        0499549||A marine in another body is to spy on the people of a distant moon, and comes to take their side.
        0120737|El señor de los anillos: La comunidad del anillo|A hobbit inherits a ring that a dark lord is looking for, and nine set out to destroy it.
        0167261|El señor de los anillos: Las dos torres|The fellowship is scattered: two go on to the land of shadow with a guide, the others defend a fortress.
        0167260|El señor de los anillos: El retorno del rey|Armies meet before the white city while two hobbits climb towards the fire with the last of their strength.
        0903624|El hobbit: Un viaje inesperado|A hobbit who likes his comfort is hired as a burglar by thirteen dwarves who want their mountain back.
        0360717||A film crew sails to an island where a giant ape falls in love with the leading lady.
        0024216||An ape as tall as a house is brought from his island to New York, and climbs the highest building there.
        0241527|Harry Potter y la piedra filosofal|An orphan learns on his eleventh birthday that he is a wizard, and goes to a school for such.
        0304141|Harry Potter y el prisionero de Azkaban|A prisoner has escaped, and everybody believes that he is after Harry.
        1201607|Harry Potter y las Reliquias de la Muerte: Parte 2|Harry and his friends destroy the last pieces of their enemy's soul, and the school becomes a battlefield.
        0206634|Hijos de los hombres|In a world in which no child has been born for eighteen years a clerk escorts the one woman who is pregnant.
        1454468||Two astronauts drift in orbit after debris has destroyed their shuttle.
        6155172||A housemaid holds a family in Mexico City together in 1971 while her own life falls apart.
        0245574||Two boys invite an older woman to a beach that they have made up, and she says yes.
        0245712||A car crash in Mexico City joins three stories of people and the dogs they love.
        2562232|Birdman o (la inesperada virtud de la ignorancia)|An actor who was once a superhero stages a play on Broadway to be taken seriously.
        1663202|El renacido|A trapper left for dead by his companions crawls through the winter to find the man who did it.
        0457430|El laberinto del fauno|In Spain in 1944 a girl whose stepfather hunts rebels is set three tasks by a faun.
        0256009|El espinazo del diablo|A boy in an orphanage during the Civil War sees the ghost of another boy, and an unexploded bomb in the yard.
        5580390|La forma del agua|A mute cleaner in a secret laboratory falls in love with the creature that is kept there.
        0042804|Los olvidados|Boys in the slums of Mexico City steal, fight and betray each other, and one of them wants to be good.
        0056732|El ángel exterminador|After a dinner party the guests find that none of them is able to leave the room.
        0055601||A novice who wants to do good takes beggars into her uncle's house, and they sit down at his table.
        0061395||A young wife who is cold at home spends her afternoons working in a house of appointments.
        0068361|El discreto encanto de la burguesía|Six friends sit down to dinner again and again, and something always keeps them from eating.
        0020530|Un perro andaluz|A razor, a hand with ants and two donkeys on pianos: sixteen minutes that follow the rules of a dream.
        0057643|El verdugo|To keep a flat a young undertaker takes over his father-in-law's post as executioner, hoping never to be called.
        0045554|Bienvenido, Míster Marshall|A Castilian village dresses up as Andalusia to please the Americans, who are said to be coming.
        0070040|El espíritu de la colmena|After seeing Frankenstein in a village in 1940 a little girl looks for the monster's spirit.
        El Sur|El sur|A girl in the north of Spain tries to understand her father, who never speaks of the south that he left.
        Cría Cuervos|Cría cuervos|A girl of eight believes that she holds the power of life and death, and sees her dead mother walk through the house.
        0088040|Los santos inocentes|A family of farmhands serves its masters on an estate in Extremadura, until one of them breaks a bird.
        0095675|Mujeres al borde de un ataque de nervios|An actress who was left by telephone spends two days trying to reach the man, and her flat fills up.
        0185125|Todo sobre mi madre|After her son's death a nurse goes to Barcelona to find the father he never knew.
        0287467|Hable con ella|Two men become friends at the bedsides of the women they love, who are in a coma.
        0441909||Three generations of women in Madrid and La Mancha, one of whom is said to be a ghost.
        8291806|Dolor y gloria|A film director in pain remembers his childhood, an old love and why he stopped working.
        1189073|La piel que habito|A surgeon keeps in his house a patient whose skin he has made, and nobody asks who it was.
        0055310||On Christmas Eve a town invites the poor to the tables of the rich, while one man worries about an instalment.
        0117883|Tesis|A student who writes about violence finds a video in which a girl of her faculty is really killed.
        0125659|Abre los ojos|A handsome young man loses his face in a crash, and then all certainty of what is real.
        0230600|Los otros|A mother and two children who cannot bear the light hear strangers in their dark house.
        0369702|Mar adentro|A sailor who has not moved for twenty-eight years fights for the right to end his life.
        0112922|El día de la bestia|A priest who has worked out when the Antichrist will be born goes to Madrid to do evil and meet the devil.
        0464141|El orfanato|A woman reopens the orphanage that she grew up in, and her son finds friends whom nobody sees.
        1038988|[Rec]|A television crew follows firemen into a building in Barcelona, and the doors are sealed behind them.
        1242422|Celda 211|A guard on his first day is caught in a prison riot, and pretends to be one of the prisoners.
        3253930|La isla mínima|In the marshes of the south in 1980 two policemen who do not trust each other look for two missing girls.
        0103791||A deserter is taken in by an old painter in 1931, and falls in love with each of his four daughters.
        1305806|El secreto de sus ojos|A retired clerk of the courts writes about a murder that he could not forget, nor the judge he worked for.
        0247586|Nueve reinas|Two swindlers in Buenos Aires have a day to sell a sheet of forged stamps.
        3011894|Relatos salvajes|Six stories of people who have had enough: on a plane, on a road, at a wedding.
        0056801|Fellini, ocho y medio|A director who should begin a film has no idea left, and flees into memories and dreams.
        0053779||A journalist in Rome drifts through seven nights of parties and does not find what he looks for.
        0047528||A girl is sold to a travelling strongman, and a fool with a violin tells her that she is of use.
        0071129||A year in a small town by the sea in the thirties, with its fools, its blackshirts and a great ship at night.
        0040522|Ladrón de bicicletas|A man who needs his bicycle to work walks through Rome with his son to find the thief.
        0045274||An old civil servant who cannot pay his rent has only his dog left.
        0038890|Roma, ciudad abierta|A priest and a printer help the resistance in occupied Rome, and pay for it.
        0057091|El gatopardo|A Sicilian prince sees his class make way for the new, and helps his nephew to marry it.
        0095765||A director remembers the cinema of his village and the projectionist who taught him to love it.
        0058946|La batalla de Argel|The fight for the old town of Algiers, from both sides, as if a newsreel had been there.
        0053198|Los cuatrocientos golpes|A boy in Paris whom neither home nor school wants runs away until he reaches the sea.
        0055032|Jules y Jim|Two friends love the same woman for twenty years, before and after a war.
        0053472|Al final de la escapada|A young thief who has shot a policeman tries to talk an American girl into leaving Paris with him.
        0031885|La regla del juego|At a hunt in the country masters and servants mix up their love affairs, and somebody gets shot.
        0028950|La gran ilusión|French officers in a German prison camp find that class divides men more than nations do.
        0046268|El salario del miedo|Four men without hope drive two lorries of nitroglycerine over bad roads.
        0046911|Las diabólicas|The wife and the mistress of a headmaster drown him together, and the body disappears.
        0062229|El silencio de un hombre|A killer who lives by rules of his own is seen by a witness who says that she has not seen him.
        0211915||A shy waitress in Montmartre makes others happy in secret, and avoids her own happiness.
        0113247|El odio|Three friends from a suburb spend a day and a night after a riot, and one has found a gun.
        1675434|Intocable|A rich man in a wheelchair hires as his carer somebody who only wanted a signature.
        1655442||A star of silent films falls as the girl he helped rises in films that talk.
        0000417|Viaje a la Luna|Astronomers are shot to the Moon in a shell, and meet those who live there.
        0050976|El séptimo sello|A knight back from the crusades plays chess with Death to win time.
        0050986|Fresas salvajes|On the way to an honour an old professor meets the people and the dreams of his life.
        0060827||A nurse looks after an actress who has stopped speaking, and the two faces become one.
        0083922|Fanny y Alexander|Two children of a merry family of the theatre get a bishop for a stepfather.
        0019254|La pasión de Juana de Arco|The trial of a girl who says that God has spoken to her, told in faces.
        0082096|El submarino|A German submarine hunts and is hunted, and forty-three men wait in silence at the bottom of the sea.
        0405094|La vida de los otros|An officer who listens to a playwright in East Berlin begins to protect him.
        0301357||A son hides from his mother, who has slept through it, that her country no longer exists.
        0130827|Corre, Lola, corre|A woman has twenty minutes to find a hundred thousand marks, and gets three attempts.
        0093191|El cielo sobre Berlín|An angel who listens to the thoughts of Berlin wants to become mortal for a trapeze artist.
        0087884||A man walks out of the desert after four years, and looks with his son for the boy's mother.
        0068182|Aguirre, la cólera de Dios|A mutineer leads an expedition down the Amazon to a golden city, and into madness.
        0363163|El hundimiento|The last days in the bunker in Berlin, as a young secretary saw them.
        0079944||A guide takes a writer and a professor through a forbidden zone to a room that grants wishes.
        0069293||A psychologist comes to a station above an ocean that sends each man somebody he has lost.
        0060107||A painter of icons crosses a Russia of cruelty and famine, falls silent, and paints again.
        0091251|Masacre: ven y mira|A boy in Belarus joins the partisans, and sees in a few days more than a life can bear.
        0118694|Deseando amar|Two neighbours in Hong Kong find that their spouses are lovers, and will not become like them.
        0109424||Two policemen with broken hearts eat at the same snack bar, and each meets somebody strange.
        0190332|Tigre y dragón|A stolen sword brings two warriors who never spoke of their love upon a girl who wants to be free.
        0388795||Two young men herd sheep for a summer, and meet in secret for the next twenty years.
        0454876|La vida de Pi|A boy survives a shipwreck in a lifeboat that he has to share with a tiger.
        6751668|Parásitos|One by one a poor family takes all the posts in the house of a rich one.
        0353969|Crónica de un asesino en serie|Two detectives with very different methods look for a murderer in the Korean provinces in 1986.
        0364569||A man locked up for fifteen years without a reason is set free, and has five days to find it out.
        0048473||The childhood of a boy in a poor Bengali village, with a sister, an old aunt and a train far away.
        1832382|Nader y Simin, una separación|A couple about to part is drawn into a case in court, in which everybody has reasons and nobody the whole truth.
        0118849|Niños del paraíso|A boy has lost his sister's shoes, and the two share one pair without telling their parents.
        0031381|Lo que el viento se llevó|A spoilt girl from Georgia loses everything in the war but her will and the land.
        0032138|El mago de Oz|A storm carries a girl from Kansas to a land where a wizard is said to be able to send her home.
        0045152|Cantando bajo la lluvia|Film people in 1927 have to learn to talk and sing, and the star's voice will not do.
        0055614||Two young people from rival gangs in New York fall in love, and dance towards a bad end.
        0059742|Sonrisas y lágrimas|A novice becomes the governess of seven children, and teaches the whole house to sing.
        0043456|Ultimátum a la Tierra|A visitor lands in Washington with a warning for mankind, and takes a room in a boarding house.
        0058331||A nanny comes on the wind, tidies up the nursery and the father.
        0052618||A Jewish prince whom a friend made a galley slave comes back to meet him in a chariot race.
        0046250|Vacaciones en Roma|A princess escapes from her duties for one day in Rome, with a reporter who knows who she is.
        0056172|Lawrence de Arabia|A British officer unites the tribes of the desert against the Turks, and loses himself.
        0050212|El puente sobre el río Kwai|A captured colonel builds a fine bridge for the Japanese, and commandos come to blow it up.
        0059113|Doctor Zhivago|A doctor and poet loves two women while a revolution sweeps away the world he knew.
        0050083|Doce hombres sin piedad|One of twelve jurors is not sure, and in a hot room the others begin to doubt as well.
        0072890|Tarde de perros|A bank robbery meant to last ten minutes becomes a siege with spectators.
        0074958|Network, un mundo implacable|A newsreader who announces his suicide on television becomes the hit of the season.
        0056592|Matar un ruiseñor|A lawyer in Alabama defends a black man, and his children learn what that costs.
        0042192|Eva al desnudo|A modest admirer makes herself useful to a famous actress, and takes her place.
        0044706|Solo ante el peligro|A marshal waits for the noon train that brings a killer, and nobody in town will help him.
        0049730|Centauros del desierto|A man looks for years for his niece, whom the Comanches have taken, and not only to save her.
        0032551|Las uvas de la ira|A family driven from its farm goes to California in an old lorry to look for work.
        0031971|La diligencia|Nine strangers share a coach through Apache country, and show who they are.
        0045061|El hombre tranquilo|An American comes back to the Irish village he was born in, and has to fight for a dowry.
        0056217|El hombre que mató a Liberty Valance|A senator tells how a lawyer with an apron faced a gunman, and who fired the shot.
        0033870|El halcón maltés|A detective whose partner was shot meets three people who would do anything for a black bird.
        0040897|El tesoro de Sierra Madre|Three men find gold in the mountains of Mexico, and one of them loses his mind over it.
        0043265|La reina de África|The drunken captain of an old boat and a missionary's sister sail down a river to sink a warship.
        0038355|El sueño eterno|A detective is hired to stop a blackmail, and finds more murders than anybody can explain.
        0053221|Río Bravo|A sheriff holds a prisoner with the help of a drunk, a boy and an old man with a limp.
        0029947|La fiera de mi niña|An absent-minded professor, a girl with a leopard and a dog that has buried a bone.
        0032599|Luna nueva|An editor does everything to keep his best reporter, who is also his former wife, from marrying again.
        0047296|La ley del silencio|A docker who once boxed decides to speak against the union that keeps the harbour in fear.
        0044081|Un tranvía llamado Deseo|A faded lady moves in with her sister in New Orleans, whose husband sees through her.
        0048545|Rebelde sin causa|A boy new in town spends one day and night with two others whom nobody understands.
        0048424|La noche del cazador|A false preacher marries a widow for stolen money, and hunts the children who know where it is.
        0035446|Ser o no ser|Actors in occupied Warsaw put on uniforms and play for their lives.
        0023969|Sopa de ganso|A man with a cigar becomes the leader of a small country, and declares war for fun.
        0061722|El graduado|A young man who does not know what to do is seduced by a friend of his parents, and loves her daughter.
        0061512|La leyenda del indomable|A prisoner on a road gang will not be broken, whatever it costs him.
        0061418||A waitress and a thief rob banks through the Depression, and become famous for it.
        0064115|Dos hombres y un destino|Two cheerful robbers are chased by men who never give up, all the way to Bolivia.
        0064276|Buscando mi destino|Two bikers with money in a fuel tank ride to New Orleans in search of America.
        0064665|Cowboy de medianoche|A Texan who wants to live off rich women in New York has only a sick swindler for a friend.
        0065214|Grupo salvaje|Ageing outlaws take one last job on the Mexican border while their time runs out.
        0063522|La semilla del diablo|A young wife who is expecting a child begins to fear her kind old neighbours.
        0071315||A detective who photographs an unfaithful husband stumbles upon a fraud about the city's water.
        0063442|El planeta de los simios|Astronauts land on a planet where apes rule and men cannot speak.
        0066206||A general of the Second World War wins battles and offends his own side.
        0067116|Contra el imperio de la droga|Two policemen of New York follow a delivery of heroin, and a car chases a train.
        0070047|El exorcista|A mother whose daughter is no longer herself asks two priests for help.
        0074119|Todos los hombres del presidente|Two reporters look into a burglary, and follow the money up to the White House.
        0075148||An unknown boxer gets a chance against the champion, and wants to be standing at the end.
        0075686||A comedian tells how he and a singer fell in love, and why it did not last.
        0079522||A writer of forty-two goes out with a schoolgirl, falls for a friend's lover, and adores his city.
        1605783||A writer on holiday in Paris is fetched by a car each midnight, and taken to the twenties.
        0077416|El cazador|Three friends from a steel town go to Vietnam, and none of them comes back as he was.
        0077651|La noche de Halloween|A killer escapes and returns to his town on the night on which he first killed.
        0084787|La cosa|Researchers in Antarctica find that something among them can look like any of them.
        0078346||The last child of a lost planet grows up on a farm, works for a newspaper and can fly.
        0089218|Los Goonies|Children whose homes are to be pulled down follow a pirate's map below the town.
        0077631||A good girl and a boy in a leather jacket meet again at school after a summer at the beach.
        0079470|La vida de Brian|A man born in the stable next door is taken for the Messiah all his life.
        0071853|Los caballeros de la mesa cuadrada|King Arthur and his knights look for the Grail, with coconuts instead of horses.
        0088846||A clerk who dreams of flying tries to correct one misprint in a state made of forms.
        0114746|12 monos|A prisoner of the future is sent back to find out where a plague began, and nobody believes him.
        0072431|El jovencito Frankenstein|The grandson of a famous scientist is ashamed of the name, until he finds the notebook.
        0080678|El hombre elefante|A surgeon takes a man out of a freak show, and finds a gentle mind behind the face.
        0090756|Terciopelo azul|A student finds an ear in a field, and looks behind the curtains of his tidy town.
        0166924||A woman who has lost her memory and an actress new in Hollywood look for who she is.
        0166896|Una historia verdadera|An old man drives three hundred miles on a lawn mower to make peace with his brother.
        0080339|Aterriza como puedas|When the crew falls ill a pilot who has lost his nerve has to land the plane, among jokes.
        0080455|Granujas a todo ritmo|Two brothers on a mission from God bring their band together again, and wreck half of Chicago.
        0082158|Carros de fuego|Two runners train for the Games of 1924, one for his faith and one against prejudice.
        0083987||A lawyer thrown off a train in South Africa leads India to freedom without a weapon.
        0084805||An actor whom nobody hires becomes a star, in a dress.
        0089755|Memorias de África|A Danish baroness runs a coffee farm in Kenya, and loves a hunter who will not stay.
        0087332|Los cazafantasmas|Three scientists out of work catch ghosts in New York for a fee.
        0087363||A boy gets a furry pet with three rules, and breaks them.
        0086879||A court composer tells how he destroyed a young rival whose music he alone understood.
        0088323|La historia interminable|A boy in an attic reads of a land that is vanishing, and finds that he is part of the book.
        0088847|El club de los cinco|Five pupils who have nothing in common spend a Saturday in detention.
        0091042|Todo en un día|A boy who plays ill takes his friends and a borrowed Ferrari into Chicago.
        0091763||A young volunteer in Vietnam stands between two sergeants, one cruel and one just.
        0102138|JFK: Caso abierto|A prosecutor in New Orleans does not believe what was found out about the death of a president.
        0094291||A young broker wins the favour of a man who says that greed is good.
        0092005|Cuenta conmigo|Four boys walk along a railway to see a dead body, in the last summer of their childhood.
        0093779|La princesa prometida|A farm boy turned pirate saves his beloved from a prince, with a giant and a swordsman.
        0098635|Cuando Harry encontró a Sally|A man and a woman argue for twelve years about whether they can be friends.
        0104257|Algunos hombres buenos|Two marines are accused of murder, and their young lawyer calls a colonel to the stand.
        0100157||A writer is nursed after an accident by his greatest admirer, who does not like the last chapter.
        0092099||A young pilot at a school for the best flies too close to everything.
        0091203|Los inmortales|Men who cannot die fight through the centuries until there is only one left.
        0091369|Dentro del laberinto|A girl has thirteen hours to find her brother in the maze of the goblin king.
        0091605|El nombre de la rosa|A Franciscan and his pupil look into deaths in an abbey with a forbidden library.
        0094226|Los intocables de Eliot Ness|Four men whom nobody can buy set out to bring down the king of Chicago.
        0074285||A shy girl tormented at school and at home finds that she can move things by her will.
        0117060|Misión: Imposible|An agent suspected of betrayal has to steal a list from the safest room there is.
        0093773|Depredador|Soldiers in the jungle are hunted by something that they cannot see.
        0095016|Jungla de cristal|A policeman without shoes is alone in a tower with thieves who have taken his wife hostage.
        0093870||A murdered policeman is rebuilt as a machine, and begins to remember.
        0100802|Desafío total|A worker buys the memory of a trip to Mars, and learns that he may have been there.
        0095953||A young man finds out that he has a brother, who counts cards and cannot bear change.
        0093389|El último emperador|A child is made emperor of China, and ends his life as a gardener.
        0097165|El club de los poetas muertos|A teacher of English tells his pupils to think for themselves, and one of them does.
        0120382|El show de Truman|A man finds out that his whole life is a programme on television.
        0090329|Único testigo|A policeman hides among the Amish to protect a boy who has seen a murder.
        0099348|Bailando con lobos|A soldier alone at an outpost makes friends with a wolf and with the Sioux.
        0099810|La caza del Octubre Rojo|A Soviet captain steers a submarine that nobody hears towards America, and an analyst guesses why.
        0099785|Solo en casa|A boy forgotten at Christmas defends the house against two burglars.
        0100405||A businessman hires a girl from the street for a week, and neither wants it to end.
        0107048|Atrapado en el tiempo|A weatherman lives the same day in the same small town until he becomes somebody better.
        0107614|Señora Doubtfire, papá de por vida|A divorced actor gets himself hired as the nanny of his own children.
        0107818||A lawyer dismissed because he is ill takes his firm to court, with a colleague who shares its prejudice.
        0107207|En el nombre del padre|A young man from Belfast and his father are imprisoned for a bomb they did not plant.
        0107822|El piano|A mute woman comes to New Zealand with her daughter and a piano, which is left on the beach.
        0106977|El fugitivo|A surgeon convicted of his wife's murder escapes, and looks for a man with one arm.
        0111257||A bomb will go off if a bus drives slower than fifty miles an hour.
        0109831|Cuatro bodas y un funeral|A man who is always late keeps meeting the same woman at other people's weddings.
        0119008||A policeman among gangsters becomes the friend of the man whom he will have to betray.
        0112573||A Scottish farmer rises against the English king who took his country and his wife.
        0112384||An explosion on the way to the Moon, and everybody on the ground has to bring three men home.
        0268978|Una mente maravillosa|A mathematician of genius finds out that part of his world is not there.
        0113277||A detective and a thief, both the best in their trade, have only their work.
        0104691|El último mohicano|In the war of 1757 a scout brought up by Mohicans leads two sisters through the forest.
        0140352|El dilema|A chemist tells on television what tobacco companies know, and loses everything for it.
        0112471|Antes de amanecer|Two strangers get off a train in Vienna, and talk until morning.
        0381681|Antes del atardecer|Nine years after one night in Vienna the two meet again in Paris, with an hour to spare.
        1065073||A boy grows from six to eighteen, and the film grew with him for twelve years.
        0116282||A car salesman has his wife kidnapped, and a pregnant chief of police follows the blood in the snow.
        0118715|El gran Lebowski|A bowler whose rug has been soiled is mistaken for a millionaire of the same name.
        0190590||Three convicts in chains cross Mississippi in search of a treasure, and cut a record on the way.
        0477348|No es país para viejos|A hunter finds two million dollars among dead men, and somebody with an air gun comes for them.
        0117951||Heroin users in Edinburgh choose something else than life, and one of them wants out.
        1010048||A boy from the slums of Mumbai knows the answers in a quiz because of what he has lived through.
        0289043|28 días después|A messenger wakes from a coma in a London without people, and those who are left are infected.
        0119217|El indomable Will Hunting|A cleaner at a university solves problems that nobody can, and is afraid of everything else.
        0119488||Three very different policemen in the fifties follow the same murders to the top.
        0119177||A man with the wrong genes borrows the identity of a better one in order to fly to space.
        0119654|Hombres de negro|Two agents in dark suits look after the visitors from space who live among us.
        0118884||An astronomer hears a signal from another star, and is chosen to follow it.
        0162222|Náufrago|A man who lived by the clock is alone on an island for four years, with a ball to talk to.
        0120735||Four friends lose a fortune at cards, and have a week to get it by any means.
        0208092|Snatch: Cerdos y diamantes|A diamond, a boxer who will not fall and a dog bring the underworld of London together.
        0120689|La milla verde|The guards of a death row learn that one of the condemned can heal.
        0167404|El sexto sentido|A psychologist treats a boy who sees dead people, and has something to learn himself.
        0120601|Cómo ser John Malkovich|A puppeteer finds a small door that leads into the head of an actor.
        1798709||A lonely man falls in love with the voice of his computer.
        0175880||On one day in a valley of Los Angeles nine lives come near to breaking, and it rains frogs.
        0469494|Pozos de ambición|A man who looks for oil gets rich and hates everybody, a young preacher above all.
        0180093|Réquiem por un sueño|A mother, her son and two friends all wish for a little happiness, and fall into addiction.
        0947798|Cisne negro|A dancer who gets the leading part sees a rival everywhere, and most of all in the mirror.
        0246578||A boy who walks in his sleep is told by a rabbit when the world will end.
        0338013|¡Olvídate de mí!|After a quarrel two lovers have each other erased from their memories, and one changes his mind halfway.
        0335266||An ageing actor and a young wife, both sleepless in Tokyo, keep each other company.
        0325980|Piratas del Caribe: La maldición de la Perla Negra|A blacksmith and a pirate without a ship chase a crew that cannot die.
        0405159||An old trainer takes on a waitress who wants to box, and has to make the hardest of choices.
        1205489||A bitter widower guards his car and his lawn, and comes to guard the neighbours he did not want.
        0327056||Three men who grew up together are brought back to an old crime by a new one.
        0395169||A hotel manager shelters more than a thousand people while a massacre goes on around them.
        0434409||A masked man blows up buildings in a London under dictatorship, and a young woman learns why.
        0401792||Three hard men in a city of rain and shadows each kill for a woman.
        0416449||Three hundred Spartans hold a pass against the army of Persia.
        0443706||A cartoonist, a reporter and two policemen give years of their lives to a killer who writes letters.
        1285016|La red social|A student invents a network for friends, and loses the only one he had.
        2267998|Perdida|A woman disappears on her wedding anniversary, and everything points to her husband.
        0887912|En tierra hostil|A man who takes bombs apart in Baghdad cannot live without the danger.
        1136608||Stranded visitors from space live in a camp in Johannesburg, and the man who is to move them begins to change.
        1182345||The only worker on the Moon finds after an accident that he is not the only one.
        1504320|El discurso del rey|A king who stammers finds a friend in the man who teaches him to speak.
        0371746||A maker of weapons builds himself a suit of armour in a cave, and comes back another man.
        0848228|Los Vengadores|Six heroes who cannot agree on anything have to stop an invasion from the sky.
        2015381|Guardianes de la Galaxia|A thief, an assassin, a brute, a raccoon and a tree save the galaxy to old songs.
        1825683||The young king of a hidden country is challenged by a cousin who has never seen it.
        0145487||A schoolboy bitten by a spider can climb walls, and learns what he owes to others.
        1392190|Mad Max: Furia en la carretera|A woman flees through the desert with the wives of a tyrant, and a prisoner helps her.
        0079501|Mad Max: Salvajes de autopista|A policeman of the roads loses his family to a gang, and becomes what he hunted.
        2582802||A young drummer meets a teacher who believes that fear makes great musicians.
        3783958||An actress and a pianist fall in love in Los Angeles, and each has a dream to follow.
        2278388|El gran hotel Budapest|The concierge of a fine hotel and his lobby boy are chased for a painting.
        1895587||Reporters in Boston find out how much a church has kept quiet.
        4975722||A quiet boy from Miami becomes a man, in three chapters.
        5052448|Déjame salir|A young photographer meets his girlfriend's parents, who are far too friendly.
        2024544|12 años de esclavitud|A free musician from New York is kidnapped and sold to the plantations of the south.
        7286456||A lonely clown in a heartless city stops taking his pills, and finds an audience.
        6710474|Todo a la vez en todas partes|The owner of a laundry has to save every possible world, and file her taxes.
        1517268||A doll who lives in a perfect world begins to think of death, and visits the real one.
        """

    /// Series, one a line: digits of the identifier at IMDb, the title in Spain, the creators, the
    /// plot.
    static let series = """
        0944947|Juego de tronos|David Benioff, D.B. Weiss|Noble houses fight for a throne of iron, while in the north something old wakes up behind a wall of ice.
        0903747||Vince Gilligan|A chemistry teacher who is going to die cooks drugs to provide for his family, and finds that he likes power.
        0141842|Los Soprano|David Chase|A gangster from New Jersey with two families to look after tells a psychiatrist what keeps him awake.
        0306414||David Simon|Police and dealers, dockers, pupils and reporters of Baltimore, all caught in the same game.
        0108778||David Crane, Marta Kauffman|Six friends in New York share flats, coffee and the years in which one grows up.
        0096697|Los Simpson|Matt Groening|A yellow family of five and the town around them, in which nobody ever grows older.
        4574334||Matt Duffer, Ross Duffer|A boy disappears in a small town in the eighties, and a girl with a shaven head appears.
        1475582||Mark Gatiss, Steven Moffat|A detective who notices everything and an army doctor solve crimes in the London of today.
        6468322|La casa de papel|Álex Pina|Robbers in red overalls lock themselves in the mint with hostages, to print money and go free.
        2085059||Charlie Brooker|Each story takes one thing that machines can do, and looks at what people would do with it.
        7366338||Craig Mazin|A reactor explodes in 1986, and those who know why have to tell those who do not want to hear.
        0052520|La dimensión desconocida|Rod Serling|Ordinary people step over the edge of what is possible, and each story has a turn at its end.
        0098936||David Lynch, Mark Frost|An agent with a love of coffee comes to a town in the woods to find out who killed a schoolgirl.
        0106179|Expediente X|Chris Carter|Two agents of the FBI look into cases that nobody can explain; one of them wants to believe.
        """
}
