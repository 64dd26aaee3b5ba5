/** All problem codes of the API with their HTTP status. */
export const problemStatus = {
  INVALID_JSON: 400,
  VALIDATION_ERROR: 400,
  EMPTY_CART: 400,
  NO_FILE: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SIGN_IN_LINK_REQUIRED: 401,
  TWO_FACTOR_REQUIRED: 401,
  CARD_DECLINED: 402,
  FORBIDDEN: 403,
  WRONG_ACCOUNT: 403,
  PASSWORD_RESET_REQUIRED: 403,
  PASSKEY_REQUIRED: 403,
  NOT_RECEIVED: 403,
  STEP_UP_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  GONE: 410,
  REGISTRATION_FAILED: 409,
  EMAIL_TAKEN: 409,
  OUT_OF_STOCK: 409,
  PRODUCT_UNAVAILABLE: 409,
  NOT_TAKING_ORDERS: 409,
  PRICE_CHANGED: 409,
  EDIT_CONFLICT: 409,
  SKU_TAKEN: 409,
  CATEGORY_EXISTS: 409,
  SYNONYM_EXISTS: 409,
  SYNONYMS_FULL: 409,
  CURRENCY_FIXED: 409,
  DISCOUNT_EXISTS: 409,
  ALREADY_REVIEWED: 409,
  WISHLIST_FULL: 409,
  ADDRESSES_FULL: 409,
  PASSKEYS_FULL: 409,
  LAST_SIGN_IN: 409,
  ALREADY_IN_STOCK: 409,
  LAST_ADMIN: 409,
  SELF_DELETE: 409,
  OWN_TWO_FACTOR: 409,
  ALREADY_JOINED: 409,
  MAIL_NOT_SENT: 409,
  TWO_FACTOR_ENFORCED: 409,
  IN_PROGRESS: 409,
  AMOUNT_MISMATCH: 409,
  ALREADY_PAID: 409,
  ORDER_CANCELLED: 409,
  PAYMENT_NOT_COMPLETED: 409,
  TOO_MANY_ATTEMPTS: 409,
  NOT_REFUNDABLE: 409,
  TOO_MANY_UNPAID: 409,
  UNKNOWN_PAYMENT: 409,
  IDENTIFIER_IN_USE: 409,
  UNIT_STATE: 409,
  REPAIR_OPEN: 409,
  UNIT_TAKEN: 409,
  LOT_CLOSED: 409,
  MANIFEST_APPLIED: 409,
  SUPPLIER_EXISTS: 409,
  UNITS_MISSING: 409,
  WRONG_UNIT: 409,
  SERIAL_TRACKED: 409,
  RETURN_WINDOW_CLOSED: 409,
  RETURN_OPEN: 409,
  RETURN_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNSUPPORTED_IMAGE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  UNREADABLE_IMAGE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  OVERLOADED: 503,
  MAINTENANCE: 503,
  UNAVAILABLE: 503,
  PAYMENT_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** True if the details stand beside the code in the response, where callers of the first API version look for them. */
export function hasFlatDetails(code: ProblemCode): boolean {
  return code === 'TWO_FACTOR_REQUIRED';
}

export type FieldError = { field: string; message: string };

type ProblemExtras = {
  errors?: FieldError[] | undefined;
  /** Data for programs, such as the current totals with PRICE_CHANGED. */
  details?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
};

/** Error with a message for people and a code for programs, used on both sides of HTTP. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: ProblemCode, message: string, extras: ProblemExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = extras.errors;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.requestId = extras.requestId;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemStatus, value);
}

/** True if the same call is refused whenever it is repeated: the fault is in the call, not in the shop. */
export function isRefused(error: unknown): boolean {
  const code = problemCodeOf(error);
  return code !== undefined && code !== 'RATE_LIMITED' && problemStatus[code] < 500;
}

/** Returns the code of a Problem, including one from another copy of this module; undefined for other values. */
export function problemCodeOf(error: unknown): ProblemCode | undefined {
  const code = error instanceof Error && error.name === 'Problem' ? (error as Problem).code : undefined;
  return isProblemCode(code) ? code : undefined;
}
