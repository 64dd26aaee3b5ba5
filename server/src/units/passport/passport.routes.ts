import { Problem } from '@reprise/contract/problem';
import type { passportEndpoints } from '@reprise/contract/units/passport';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { createSharedLimit } from '../../platform/http/rate-limit/rate-limit.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { hourSeconds } from '../../platform/time.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { lockUnit } from '../unit-rows.ts';
import { newPassportToken, units } from '../units.tables.ts';
import { endsWith, findPassport } from './passport.queries.ts';

/** Guesses at one device: six digits of an IMEI would else be found from many addresses. */
const matchesPerDevice = { points: 20, duration: hourSeconds };

export function passportHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof passportEndpoints> {
  const countMatch = createSharedLimit(deps.db, 'passport-match', matchesPerDevice);
  const assertOn = async () => {
    const { passports } = await readSettings(deps.db);
    if (!passports) throw new Problem('NOT_FOUND', 'This shop does not show passports of devices.');
  };
  return {
    getPassport: async ({ params }) => {
      await assertOn();
      return { passport: await findPassport(deps.db, params.token) };
    },
    matchPassport: async ({ params, body }) => {
      await assertOn();
      await countMatch(params.token);
      return { matches: await endsWith(deps.db, params.token, body.ending) };
    },
    renewPassport: async ({ params }, context) => ({
      passport: await renewPassport(deps, params.id, requireCaller(context).userId),
    }),
  };
}

/** Replaces the token of a unit; addresses with the old one end. */
async function renewPassport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  actorId: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { id } = await lockUnit(tx, reference);
    const [renewed] = await tx
      .update(units)
      .set({ passportToken: newPassportToken, version: sql`${units.version} + 1`, updatedAt: now() })
      .where(eq(units.id, id))
      .returning({ token: units.passportToken });
    await recordUnitEvents(tx, [{ unitId: id, kind: 'renewed', detail: 'print its label again' }], {
      actorId,
      now: now(),
    });
    return renewed?.token ?? '';
  });
}
