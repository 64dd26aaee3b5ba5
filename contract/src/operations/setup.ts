import { z } from 'zod';
import { endpoints } from '../endpoint.ts';

/** Steps from an empty shop to its first sale, in the order of the checklist. */
export const setupSteps = [
  'store',
  'hours',
  'currency',
  'tax',
  'shipping',
  'payment',
  'mail',
  'product',
  'order',
  'open',
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

/** Kinds of data of the owner's own, which would be lost with the demo. */
export const demoObstacleKinds = [
  'payment',
  'order',
  'past order',
  'customer',
  'product',
  'device',
  'lot',
  'channel',
] as const;

export const demoObstacle = z
  .object({
    kind: z.enum(demoObstacleKinds),
    /** The first of them, such as order numbers and email addresses. */
    names: z.array(z.string()),
    count: z.number(),
  })
  .meta({ id: 'DemoObstacle' });
export type DemoObstacle = z.output<typeof demoObstacle>;

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
  getDemo: {
    method: 'GET',
    path: '/setup/demo',
    summary: 'What keeps the demo data from being removed',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({
      /** Null in a shop without the demo. */
      demo: z.object({ obstacles: z.array(demoObstacle) }).nullable(),
    }),
  },
  removeDemo: {
    method: 'DELETE',
    path: '/setup/demo',
    summary:
      'Remove the demo from a shop that has nothing else: accounts of staff, settings, texts and the audit log remain',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    stepUp: true,
    response: z.object({ setup }),
  },
});
