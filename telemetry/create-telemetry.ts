import type { TelemetryOptions } from '../server/src/boot/start-telemetry.ts';
import type { Telemetry } from '../server/src/platform/telemetry.ts';
import { createErrorReports } from './report-errors.ts';
import { createTraces } from './traces.ts';

/** Returns what the settings switch on: traces, error reports or both. */
export function createTelemetry({ version, hasTraces, sentryDsn, publicUrl }: TelemetryOptions): Telemetry {
  const traces = hasTraces ? createTraces(version) : undefined;
  const reports = sentryDsn === undefined ? undefined : createErrorReports({ sentryDsn, version, publicUrl });
  return {
    span: (name, kind, attributes, work) => (traces ? traces.span(name, kind, attributes, work) : work()),
    startRequest: (request, next) => {
      if (traces) return traces.startRequest(request, next);
      next();
      return () => {};
    },
    traceId: () => traces?.traceId(),
    reportError: (error, fields) => reports?.report(error, fields),
    stop: async () => {
      await Promise.allSettled([traces?.stop(), reports?.stop()]);
    },
  };
}
