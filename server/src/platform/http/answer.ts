import { hasFlatDetails, type Problem } from '@reprise/contract/problem';

/** Returns the body of a successful response. Entities repeat their id as `_id` for callers of the first API version. */
export function successBody(data: unknown, message?: string): string {
  return JSON.stringify({ success: true, data: withUnderscoreIds(data), ...(message && { message }) });
}

function withUnderscoreIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnderscoreIds);
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  const entity = value as Record<string, unknown>;
  if (typeof entity.id === 'string') copy._id = entity.id;
  for (const [key, inner] of Object.entries(entity)) copy[key] = withUnderscoreIds(inner);
  return copy;
}

/** Returns the body of an error response. */
export function problemBody(problem: Problem, requestId: string): string {
  return JSON.stringify({
    success: false,
    message: problem.message,
    code: problem.code,
    errors: problem.errors,
    ...(hasFlatDetails(problem.code) ? problem.details : { details: problem.details }),
    requestId,
  });
}
