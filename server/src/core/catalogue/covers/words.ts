import type { beastMotifs } from "./motifs.beasts.ts";
import type { natureMotifs } from "./motifs.nature.ts";
import type { playMotifs } from "./motifs.play.ts";
import type { seaMotifs } from "./motifs.sea.ts";
import type { treasureMotifs } from "./motifs.treasure.ts";

export type MotifName = keyof typeof seaMotifs | keyof typeof beastMotifs | keyof typeof natureMotifs | keyof typeof treasureMotifs | keyof typeof playMotifs;

/** Which things a word of a name shows. */
const things = {
  wave: "wave tsunami splash rapids alon",
  fish: "fish fishing fisher fisherman angler salmon tuna tilapia bangus koi carp goldfish piranha isda bait",
  shark: "shark whale dolphin orca hunter predator jaws megalodon",
  turtle: "turtle tortoise pawikan",
  crab: "crab lobster shrimp prawn alimango crustacean claw",
  octopus: "octopus kraken squid pugita jellyfish tentacle",
  pearl: "pearl shell clam oyster perlas mermaid siren coral",
  ship: "ship galleon pirate captain sailor boat banca armada corsair buccaneer admiral",
  trident: "trident atlantis neptune triton poseidon tempest",
  palm: "palm coconut niyog boracay palawan hut nipa",
  tiger: "tiger cat leopard panther jaguar cougar cheetah tigre",
  lion: "lion simba leon mane roar",
  bull: "bull ox buffalo bison carabao kalabaw tamaraw toro matador minotaur cow",
  dragon: "dragon drake wyvern serpent snake naga cobra lizard loong bakunawa",
  phoenix: "phoenix eagle falcon hawk firebird bird wings agila sarimanok raven feather garuda sparrow parrot maya peacock",
  rooster: "rooster cock cockpit hen chicken sabong manok gamecock talisay spur",
  butterfly: "butterfly moth fairy paruparo bee honey dragonfly firefly alitaptap pixie",
  panda: "panda bear bamboo teddy polar grizzly",
  monkey: "monkey ape gorilla tarsier chimp baboon unggoy wukong mischief",
  frog: "frog toad palaka croak leap",
  skull: "skull bones zombie ghost vampire halloween undead aswang dracula crypt monster spooky grave",
  hibiscus: "hibiscus flower gumamela rose orchid petal petals tulip daisy flores jasmine",
  lotus: "lotus lily sampaguita waterlily zen serenity sakura nirvana",
  mango: "mango manga manggahan orchard juice",
  pineapple: "pineapple pinya durian jackfruit papaya fruit fruits fruity tutti",
  cherries: "cherry cherries berry berries strawberry grape plum",
  chili: "chili chilli pepper siling spice spicy sili jalapeno salsa taco",
  melon: "melon watermelon pakwan lemon orange lime citrus picnic kalamansi",
  fire: "fire flame flames inferno ember embers torch apoy bonfire",
  bolt: "thunder lightning bolt zeus electric volt monsoon kidlat thor bagyo typhoon",
  sun: "sun sunrise sunset solar araw inca aztec ra",
  moon: "moon luna lunar moonlight wolf buwan eclipse",
  volcano: "volcano lava magma mayon taal pinatubo eruption erupt crater bulkan",
  candy: "candy sweet sweets sugar lollipop bonbon cookie cake chocolate jelly gummy halo halohalo dessert honeycomb",
  crown: "crown sultan datu tsar",
  gem: "gem diamond diamonds crystal crystals sapphire jewel jewels glacier prism brilliante aquamarine",
  ruby: "ruby rubies emerald garnet amethyst topaz opal jade stone stones brick",
  coins: "coin coins peso pesos bank vault ginto payday doubloon",
  chest: "chest treasure treasures hoard kayamanan booty relic relics",
  bell: "bell bells liberty campana church jingle chime christmas pasko noel simbang",
  seven: "seven sevens 7 7s 777 triple siyete",
  clover: "clover shamrock irish leprechaun leaves",
  trophy: "trophy medal",
  pot: "pot cauldron rainbow palayok brew kettle clay",
  horseshoe: "horseshoe horse stallion mustang pony cowboy west western sheriff saloon unicorn kabayo gallop",
  die: "dice die craps sicbo sic hilo cube cubes dado yahtzee",
  cards: "card cards poker baccarat blackjack holdem rummy teen patti tongits pusoy solitaire joker spades hearts bridge andar bahar niu",
  chip: "chip chips casino vegas dealer highroller",
  roulette: "roulette wheelhouse ruleta croupier zero",
  ball: "football soccer penalty striker kick futbol",
  hoop: "basketball hoop dunk slam shooter basket hoops",
  balls: "bingo keno lotto lottery balls ball ez2 swertres bolitas tambola",
  rocket: "rocket space crash aviator jet spaceship shuttle cosmos astronaut orbit",
  parol: "parol lantern lanterns sinulog fireworks starlight starburst stellar tala twinkle",
  mask: "mask masquerade carnivale opera masskara phantom bandit venetian theater theatre ninja",
  sword: "sword swords warrior warriors knight knights samurai gladiator shield viking spartan kampilan blade excalibur lapu arnis",
  temple: "temple pagoda shrine china orient shogun shanghai tokyo monk kungfu",
  pyramid: "pyramid egypt pharaoh cleopatra sphinx nile anubis ramses mummy scarab tomb cairo",
  potion: "potion wizard witch alchemy alchemist spell elixir genie lamp merlin sorcerer mage lab hex",
  jeepney: "jeepney jeep manila racer bus kalye edsa highway taxi terminal",
  guitar: "guitar rock music band song disco concert harana jam serenade kundiman radio",
  planet: "planet galaxy universe alien saturn mars jupiter nova nebula astro meteor comet gravity cosmic",
  ticket: "ticket scratch raffle voucher instant jueteng kaskas",
  wheel: "wheel spinner carousel ferris gulong perya funfair",
} as const satisfies Record<MotifName, string>;

/** Places, times and praise: they choose only where no thing is named, and the first of them does. */
const hints = {
  wave: "ocean sea bay river lagoon water surf beach shore coast tide dagat blue deepblue aqua",
  crown:
    "king queen prince princess royal royals emperor monarch majesty kings queens palace court kingdom throne hari reyna majestic noble elite vip premium supreme",
  moon: "night nights midnight dream dreams twilight silent sleepy mystical wishes",
  hibiscus: "garden spring blossom bloom",
  palm: "island isla tropic tropical jungle paradise village oasis green wild",
  fire: "hot heat burning burn fiery red blazing scorching blaze",
  bolt: "storm power flash strike spark sparks rain cloud clouds electricity",
  sun: "summer day dawn horizon sunny",
  coins: "gold money cash rich riches fortune fortunes wealth golden golds super mega grand bonus jackpot jackpots bounty profit million millions",
  clover: "luck lucky swerte suwerte leaf",
  trophy: "champion champions cup winner victory champ glory podium league tournament kampeon",
  parol: "festival light lights carnival celebration star stars silver bright shining neon happy party pista",
  chili: "fiesta",
  sword: "battle duel arena hero heroes legend legends",
  seven: "classic classics retro hotline",
  rocket: "blast speed turbo flight fly lift launch rush",
  skull: "dark black wicked dead curse cursed haunted",
  gem: "ice frost snow winter shiny sparkling frozen",
  mask: "dance dancer mystery",
  volcano: "mountain peak summit pinnacle",
  chest: "secret secrets cave loot",
  temple: "dynasty imperial gate gates forbidden",
  wheel: "spin turn",
  pyramid: "desert sand sands",
  jeepney: "drive road ride express city street race traffic",
  guitar: "rhythm beat melody",
  potion: "magic magical mystic enchanted charm",
  pearl: "deep reef abyss",
  ship: "port harbor harbour voyage sail cannon",
  fish: "catch hook pond",
  rooster: "derby",
  cards: "deck hand hands war",
  chip: "table high stakes",
  ball: "match pitch sport sports goal",
  balls: "draw pick numbers",
  bull: "ranch rodeo",
  tiger: "safari prowl",
  lion: "pride savanna savannah beast",
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
const ofFeature: Readonly<Record<string, MotifName>> = {
  BG: "balls",
  JP: "trophy",
  TG: "chip",
  AC: "rocket",
  BAC: "cards",
  ROU: "roulette",
  SIC: "die",
  DT: "dragon",
  BJ: "cards",
};

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
export function motifOf(game: {
  nodeId: number;
  name: string;
  gameType: string;
  classes?: readonly string[] | undefined;
  features?: readonly string[] | undefined;
  motif?: string | null | undefined;
}): MotifName {
  if (game.motif && isMotif(game.motif)) return game.motif;
  const named = motifsNamed(game.name).at(-1) ?? plain(game.name).flatMap((word) => meaning(word, hintOf) ?? [])[0];
  if (named !== undefined) return named;
  const featured = [...(game.classes ?? []), ...(game.features ?? [])].flatMap((word) => ofFeature[word] ?? [])[0];
  const choices = ofType[game.gameType] ?? ofSlots;
  return featured ?? choices[game.nodeId % choices.length] ?? "coins";
}
