import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { ImageUpload, takesImage } from "./core/images.ts";
import { page, PageInput } from "./core/page.ts";
import { compared, text } from "./core/text.ts";

/** What a message to us is about, by the specification's numbers (ENTITY-11); it knows no 5. */
export const feedbackTypes = {
  deposit_issues: 1,
  withdraw_issues: 2,
  game_issues: 3,
  service_issues: 4,
  apply_issues: 6,
  other_issues: 0,
} as const;
export type FeedbackTypeName = keyof typeof feedbackTypes;
export type FeedbackType = (typeof feedbackTypes)[FeedbackTypeName];

export const feedbackTypeNames = Object.keys(feedbackTypes) as readonly FeedbackTypeName[];

/** Which of the six a number is. */
export const feedbackTypeName = (type: FeedbackType): FeedbackTypeName => feedbackTypeNames.find((name) => feedbackTypes[name] === type)!;

/** The longest first message (VALID-25). */
export const FEEDBACK_MAX = 200;
/** The longest message after that, whoever writes it. */
export const FEEDBACK_REPLY_MAX = 2_000;
/** Pictures of one thread. */
export const FEEDBACK_PICTURES_MAX = 3;
/** How long a closed thread can be opened again. */
export const FEEDBACK_REOPEN_DAYS = 14;

/** Nobody has it, an officer has it, it is answered, it is over. */
export const feedbackStates = ["new", "open", "answered", "closed"] as const;
export type FeedbackState = (typeof feedbackStates)[number];

const Type = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(6), z.literal(0)]);
const Content = text({ max: FEEDBACK_MAX });
const Reply = text({ max: FEEDBACK_REPLY_MAX });

/** One of the member's threads, without what was written in it. */
export const Thread = z.object({
  id: Uuid,
  /** F-1042: what people say when they speak of it. */
  reference: z.string(),
  type: Type,
  state: z.enum(feedbackStates),
  /** How the first message begins. */
  begins: z.string(),
  /** Answers not read yet. */
  unread: z.int(),
  /** By when the first answer is promised; null once there is one and nothing waits. */
  dueAt: Moment.nullable(),
  at: Moment,
  lastAt: Moment,
  /** Until when it can be opened again; null while it is not closed. */
  reopenUntil: Moment.nullable(),
});
export type Thread = z.infer<typeof Thread>;

/** What was written in a thread: by who asks, or by us. */
export const ThreadMessage = z.object({ id: Uuid, from: z.enum(["writer", "office"]), text: z.string(), at: Moment });
export type ThreadMessage = z.infer<typeof ThreadMessage>;

/** A thread as its member reads it; pictures are opened by `images.mine`. */
export const OpenThread = Thread.extend({ messages: z.array(ThreadMessage), pictures: z.array(Uuid) });
export type OpenThread = z.infer<typeof OpenThread>;

/** A thread in the officers' queue. */
export const QueuedFeedback = z.object({
  id: Uuid,
  reference: z.string(),
  type: Type,
  state: z.enum(feedbackStates),
  begins: z.string(),
  /** Words in it speak of harm by gambling or of a life in danger: it comes first. */
  harm: z.boolean(),
  memberId: Id.nullable(),
  /** Null for a guest. */
  memberName: z.string().nullable(),
  /** A guest without an e-mail address cannot be answered. */
  answerable: z.boolean(),
  language: z.string(),
  takenBy: z.string().nullable(),
  reopened: z.int(),
  at: Moment,
  dueAt: Moment.nullable(),
  lastAt: Moment,
});
export type QueuedFeedback = z.infer<typeof QueuedFeedback>;

/** What was written, with the officers' notes among it, which the member never reads. */
export const OfficeMessage = z.object({ id: Uuid, kind: z.enum(["writer", "answer", "note"]), by: z.string().nullable(), text: z.string(), at: Moment });
export type OfficeMessage = z.infer<typeof OfficeMessage>;

/** A thread as an officer sees it. */
export const FeedbackCase = QueuedFeedback.extend({
  messages: z.array(OfficeMessage),
  pictures: z.array(Uuid),
  /** The mark of a guest's e-mail address: enough to say whether it is theirs. */
  email: z.string().nullable(),
  /** The member's other threads, newest first. */
  others: z.array(z.object({ id: Uuid, reference: z.string(), state: z.enum(feedbackStates), type: Type, at: Moment })),
});
export type FeedbackCase = z.infer<typeof FeedbackCase>;

/** What a macro may hold between braces, and what stands there in the answer. */
export const macroPlaceholders = ["name", "number"] as const;
export type MacroPlaceholder = (typeof macroPlaceholders)[number];

/** A prepared answer in one language. */
export const FeedbackMacro = z.object({ id: Uuid, title: z.string(), language: z.string(), text: z.string() });
export type FeedbackMacro = z.infer<typeof FeedbackMacro>;

/** How customer service does: what waits now, and how it went in the last thirty days. */
export const FeedbackFigures = z.object({
  waiting: z.int(),
  overdue: z.int(),
  oldestAt: Moment.nullable(),
  /** Minutes from the first message to the first answer; null where nothing was answered. */
  firstAnswerP50Minutes: z.number().nullable(),
  firstAnswerP95Minutes: z.number().nullable(),
  reopened: z.int(),
});
export type FeedbackFigures = z.infer<typeof FeedbackFigures>;

/** Nobody writes more often than that. */
const WRITING_RATE = { count: 20, windowMs: 60_000 } as const;

const OfThread = z.object({ id: Uuid });
/** What ends a thread says which message was the newest that its officer saw. */
const OfSeenThread = OfThread.extend({ seen: Uuid });

export const feedback = contract("feedback", {
  send: command({
    for: "guest",
    visitor: true,
    whileClosed: true,
    method: "PUT",
    transaction: "own",
    says: "Sends a message to customer service; who sent it is known by the token, whatever `sender` says. Five an hour, and five of a member that are not closed.",
    input: z.strictObject({
      content: Content,
      /** What the specification's page sends; nothing is made of it. */
      sender: compared(64).optional(),
      type: Type,
      captcha: compared(16),
      /** Which picture `captcha` answers. */
      verification: z.object({ captchaKey: z.uuid() }).optional(),
      /** Where a guest can be answered; of a member nothing is made of it. */
      email: compared(254).optional(),
    }),
    output: z.object({
      reference: z.string(),
      /** By when we answer; null where we cannot. */
      dueAt: Moment.nullable(),
      /** The member's thread; null for a guest. */
      id: Uuid.nullable(),
      /** Whom to call, where the words speak of harm. */
      helpline: z.string().nullable(),
    }),
    errors: ["feedback.email_invalid", "feedback.open_full", "sessions.captcha_required", "sessions.captcha_wrong"],
    rate: { count: 60, windowMs: 60_000 },
  }),
  promises: query({
    for: "guest",
    trial: true,
    unfinished: true,
    says: "Within how many minutes the first answer to each type is promised.",
    sharedForMs: 2_000,
    input: z.object({}),
    output: z.object({ minutes: z.array(z.object({ type: Type, minutes: z.int() })) }),
  }),
  mine: query({ for: "member", says: "The member's threads, the newest first.", input: PageInput, output: page(Thread) }),
  thread: query({ for: "member", says: "One of the member's threads.", input: OfThread, output: OpenThread, errors: ["feedback.not_found"] }),
  read: command({
    for: "member",
    whileClosed: true,
    says: "Marks the answers of a thread as read.",
    input: OfThread,
    output: Empty,
    errors: ["feedback.not_found"],
  }),
  reply: command({
    for: "member",
    whileClosed: true,
    says: "Writes on in a thread that is not closed; one that was answered goes back into the queue.",
    rate: WRITING_RATE,
    input: OfThread.extend({ text: Reply }),
    output: OpenThread,
    errors: ["feedback.not_found", "feedback.closed", "feedback.full"],
  }),
  reopen: command({
    for: "member",
    whileClosed: true,
    says: "Opens a thread again within fourteen days after it was closed, and says why.",
    rate: WRITING_RATE,
    input: OfThread.extend({ text: Reply }),
    output: OpenThread,
    errors: ["feedback.not_found", "feedback.not_closed", "feedback.reopen_over", "feedback.open_full", "feedback.full"],
  }),
  addPicture: command({
    for: "member",
    whileClosed: true,
    says: "Adds a picture to a thread, up to three, and ten a day.",
    ...takesImage,
    input: OfThread.extend({ picture: ImageUpload }),
    output: OpenThread,
    errors: ["feedback.not_found", "feedback.closed", "feedback.pictures_full", "feedback.pictures_today", "images.not_an_image", "images.too_large"],
  }),
  queue: query({
    for: "operator",
    personal: true,
    says: "The threads in a state: those that wait with words of harm first and then by when they are due, the others newest first.",
    input: PageInput.extend({ state: z.enum(feedbackStates) }),
    output: page(QueuedFeedback).extend({ counts: z.record(z.enum(feedbackStates), z.int()) }),
  }),
  figures: query({
    for: "operator",
    personal: false,
    readsMuch: true,
    says: "What waits, for how long, how soon the first answer came and how often that was not enough.",
    input: z.object({}),
    output: FeedbackFigures,
  }),
  case: query({
    for: "operator",
    personal: true,
    says: "One thread with what officers noted.",
    input: OfThread,
    output: FeedbackCase,
    errors: ["feedback.not_found"],
  }),
  take: command({
    for: "operator",
    says: "Takes a thread nobody has: of two officers at once one gets it.",
    input: OfThread,
    output: FeedbackCase,
    errors: ["feedback.not_found", "feedback.taken", "feedback.closed"],
  }),
  officers: query({
    for: "operator",
    personal: false,
    says: "To whom a thread can be handed over.",
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  handOver: command({
    for: "operator",
    says: "Hands a thread to another officer, or back into the queue; who does not have it must be a superadmin.",
    input: OfThread.extend({ to: Id.optional() }),
    output: FeedbackCase,
    errors: ["feedback.not_found", "feedback.not_taken", "feedback.officer_unknown"],
  }),
  answer: command({
    for: "operator",
    says: "Answers a thread one has: in the member's inbox, or by e-mail to a guest who left an address.",
    sealed: true,
    input: OfSeenThread.extend({ text: Reply }),
    output: FeedbackCase,
    errors: ["feedback.not_found", "feedback.not_taken", "feedback.not_answerable", "feedback.changed", "feedback.full"],
  }),
  note: command({
    for: "operator",
    says: "Writes a note for other officers into a thread; the member never reads it.",
    sealed: true,
    input: OfThread.extend({ text: Reply }),
    output: FeedbackCase,
    errors: ["feedback.not_found", "feedback.full"],
  }),
  close: command({
    for: "operator",
    says: "Closes a thread one has; its member may open it again for fourteen days.",
    input: OfSeenThread,
    output: FeedbackCase,
    errors: ["feedback.not_found", "feedback.not_taken", "feedback.changed"],
  }),
  openPicture: command({
    for: "operator",
    transaction: "own",
    says: "Shows one picture of a thread with officer, time and thread drawn over it; the look is on record before it is shown.",
    rate: { count: 30, windowMs: 60_000 },
    input: OfThread.extend({ pictureId: Uuid }),
    output: z.object({ base64: z.string() }),
    errors: ["feedback.not_found", "images.not_found"],
  }),
  macros: query({
    for: "operator",
    personal: false,
    says: "The prepared answers of all languages.",
    input: z.object({}),
    output: z.object({ list: z.array(FeedbackMacro) }),
  }),
  saveMacro: command({
    for: "operator",
    says: "Writes a prepared answer, or the one with this title and language anew; {name} and {number} are filled in.",
    input: z.object({ title: text({ min: 2, max: 60 }), language: compared(8), text: Reply }),
    output: FeedbackMacro,
    errors: ["feedback.macro_placeholder", "feedback.macros_full", "feedback.language_unknown"],
  }),
  removeMacro: command({
    for: "operator",
    says: "Removes a prepared answer.",
    input: z.object({ id: Uuid }),
    output: Empty,
    errors: ["feedback.macro_unknown"],
  }),
});
