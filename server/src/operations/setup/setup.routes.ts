import type { setupEndpoints } from '@reprise/contract/operations/setup';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { findDemoLoad } from '../../foundations/settings/demo-load.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { findDemoObstacles } from './demo-obstacles.ts';
import { removeDemo } from './remove-demo.ts';
import { readSetup } from './setup.queries.ts';
import { skippedSetupSteps } from './setup.tables.ts';

export function setupHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'environment' | 'search'>,
): Handlers<typeof setupEndpoints> {
  return {
    getSetup: async () => ({ setup: await readSetup(deps) }),
    skipSetupStep: async ({ params: { step }, body: { skipped } }, context) => {
      await inTransaction(deps.db, async (tx) => {
        const changed = skipped
          ? await tx.insert(skippedSetupSteps).values({ step }).onConflictDoNothing().returning()
          : await tx.delete(skippedSetupSteps).where(eq(skippedSetupSteps.step, step)).returning();
        if (changed.length === 0) return;
        await recordAudit(tx, {
          actorId: requireCaller(context).userId,
          action: skipped ? 'skip setup step' : 'take up setup step',
          subject: 'settings',
          after: { step },
        });
      });
      return { setup: await readSetup(deps) };
    },
    getDemo: async () => {
      const load = await findDemoLoad(deps.db);
      return { demo: load ? { obstacles: await findDemoObstacles(deps.db) } : null };
    },
    removeDemo: async (_input, context) => {
      await removeDemo(deps, requireCaller(context).userId);
      return { setup: await readSetup(deps) };
    },
  };
}
