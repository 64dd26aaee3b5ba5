import { createStackParser, createTransport, Scope } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import type { ReportedError, SpanAttributes } from '../server/src/platform/telemetry.ts';

type Options = { sentryDsn: string; version: string; publicUrl: string };

/** A fault that hits every request must not flood the receiver. */
const maxReportsPerMinute = 30;
const minuteMs = 60_000;
const sendMs = 5000;
/** Time in ms for the reports that are left when the shop stops. */
const stopMs = 2000;

/** Reports errors in the protocol of Sentry, which others understand too. */
export function createErrorReports({ sentryDsn, version, publicUrl }: Options): {
  report: (error: ReportedError, fields: SpanAttributes) => void;
  stop: () => Promise<unknown>;
} {
  const client = new ServerRuntimeClient({
    dsn: sentryDsn,
    release: `reprise@${version}`,
    environment: new URL(publicUrl).hostname,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    stackParser: createStackParser(nodeStackLineParser()),
    integrations: [],
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const response = await fetch(options.url, {
          method: 'POST',
          body: body as string,
          headers: { 'content-type': 'application/x-sentry-envelope' },
          signal: AbortSignal.timeout(sendMs),
        });
        await response.body?.cancel();
        const { headers, status: statusCode } = response;
        const limits = {
          'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
          'retry-after': headers.get('retry-after'),
        };
        return { statusCode, headers: limits };
      }),
  });
  client.init();
  let minute = 0;
  let reports = 0;
  return {
    report: ({ type, message, stack }, fields) => {
      const now = Math.floor(Date.now() / minuteMs);
      if (now !== minute) [minute, reports] = [now, 0];
      if (++reports > maxReportsPerMinute) return;
      const scope = new Scope();
      scope.setTags(fields);
      const error = Object.assign(new Error(message), { name: type, ...(stack && { stack }) });
      client.captureException(error, {}, scope);
    },
    stop: async () => client.close(stopMs),
  };
}
