import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonBody } from './bodies/json-body.ts';

/** Endpoint for browsers' reports of Content-Security-Policy violations. */
const path = '/csp-reports';

const maxReportBytes = 8 * 1024;
const maxReportsPerRequest = 20;

/** Allowed label values: reports are unauthenticated, and any other name would add a time series to the metrics. */
const directives = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
]);

export type CspReportCounts = ReadonlyMap<string, number>;

/** Counts reports by directive without storing them. Returns the counts of this process. */
export function serveCspReports(
  app: FastifyInstance,
  countCall: (ip: string) => Promise<void>,
): CspReportCounts {
  const counts = new Map<string, number>();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'buffer', bodyLimit: maxReportBytes },
      async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
    );
    scope.post(
      path,
      { bodyLimit: maxReportBytes, onRequest: async (request) => countCall(request.ip) },
      async (request, reply) => {
        for (const directive of readDirectives(request.body)) {
          counts.set(directive, (counts.get(directive) ?? 0) + 1);
        }
        return reply.code(204).send();
      },
    );
  });
  return counts;
}

/** Returns the violated directives of a report in either form: one object (report-uri) or a list (report-to). */
function readDirectives(body: unknown): string[] {
  const reports = (Array.isArray(body) ? body : [body]).slice(0, maxReportsPerRequest);
  return reports.map((report) => {
    const { 'csp-report': reportUri, body: reportTo } = (report ?? {}) as Record<string, unknown>;
    const fields = (reportUri ?? reportTo ?? {}) as Record<string, unknown>;
    const violated =
      fields.effectiveDirective ?? fields['effective-directive'] ?? fields['violated-directive'];
    const [directive = ''] = String(violated).split(' ', 1);
    return directives.has(directive) ? directive : 'other';
  });
}
