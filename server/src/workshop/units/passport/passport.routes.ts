import { problemCodeOf } from '@reprise/contract/problem';
import type { passportEndpoints } from '@reprise/contract/workshop/units/passport';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { networkPrefix } from '../../../platform/http/network-prefix.ts';
import { createSharedLimit } from '../../../platform/http/rate-limit/rate-limit.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { daySeconds, hourSeconds } from '../../../platform/time.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { lockUnit } from '../unit-rows.ts';
import { newPassportToken, units } from '../units.tables.ts';
import { assertPassportsShown, endsWith, findPassport } from './passport.queries.ts';

/** Comparisons with one device by a network. */
const perNetwork = { points: 20, duration: hourSeconds };
/** Comparisons with one device by all networks; past them each network has a few a day. */
const perDevice = { points: 200, duration: daySeconds };
const perNetworkOfGuessedDevice = { points: 3, duration: daySeconds };

/** Counts a comparison: many networks together would otherwise find the last six digits of an IMEI. */
function createMatchLimit({ db }: Pick<Deps, 'db'>) {
  const countOfNetwork = createSharedLimit(db, 'passport-match', perNetwork);
  const countOfDevice = createSharedLimit(db, 'passport-device', perDevice);
  const countOfGuessedDevice = createSharedLimit(db, 'passport-guessed', perNetworkOfGuessedDevice);
  return async (token: string, ip: string) => {
    const key = `${token} ${networkPrefix(ip)}`;
    await countOfNetwork(key);
    const isGuessed = await countOfDevice(token).then(
      () => false,
      (error: unknown) => {
        if (problemCodeOf(error) === 'RATE_LIMITED') return true;
        throw error;
      },
    );
    if (isGuessed) await countOfGuessedDevice(key);
  };
}

export function passportHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof passportEndpoints> {
  const countMatch = createMatchLimit(deps);
  return {
    getPassport: async ({ params }) => {
      await assertPassportsShown(deps.db);
      return { passport: await findPassport(deps.db, params.token) };
    },
    matchPassport: async ({ params, body }, { ip }) => {
      await assertPassportsShown(deps.db);
      await countMatch(params.token, ip);
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
