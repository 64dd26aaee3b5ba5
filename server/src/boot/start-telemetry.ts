import { existsSync, readFileSync } from 'node:fs';
import { type Environment, InvalidSettings } from '../platform/environment.ts';
import { setTelemetry, type Telemetry } from '../platform/telemetry.ts';

const folder = new URL('../../../telemetry/', import.meta.url);

export type TelemetryOptions = {
  /** Version of the shop. */
  version: string;
  hasTraces: boolean;
  sentryDsn: string | undefined;
  publicUrl: string;
};
type TelemetryPackage = { createTelemetry: (options: TelemetryOptions) => Telemetry };

/**
 * Starts traces and error reports if the settings name a receiver; returns the function that sends the rest at the end.
 * Throws InvalidSettings if their package is not installed.
 */
export async function startTelemetry({
  tracesEndpoint,
  sentryDsn,
  publicUrl,
}: Pick<Environment, 'tracesEndpoint' | 'sentryDsn' | 'publicUrl'>): Promise<() => Promise<void>> {
  if (tracesEndpoint === undefined && sentryDsn === undefined) return async () => {};
  if (!existsSync(new URL('node_modules', folder))) {
    throw new InvalidSettings(
      'OTEL_EXPORTER_OTLP_ENDPOINT and SENTRY_DSN need their packages: run `npm ci --prefix telemetry`.',
    );
  }
  const { createTelemetry } = (await import(new URL('create-telemetry.ts', folder).href)) as TelemetryPackage;
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const hasTraces = tracesEndpoint !== undefined;
  const telemetry = createTelemetry({ version, hasTraces, sentryDsn, publicUrl });
  setTelemetry(telemetry);
  return () => telemetry.stop();
}
