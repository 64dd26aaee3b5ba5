import { lastingSteps, openSteps, salesBans } from '@reprise/contract/workshop/units/readiness';
import type { Gate } from '@reprise/contract/workshop/units/unit';
import type { Tx } from '../../../platform/database/database.ts';
import { readUnits } from '../unit.queries.ts';

type Verdict = { gate: Gate; problem: string };

/**
 * Judges locked units on the bench: those with every step done pass, the others may be waived by a manager who says
 * why. A blocked check, an erasure and a grade that is not for customers cannot be waived.
 */
export async function judgeUnits(
  tx: Tx,
  locked: readonly { id: string }[],
  { canWaive }: { canWaive: boolean },
): Promise<Map<string, Verdict>> {
  const units = await readUnits(
    tx,
    locked.map(({ id }) => id),
  );
  return new Map(
    units.map((unit) => {
      const [bans, open] = [salesBans(unit), openSteps(unit)];
      const problems = [...bans, ...(canWaive ? lastingSteps(unit) : open)];
      return [unit.id, { gate: open.length === 0 ? 'passed' : 'waived', problem: problems.join(' ') }];
    }),
  );
}
