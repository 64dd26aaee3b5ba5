import { type FieldError, type Problem, problemCodeOf } from '@reprise/contract/problem';

/** Endings of the sentence, by what is known after a call without a response. */
const endings = {
  unchanged: ' Nothing was changed.',
  safe: ' You can safely try again.',
  retry: ' Try again.',
  scan: ' Scan the device again.',
  enter: ' Nothing is lost: press Enter to try again.',
  charge: ' You can safely try again; you are charged only once.',
  order: ' Nothing was ordered.',
};

/** Returns the message for a call without a response. */
export function noResponse(afterwards?: keyof typeof endings): string {
  return `The shop did not respond.${afterwards === undefined ? '' : endings[afterwards]}`;
}

/** Returns the message of a Problem, or the fallback for internal errors and missing responses. */
export function messageOf(error: unknown, fallback = noResponse()): string {
  const code = problemCodeOf(error);
  return code === undefined || code === 'INTERNAL' ? fallback : (error as Problem).message;
}

/** Returns the messages of a Problem for single fields. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  return (problemCodeOf(error) && (error as Problem).errors) ?? [];
}
