/** What the test vendors' games are called: our own words, many of them from the islands; no title of another house is among them. */

const qualities = `Golden Moonlit Midnight Lucky Wild Crimson Emerald Amber Silver Jade Coral Sunlit Stormy Hidden Singing Dancing Spicy Sweet Starry Misty
  Secret Electric Tropical Merry Brave Roaming Velvet Pacific Island Fiesta Harvest Mystic Copper Opal Turbo Neon Drifting Festive Humming Sparkling`;
const things = `Mango Carabao Tarsier Jeepney Parol Bangka Sampaguita Sarimanok Eagle Pearl Volcano Lantern Coconut Kalesa Dragon Firefly Turtle Dolphin
  Peacock Lotus Bamboo Guitar Drum Compass Anchor Treasure Crown Mask Comet Moon Sun Wave Rocket Clover Cherry Orchid Butterfly Monkey Calamansi Waterfall`;
const doings = "Nights Party Trail Spins Parade Quest Garden Carnival Express Serenade";
const places = `Intramuros Makati Taal Vigan Cebu Boracay Palawan Davao Siargao Banaue Bohol Iloilo Baguio Batanes Tagaytay Subic Zamboanga Bacolod
  Dumaguete Marikina Sagada Camiguin`;

const listOf = (text: string): readonly string[] => text.trim().split(/\s+/);
const [quality, thing, doing] = [qualities, things, doings].map(listOf) as [readonly string[], readonly string[], readonly string[]];

/** Every pair of two lists once, neighbours as unlike as they can be: `stride` has no factor in common with the number of pairs. */
function pairs(first: readonly string[], second: readonly string[], stride: number): readonly string[] {
  const count = first.length * second.length;
  return Array.from({ length: count }, (_, index) => {
    const at = (index * stride) % count;
    return `${first[at % first.length]} ${second[Math.floor(at / first.length)]}`;
  });
}

const qualified = pairs(quality, thing, 1_009);
const acting = pairs(thing, doing, 149);

/** Names of slots, two sorts in turn. */
export const slotNames = acting.flatMap((name, index) => [qualified[index]!, name]);

/** The five classes of live tables (GAME-15), and how people also write them. */
export const liveClasses = [
  { code: "baccarat", name: "Baccarat", words: "bakarat baccara" },
  { code: "sicbo", name: "Sicbo", words: "sic bo dice dais" },
  { code: "roulette", name: "Roulette", words: "ruleta rulet" },
  { code: "dragontiger", name: "Dragon Tiger", words: "dragontiger dragon tigre" },
  { code: "blackjack", name: "Blackjack", words: "black jack 21" },
] as const;

/** A table of each class in each place. */
export const liveNames = listOf(places).flatMap((place) => liveClasses.map(({ code, name, words }) => ({ name: `${place} ${name}`, code, words })));

export const fishNames = pairs(
  listOf("Coral Reef Lagoon Tide Pearl Bangka Harbor Moonlit Golden Tropical"),
  listOf("Hunter Harvest Patrol Rally Storm Catch Odyssey"),
  33,
);

/** Card games of people against people, one suffix a vendor. */
const cardGames = ["Tongits", "Pusoy", "Pusoy Dos", "Lucky Nine", "Rummy", "Big Two", "Mahjong", "Dominoes", "Stud Poker", "Three Card", "High Card", "Trump"];
export const pvpNames = ["Club", "Arena", "Night", "Table", "Duel"].flatMap((suffix) => cardGames.map((game) => `${game} ${suffix}`));

export const arcadeNames = pairs(listOf("Jeepney Tricycle Kalesa Rocket Balloon Bamboo Coconut Firefly"), listOf("Dash Drop Climb Toss"), 9);
export const bingoNames = pairs(listOf("Barangay Fiesta Plaza Sunday Harana Merienda"), ["Bingo", "Bingo Night", "Bingo Rush", "Bingo Party"], 7);
export const jackpotNames = pairs(listOf("Pearl Lantern Sampaguita Volcano Galleon Carabao"), ["Jackpot", "Grand Pot", "Treasure Pot", "Jackpot Nights"], 7);
