import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'accessToken',
  'twoFactorToken',
  'secret',
  'apiKey',
];

/** Creates a log that writes one JSON line per entry to standard output, with secrets redacted. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        // Without a message pino logs the message of the error, which contains query parameters.
        logMethod(args, method) {
          const [first, text] = args as unknown as [unknown, string | undefined];
          const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
          if (text === undefined && error instanceof Error) args[1] = withoutParameters(error.message);
          method.apply(this, args);
        },
      },
      redact: { paths: redactedPaths(), censor: '[hidden]' },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

function redactedPaths(): string[] {
  const fields = [...secretFields, '["set-cookie"]'];
  return fields.flatMap((field) => {
    const suffix = field.startsWith('[') ? field : `.${field}`;
    return [field, `*${suffix}`, `*.*${suffix}`];
  });
}

interface DescribedError {
  type: string;
  message: string;
  code?: string | undefined;
  stack?: string | undefined;
  cause?: DescribedError;
}

/** Serializes an error without the query parameters that Drizzle appends, which contain personal data. */
function describeError(error: unknown): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name ?? typeof error,
    message: withoutParameters(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof error.stack === 'string' && { stack: withoutParameters(error.stack) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** True for an error or a copy of one as a plain object, which the job queue passes. */
function isErrorLike(error: unknown): error is Error {
  return typeof (error as { message?: unknown } | null)?.message === 'string';
}

function withoutParameters(text: string): string {
  const start = text.indexOf('\nparams: ');
  if (start < 0) return text;
  const stack = text.indexOf('\n    at ', start);
  return text.slice(0, start) + (stack < 0 ? '' : text.slice(stack));
}
