import { registration } from '@reprise/contract/people/identity/sign-in';
import { z } from 'zod';

const passwordPair = { password: z.string(), confirmation: z.string().min(1) };

/** New password, typed twice. */
export const newPasswordFields = {
  password: registration.shape.password,
  confirmation: z.string().min(1, 'Enter the password again'),
};

type Pair = { password: string; confirmation: string };

type Match = { path: PropertyKey[]; message: string; when: (payload: { value: unknown }) => boolean };

/** Arguments of `refine`, which reports the mismatch together with other errors instead of after them. */
export const passwordsMatch: [(values: Pair) => boolean, Match] = [
  (values) => values.password === values.confirmation,
  {
    path: ['confirmation'],
    message: 'Passwords do not match',
    when: ({ value }) => z.object(passwordPair).safeParse(value).success,
  },
];
