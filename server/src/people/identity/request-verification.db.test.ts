import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { spendMailBudget } from '../../foundations/notifications/mail-budget.ts';

const { call, register, deps } = await openTestApp(await openTestDatabase(), { RATE_LIMIT: 'on' });

test('answers 429 when the address has used up its mail budget', async () => {
  const { token, email } = await register();
  const again = () => call('POST', '/auth/resend-verification', { token, body: {} });
  expect((await again()).status).toBe(200);
  for (const eventKey of ['a', 'b', 'c'])
    await spendMailBudget(deps, 'verification', { to: email, eventKey });
  const limited = await again();
  expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
});
