import {
  type Attributes,
  context,
  defaultTextMapGetter,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { Telemetry } from '../server/src/platform/telemetry.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Time in ms for the spans that are left when the shop stops. */
const stopMs = 3000;

/**
 * Starts the SDK, which reads all other settings of OpenTelemetry (OTEL_*) itself. Spans are sent in batches in the
 * background; when the receiver is away they are dropped.
 */
export function createTraces(version: string): Pick<Telemetry, 'span' | 'startRequest' | 'traceId' | 'stop'> {
  // Metrics are at /metrics, and log lines go to standard output.
  process.env.OTEL_METRICS_EXPORTER ??= 'none';
  process.env.OTEL_LOGS_EXPORTER ??= 'none';
  process.env.OTEL_SERVICE_NAME ??= 'reprise';
  // Others read the command line and the machine, which may hold secrets.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env';
  const sdk = new NodeSDK({ instrumentations: [] });
  sdk.start();
  const tracer = trace.getTracer('reprise', version);

  return {
    span: (name, kind, attributes, work) =>
      tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          fail(span, error instanceof Error ? error.name : 'error');
          throw error;
        } finally {
          span.end();
        }
      }),
    startRequest: ({ method, path, traceparent }, next) => {
      const parent = propagation.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const attributes: Attributes = { 'http.request.method': method, 'url.path': path };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      context.with(trace.setSpan(parent, span), next);
      return ({ route, status }) => {
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
        if (status >= 500) fail(span, String(status));
        span.end();
      };
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    stop: () => Promise.race([sdk.shutdown(), pause(stopMs)]),
  };
}

function fail(span: Span, type: string): void {
  // The message of an error may contain personal data, so that only its type is sent.
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
