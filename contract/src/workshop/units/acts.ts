import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import type { Permission } from '../../permissions.ts';
import { reference, requiredText, text } from '../../wire.ts';
import { newChecks, wipeCategories, wipeResults, wipeVerifications } from './bench.ts';
import { placeName, unitIds, unitOutcome } from './unit.ts';
import { departures, unitStates } from './unit-states.ts';

/** Devices that the back office chooses for one act. */
export const maxUnitsPerAct = 2000;

const reason = text(500).default('');

/** Same change of many devices. An erasure names method and tool, a test and a grade how they were found. */
export const unitAction = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('move'),
        to: z.enum(unitStates),
        goneAs: z.enum(departures).exclude(['mistaken', 'untracked', 'never-came', 'bought-back']).optional(),
        reason,
      })
      .refine(({ to, goneAs }) => (to === 'gone') === (goneAs !== undefined), {
        path: ['goneAs'],
        error: 'Choose how the devices left',
      }),
    z.object({ kind: z.literal('list'), product: reference, reason }),
    z.object({
      kind: z.literal('assign'),
      to: z.enum(['me', 'nobody'], 'Choose who works on the devices'),
      takeOver: z.boolean().default(false),
    }),
    z.object({ kind: z.literal('place'), place: placeName }),
    z.object({ kind: z.literal('check'), checks: newChecks.shape.checks }),
    z.object({
      kind: z.literal('wipe'),
      category: z.enum(wipeCategories, 'Choose a category'),
      method: requiredText(100, 'Say how they were erased'),
      tool: requiredText(100, 'Name the tool that erased them'),
      verification: z.enum(wipeVerifications, 'Choose how it was verified'),
      result: z.enum(wipeResults, 'Choose the result'),
    }),
    /** All tests of the checklist of each device passed. */
    z.object({ kind: z.literal('test'), reason: requiredText(500, 'Say how they were tested') }),
    z.object({
      kind: z.literal('grade'),
      code: requiredText(10, 'Choose a grade'),
      reason: requiredText(500, 'Say how the grade was found'),
    }),
  ])
  .meta({ id: 'UnitAction' });
export type UnitAction = z.output<typeof unitAction>;

/** Permission that each action needs. */
export const actionNeeds: Record<UnitAction['kind'], Permission> = {
  move: 'units.bench',
  list: 'units.list',
  assign: 'units.bench',
  place: 'units.receive',
  check: 'units.bench',
  wipe: 'units.bench',
  test: 'units.bench',
  grade: 'units.bench',
};

const unitAct = z
  .object({
    id: z.string(),
    /** "A-" and digits, in the history of each device. */
    number: z.string(),
  })
  .meta({ id: 'UnitAct' });

const access = { access: 'admin', needs: 'units.read', rate: 'write' } as const;

export const unitActEndpoints = endpoints({
  startUnitAct: {
    method: 'POST',
    path: '/units/acts',
    summary:
      'Start the same change of many devices, with the permission of that change; `POST /units/acts/:id/devices` does it',
    ...access,
    idempotent: true,
    body: unitAction,
    response: z.object({ act: unitAct }),
    status: 201,
  },
  runUnitAct: {
    method: 'POST',
    path: '/units/acts/:id/devices',
    summary:
      'Do an act of one’s own for devices; one that it was done for already stays as it is, so that a call can be repeated',
    ...access,
    params: z.object({ id: reference }),
    body: z.object({ ids: unitIds }).meta({ id: 'UnitActDevices' }),
    response: z.object({ outcomes: z.array(unitOutcome) }),
  },
});
