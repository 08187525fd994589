import type { beastMotifs } from "./motifs.beasts.ts";
import type { natureMotifs } from "./motifs.nature.ts";
import type { playMotifs } from "./motifs.play.ts";
import type { seaMotifs } from "./motifs.sea.ts";
import type { treasureMotifs } from "./motifs.treasure.ts";

export type MotifName = keyof typeof seaMotifs | keyof typeof beastMotifs | keyof typeof natureMotifs | keyof typeof treasureMotifs | keyof typeof playMotifs;

/** Which things a word of a name shows. */
const things = {
  wave: "wave surf tide tsunami beach shore coast splash ocean sea bay river lagoon water rapids alon dagat",
  fish: "fish fishing fisher fisherman angler catch hook salmon tuna tilapia bangus koi carp goldfish piranha isda bait pond",
  shark: "shark whale dolphin orca hunter predator jaws megalodon",
  turtle: "turtle tortoise pawikan shellback",
  crab: "crab lobster shrimp prawn alimango crustacean claw",
  octopus: "octopus kraken squid pugita jellyfish tentacle",
  pearl: "pearl shell clam oyster perlas mermaid siren coral reef abyss deep",
  ship: "ship galleon pirate captain voyage sailor boat banca armada corsair buccaneer admiral sail harbor harbour port cannon",
  trident: "trident atlantis neptune triton poseidon tempest",
  palm: "palm coconut island isla tropic tropical jungle niyog paradise boracay palawan oasis hut nipa village",
  tiger: "tiger cat leopard panther jaguar cougar cheetah tigre prowl safari",
  lion: "lion pride simba leon mane beast savanna savannah roar",
  bull: "bull ox buffalo bison carabao kalabaw tamaraw toro matador minotaur cow ranch rodeo",
  dragon: "dragon drake wyvern serpent snake naga cobra lizard loong bakunawa",
  phoenix: "phoenix eagle falcon hawk firebird bird wings agila sarimanok raven feather garuda sparrow parrot maya peacock",
  rooster: "rooster cock cockpit hen chicken sabong manok gamecock derby talisay spur",
  butterfly: "butterfly moth fairy paruparo bee honey dragonfly firefly alitaptap pixie",
  panda: "panda bear bamboo teddy polar grizzly",
  monkey: "monkey ape gorilla tarsier chimp baboon unggoy wukong mischief",
  frog: "frog toad palaka prince croak leap",
  skull: "skull bones zombie ghost vampire halloween dead undead aswang haunted dracula crypt curse cursed monster spooky grave",
  hibiscus: "hibiscus flower gumamela bloom blossom rose garden orchid petal petals tulip daisy spring flores jasmine",
  lotus: "lotus lily sampaguita waterlily zen serenity sakura cherryblossom nirvana",
  mango: "mango manga manggahan orchard juice",
  pineapple: "pineapple pinya durian jackfruit papaya fruit fruits fruity tutti",
  cherries: "cherry cherries berry berries strawberry grape plum",
  chili: "chili chilli pepper siling spice spicy sili jalapeno salsa taco fiesta",
  melon: "melon watermelon pakwan lemon orange lime citrus picnic kalamansi",
  fire: "fire flame flames blaze inferno burn burning hot heat ember embers torch phoenixfire apoy bonfire",
  bolt: "thunder lightning bolt storm zeus electric volt monsoon power flash kidlat thor spark sparks bagyo typhoon rain cloud clouds",
  sun: "sun sunrise sunset sunny dawn solar day summer araw horizon inca aztec ra",
  moon: "moon night midnight luna lunar moonlight dream dreams wolf buwan eclipse nights twilight wishes",
  volcano: "volcano lava magma mayon taal pinatubo eruption erupt crater mountain summit peak bulkan pinnacle",
  candy: "candy sweet sweets sugar lollipop bonbon cookie cake chocolate jelly gummy halo halohalo dessert honeycomb",
  crown: "crown king queen royal royals emperor monarch prince princess sultan datu hari reyna kingdom throne majesty tsar kings queens palace court",
  gem: "gem diamond diamonds crystal crystals sapphire ice jewel jewels frost glacier prism brilliante aquamarine snow winter",
  ruby: "ruby rubies emerald garnet amethyst topaz opal jade stone stones brick",
  coins: "coin coins gold money cash rich riches fortune fortunes wealth peso pesos bank vault million millions ginto payday doubloon bounty profit",
  chest: "chest treasure treasures loot pirateschest hoard kayamanan secret secrets booty cave relic relics",
  bell: "bell bells liberty campana church jingle chime christmas pasko noel simbang",
  seven: "seven sevens 7 7s 777 triple classic retro hotline siyete classics",
  clover: "clover shamrock irish leprechaun luck leaf leaves",
  trophy: "trophy champion champions cup winner victory champ medal glory podium league tournament kampeon",
  pot: "pot cauldron rainbow palayok brew kettle clay",
  horseshoe: "horseshoe horse stallion mustang pony cowboy west western sheriff saloon derbyday unicorn kabayo gallop",
  die: "dice die craps sicbo sic hilo cube cubes dado yahtzee",
  cards: "card cards poker baccarat blackjack holdem rummy teen patti tongits pusoy solitaire joker hand hands spades hearts bridge andar bahar niu deck war",
  chip: "chip chips casino vegas table dealer highroller stakes baccara high",
  roulette: "roulette wheelhouse ruleta croupier zero",
  ball: "football soccer goal penalty striker kick match futbol pitch sports sport derbygoal",
  hoop: "basketball hoop dunk slam court3 shooter court1 basket hoops",
  balls: "bingo keno lotto lottery balls ball ez2 swertres numbers draw pick bolitas tambola",
  rocket: "rocket space crash aviator jet launch spaceship shuttle cosmos astronaut orbit lift fly flight blast turbo speed",
  parol: "parol lantern lanterns light lights festival pista sinulog fireworks carnival star stars starlight starburst stellar tala twinkle celebration",
  mask: "mask masquerade carnivale opera masskara phantom mystery bandit venetian dance dancer theater theatre ninja",
  sword: "sword swords warrior warriors knight knights samurai gladiator battle shield viking spartan hero heroes legend legends kampilan blade excalibur duel arena lapu arnis",
  temple: "temple pagoda shrine dynasty china orient shogun shanghai tokyo dragonpalace monk kungfu imperial gate gates forbidden",
  pyramid: "pyramid egypt pharaoh cleopatra sphinx nile anubis ramses mummy scarab desert sand sands tomb cairo",
  potion: "potion magic magical wizard witch alchemy alchemist spell elixir genie lamp merlin sorcerer mage enchanted lab mystic charm hex",
  jeepney: "jeepney jeep manila drive road racer race bus street city kalye edsa highway taxi traffic terminal ride express",
  guitar: "guitar rock music band song disco concert harana melody rhythm beat jam serenade kundiman radio",
  planet: "planet galaxy universe alien saturn mars jupiter nova nebula astro meteor comet gravity cosmic",
  ticket: "ticket scratch raffle voucher instant jueteng golden-ticket kaskas",
  wheel: "wheel spin spinner carousel ferris turn gulong perya funfair",
} as const satisfies Record<MotifName, string>;

/** Words that colour a name: they choose only where no thing is named. */
const hints = {
  coins: "golden golds super mega grand bonus jackpot jackpots",
  clover: "lucky swerte suwerte",
  crown: "majestic noble elite vip premium supreme",
  fire: "fiery red blazing scorching",
  wave: "blue deepblue aqua",
  parol: "silver bright shining neon magicnight happy party",
  skull: "dark black wicked",
  palm: "green wild",
  gem: "shiny sparkling frozen",
  moon: "silent sleepy mystical",
  bolt: "power electricity wild2",
} as const satisfies Partial<Record<MotifName, string>>;

const spread = (lists: Readonly<Partial<Record<MotifName, string>>>): ReadonlyMap<string, MotifName> =>
  new Map((Object.entries(lists) as [MotifName, string][]).flatMap(([motif, words]) => words.split(" ").map((word) => [word, motif] as const)));

const thingOf = spread(things);
const hintOf = spread(hints);

/** What stands for a type of game whose name shows nothing. */
const ofType: Readonly<Record<string, readonly MotifName[]>> = {
  LIVE: ["cards", "roulette", "chip", "die"],
  FISH: ["fish", "shark", "crab", "turtle", "octopus", "pearl"],
  PVP: ["cards", "chip", "trophy", "die"],
  SPORTS: ["ball", "hoop", "trophy"],
  ESPORTS: ["trophy", "sword", "rocket"],
  COCKFIGHT: ["rooster"],
  LOTT: ["balls", "ticket"],
  ELOTT: ["balls", "ticket"],
};
const ofSlots: readonly MotifName[] = ["seven", "bell", "coins", "gem", "clover", "crown", "chest", "ruby", "pot", "horseshoe", "parol", "wheel"];

/** What a studio says a game has. */
const ofFeature: Readonly<Record<string, MotifName>> = { BG: "balls", JP: "trophy", TG: "chip", AC: "rocket", BAC: "cards", ROU: "roulette", SIC: "die", DT: "dragon", BJ: "cards" };

const plain = (text: string): string[] =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** A word as it stands, or its singular. */
function meaning(word: string, map: ReadonlyMap<string, MotifName>): MotifName | undefined {
  const forms = [word, word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
  return forms.map((form) => map.get(form)).find((motif) => motif !== undefined);
}

/** Every motif that the words of a text name, in the order of the words. */
export const motifsNamed = (text: string): MotifName[] => plain(text).flatMap((word) => meaning(word, thingOf) ?? []);

const isMotif = (name: string): name is MotifName => name in things;

/** What a game's cover shows: what an officer chose, else the last thing its name names, else what the words hint at, else what its class or type stands for. */
export function motifOf(game: { nodeId: number; name: string; gameType: string; classes?: readonly string[] | undefined; features?: readonly string[] | undefined; motif?: string | null | undefined }): MotifName {
  if (game.motif && isMotif(game.motif)) return game.motif;
  const named = motifsNamed(game.name).at(-1) ?? plain(game.name).flatMap((word) => meaning(word, hintOf) ?? [])[0];
  if (named !== undefined) return named;
  const featured = [...(game.classes ?? []), ...(game.features ?? [])].flatMap((word) => ofFeature[word] ?? [])[0];
  const choices = ofType[game.gameType] ?? ofSlots;
  return featured ?? choices[game.nodeId % choices.length] ?? "coins";
}
