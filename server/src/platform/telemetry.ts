// Traces and error reports of this process. They are off unless the operator sets them up (docs/operations.md), and then
// cost one comparison per request, statement and job.

type SpanKind = 'server' | 'client' | 'consumer';
export type SpanAttributes = Record<string, string | number>;

/** Request as a trace names it: without query string, headers and addresses, which are personal data. */
type TracedRequest = {
  method: string;
  path: string;
  /** W3C trace context of the caller. */
  traceparent: string | undefined;
};
export type TracedResponse = { route: string; status: number };

/** Implemented by the package `telemetry`, which has the libraries and is installed only where it is used. */
export interface Telemetry {
  /** Runs `work` in a span below the current one; an error ends the span as failed. */
  span<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Starts the span of a request and calls `next` in it; the returned function ends it. */
  startRequest(request: TracedRequest, next: () => void): (response: TracedResponse) => void;
  /** Id of the current trace, for log lines. */
  traceId(): string | undefined;
  /** Reports an error that the log has as one; `error` and `fields` are what the log line says. */
  reportError(error: ReportedError, fields: SpanAttributes): void;
  /** Sends what is left, for as long as the time limit allows. */
  stop(): Promise<void>;
}

/** Error without query parameters. */
export type ReportedError = { type: string; message: string; stack?: string | undefined };

let active: Telemetry | undefined;

/** Sets what the process reports to, before the log is created. */
export function setTelemetry(telemetry: Telemetry): void {
  active = telemetry;
}

export const activeTelemetry = (): Telemetry | undefined => active;

/** Runs a statement in a span. Its text has placeholders in place of values. */
export function inStatementSpan<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (active === undefined) return work();
  const operation = (/^\s*(\w+)/.exec(text)?.[1] ?? 'statement').toUpperCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, maxQueryText),
  };
  return active.span(operation, 'client', attributes, work);
}

const maxQueryText = 2000;

/** Runs a job in a span of a trace of its own. */
export function inJobSpan<T>(name: string, attempt: number, work: () => Promise<T>): Promise<T> {
  if (active === undefined) return work();
  const attributes = { 'messaging.destination.name': name, 'reprise.job.attempt': attempt };
  return active.span(`process ${name}`, 'consumer', attributes, work);
}
