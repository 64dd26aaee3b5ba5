import { hasFlatDetails, type Problem } from '@reprise/contract/problem';

/** Returns the body of a successful response. Entities repeat their id as `_id` for callers of the first API version. */
export function successBody(data: unknown, message?: string): string {
  return JSON.stringify({ success: true, data, ...(message && { message }) }, withUnderscoreId);
}

function withUnderscoreId(_key: string, value: unknown): unknown {
  return isEntity(value) ? { _id: value.id, ...value } : value;
}

function isEntity(value: unknown): value is { id: string } {
  return value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string';
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
