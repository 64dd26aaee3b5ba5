import type { EndpointTable } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Registers routes for unknown paths, which the web app would otherwise serve. They throw before a body is read. */
export function rejectUnknownCalls(app: FastifyInstance, table: EndpointTable): void {
  const onRequest = async (request: FastifyRequest) => {
    throw unknownCallProblem(request, table, app.prefix);
  };
  const handler = async () => {};
  for (const path of ['/', '/*']) app.all(path, { onRequest }, handler);
  app.setNotFoundHandler(onRequest);
}

/** Returns 405 if the path exists with another method, else 404. */
function unknownCallProblem(request: FastifyRequest, table: EndpointTable, prefix: string): Problem {
  const path = request.url.split('?', 1)[0] ?? '';
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  const allowed = Object.values(table)
    .filter((endpoint) => isPathOf(prefix + endpoint.path, segments))
    .map((endpoint) => endpoint.method);
  if (allowed.length === 0) return new Problem('NOT_FOUND', 'There is no such call.');
  return new Problem('METHOD_NOT_ALLOWED', `This call understands ${allowed.join(', ')}.`, {
    details: { allow: allowed },
  });
}

/** True if the segments match the pattern; a parameter matches any one segment. */
function isPathOf(pattern: string, segments: string[]): boolean {
  const parts = pattern.split('/');
  return (
    segments.length === parts.length &&
    parts.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
