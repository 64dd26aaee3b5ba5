import { z } from 'zod';
import { endpoints } from '../endpoint.ts';

/** Steps from an empty shop to its first sale, in the order of the checklist. */
export const setupSteps = [
  'store',
  'hours',
  'tax',
  'shipping',
  'payment',
  'mail',
  'product',
  'order',
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const setup = z
  .object({
    steps: z.array(
      z.object({
        id: z.enum(setupSteps),
        /** Derived from what the shop contains. */
        isDone: z.boolean(),
        isSkipped: z.boolean(),
      }),
    ),
    /** True if the demo shop was loaded: the back office then offers the checklist only on request. */
    isDemo: z.boolean(),
  })
  .meta({ id: 'Setup' });
export type Setup = z.output<typeof setup>;

export const setupEndpoints = endpoints({
  getSetup: {
    method: 'GET',
    path: '/setup',
    summary: 'Steps to the first sale and their states',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ setup }),
  },
  skipSetupStep: {
    method: 'PUT',
    path: '/setup/:step',
    summary: 'Skip a step, or take it up again',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    params: z.object({ step: z.enum(setupSteps) }),
    body: z.object({ skipped: z.boolean('Must be true or false') }),
    response: z.object({ setup }),
  },
});
