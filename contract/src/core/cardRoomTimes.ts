/** Where the socket of the card rooms is opened. */
export const ROOMS_PATH = "/api/rooms";
/** The longest message of a client, and how many it may send in a second. */
export const ROOM_MESSAGE_MAX_BYTES = 4_096;
export const ROOM_MESSAGES_PER_SECOND = 10;
/** How a socket is closed that goes on saying what it may not. */
export const ROOM_REQUEST_REFUSED = 4400;

/** So long a turn is, and so much more a seat has in a hand beside it; an answer to a fight has a time of its own. */
export const TURN_MS = 20_000;
export const BANK_MS = 30_000;
export const ANSWER_MS = 10_000;
/** Who says nothing for so long after a hand stands up; who does not open their bytes, sooner. */
export const READY_MS = 30_000;
export const OPEN_MS = 5_000;
