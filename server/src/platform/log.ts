import { type DestinationStream, type Logger, pino } from 'pino';
import { activeTelemetry, type Telemetry } from './telemetry.ts';

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
  const telemetry = activeTelemetry();
  return pino(
    {
      level,
      base: null,
      ...(telemetry && { mixin: () => traceOf(telemetry) }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        // Without a message pino logs the message of the error, which contains query parameters.
        logMethod(args, method, level) {
          const [first, text] = args as unknown as [unknown, string | undefined];
          const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
          if (text === undefined && error instanceof Error) args[1] = withoutParameters(error.message);
          if (level >= errorLevel && telemetry) reportLogged(telemetry, first, args[1]);
          method.apply(this, args);
        },
      },
      redact: { paths: redactedPaths(), censor: '[hidden]' },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

const errorLevel = 50;

/** Joins a log line to its trace. */
function traceOf(telemetry: Telemetry): { trace_id?: string } {
  const id = telemetry.traceId();
  return id === undefined ? {} : { trace_id: id };
}

/** Fields that say where an error was logged and nothing about a person. */
const reportedFields = ['code', 'reqId', 'job', 'step'];

/** Reports a line of level error: its error, or its text if it has none. */
function reportLogged(telemetry: Telemetry, first: unknown, text: unknown): void {
  const line = (typeof first === 'object' ? first : undefined) as Record<string, unknown> | undefined;
  const error = first instanceof Error ? first : line?.err;
  const fields = reportedFields.flatMap((name): [string, string][] =>
    typeof line?.[name] === 'string' ? [[name, line[name]]] : [],
  );
  const message = typeof text === 'string' ? text : typeof first === 'string' ? first : 'error';
  const reported = error === undefined ? { type: 'Logged', message } : describeError(error);
  telemetry.reportError(reported, { ...Object.fromEntries(fields), logged: message });
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
