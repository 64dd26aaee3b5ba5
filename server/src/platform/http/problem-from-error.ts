import { Problem } from '@reprise/contract/problem';
import { databaseFault } from '../database/database-fault.ts';
import { overloaded } from './overloaded.ts';

/** Returns the Problem that the caller gets for an error. The only place that maps errors to statuses. */
export function problemFromError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return fromDatabase(error) ?? fromFastify(error) ?? internalProblem(error);
}

function fromDatabase(cause: unknown): Problem | undefined {
  switch (databaseFault(cause)?.kind) {
    case 'unavailable':
      return new Problem(
        'UNAVAILABLE',
        'The shop is temporarily unavailable. Please try again in a moment.',
        {
          retryAfterSeconds: 2,
          cause,
        },
      );
    case 'contention':
      return overloaded(1, cause);
    case 'storageFull':
      return new Problem('STORAGE_FULL', 'There is no room left to store this.', { cause });
    case 'unstorableText':
      return new Problem('VALIDATION_ERROR', 'The text contains characters that cannot be stored.', {
        cause,
      });
    default:
      return undefined;
  }
}

function fromFastify(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'ENOSPC') return new Problem('STORAGE_FULL', 'There is no room left to store this.');
  switch (statusCode) {
    case 404:
      return new Problem('NOT_FOUND', 'Not found.');
    case 413:
      return new Problem('PAYLOAD_TOO_LARGE', 'That is larger than this shop accepts.');
    case 415:
      return new Problem('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with the content type application/json.');
    case 503:
      return overloaded(10);
    default:
      if (statusCode === undefined || statusCode < 400 || statusCode > 499) return undefined;
      return new Problem('VALIDATION_ERROR', 'The request could not be read.', { cause: error });
  }
}

function internalProblem(cause: unknown): Problem {
  return new Problem('INTERNAL', 'Something went wrong on our side. Please try again.', { cause });
}
