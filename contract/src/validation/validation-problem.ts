import type { z } from 'zod';
import { type FieldError, Problem, type ProblemCode } from '../problem.ts';

/** Bounds the error response, which could otherwise be many times larger than the request. */
const maxErrors = 100;

/** Returns the Problem for input that a schema rejects; `fieldProblems` has the codes of top-level fields. */
export function validationProblem(
  error: z.core.$ZodError,
  fieldProblems: Record<string, ProblemCode> = {},
): Problem {
  const errors: FieldError[] = error.issues.slice(0, maxErrors).map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const first = error.issues[0];
  const message = errors[0]?.message ?? 'The input is not valid.';
  const code = first?.path.length === 1 ? fieldProblems[String(first.path[0])] : undefined;
  return new Problem(code ?? 'VALIDATION_ERROR', message, { errors });
}
