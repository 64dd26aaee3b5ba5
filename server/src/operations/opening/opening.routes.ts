import type { openingEndpoints } from '@reprise/contract/operations/opening';
import type { Deps } from '../../deps.ts';
import { openToVisitors, readOpenedAt } from '../../foundations/settings/opening.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { createPreviewCookie } from './preview-cookie.ts';

export function openingHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'secret' | 'environment'>,
): Handlers<typeof openingEndpoints> {
  const read = async () => {
    const openedAt = await readOpenedAt(deps.db);
    return { opening: { openedAt: openedAt?.toISOString() ?? null } };
  };
  return {
    getOpening: read,
    openShop: async (_input, context) => {
      const { userId } = requireCaller(context);
      await inTransaction(deps.db, (tx) => openToVisitors(tx, deps.now(), userId));
      return read();
    },
    previewShop: async (_input, { setCookie }) => {
      setCookie?.(createPreviewCookie(deps));
      return {};
    },
  };
}
