import type { Permission, RegisterRule } from "@laro/contract/site";

/** What differs by market. The server enforces it; the web only shows it. Legal figures are engineering defaults, not advice. */
export interface JurisdictionPack {
  readonly code: "sandbox" | "ph";
  readonly minimumAge: number;
  readonly timeZone: string;
  readonly playMoney: boolean;
  readonly helpline: string | null;
  /** Deposits, stakes and withdrawals wait for an approved identity. */
  readonly verifiedOnly: boolean;
  readonly closedGameTypes: readonly string[];
  readonly deposit: { readonly minimumMinor: bigint; readonly maximumMinor: bigint };
  readonly withdrawal: { readonly minimumMinor: bigint; readonly maximumMinor: bigint; readonly autoReceiptMinutes: number };
}

/** The five groups the regulator's notice bars (specification, section 1). */
export const barredGroups = ["officials", "forces", "underage", "restricted", "licensees"] as const;

const shared = {
  minimumAge: 21,
  timeZone: "Asia/Manila",
  deposit: { minimumMinor: 100_00n, maximumMinor: 50_000_00n },
  withdrawal: { minimumMinor: 200_00n, maximumMinor: 100_000_00n, autoReceiptMinutes: 30 },
} as const;

export const packs = {
  sandbox: { ...shared, code: "sandbox", playMoney: true, helpline: null, verifiedOnly: false, closedGameTypes: [] },
  // Online cockfighting is suspended by Executive Order 9 of 2022.
  ph: { ...shared, code: "ph", playMoney: false, helpline: "1553", verifiedOnly: true, closedGameTypes: ["COCKFIGHT"] },
} as const satisfies Record<string, JurisdictionPack>;

/** Who the operator is to the player. */
export interface BrandPack {
  readonly name: string;
  readonly merchantCode: string;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly lotteryType: string;
  readonly mainDomain: string;
  readonly domainRoute: string;
  readonly analyticsId: string | null;
  readonly customerService: Permission["customerService"];
  readonly resources: Permission["resources"];
  readonly imageCdnList: readonly string[];
  readonly launchCdnList: readonly string[];
}

export const brand: BrandPack = {
  name: "Laro",
  merchantCode: "laro",
  currency: "PHP",
  currencySymbol: "₱",
  languages: ["EN", "TY"],
  defaultLanguage: "EN",
  lotteryType: "SEA",
  mainDomain: "localhost",
  domainRoute: "/",
  analyticsId: null,
  customerService: { url: "/help", label: "Customer service" },
  resources: [
    { type: "Android", labelNameEn: "Android app", url: "/" },
    { type: "SOCIALMEDIA", labelNameEn: "Community", url: "/help" },
  ],
  imageCdnList: ["/"],
  launchCdnList: ["/"],
};

const off = { enabled: false, required: false, acceptedPattern: "*", patternId: 1, minLength: 0, maxLength: 64 } as const;

/** How registration fields are checked; the patterns are those of the specification's generic list. */
export const registerRules: readonly RegisterRule[] = [
  { field: "username", enabled: true, required: true, acceptedPattern: "^[A-Za-z][A-Za-z0-9]*$", patternId: 2, minLength: 6, maxLength: 16 },
  {
    field: "password",
    enabled: true,
    required: true,
    acceptedPattern: "^(?=.*[A-Za-z])(?=.*[0-9])[\\x21-\\x7e]+$",
    patternId: 20,
    minLength: 8,
    maxLength: 32,
  },
  { field: "affiliateCode", enabled: true, required: false, acceptedPattern: "^[A-Za-z0-9]+$", patternId: 6, minLength: 6, maxLength: 12 },
  ...[
    "payeeName",
    "email",
    "mobileNum",
    "paymentPassword",
    "captcha",
    "verificationCode",
    "qqNum",
    "line",
    "whatsapp",
    "facebook",
    "wechat",
    "idNumber",
    "recommenderId",
  ].map((field) => ({ field, ...off })),
];
