import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { openReturnShop } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { renderMail } from '../../../foundations/notifications/mails/render-mail.ts';
import { readPublicSettings } from '../../../foundations/settings/settings.queries.ts';
import { returnMailReaders } from '../return-mails.ts';

const shop = await openReturnShop(await openTestDatabase());
const { act, clock, deps, phoneLine } = shop;
afterEach(shop.expectIntegrity);

const settledMails = (returnId: string) => mailsOf(returnId, 'settled');

/** Returns the texts of the mails about a step of a case, settlements in their order. */
async function mailsOf(returnId: string, step: string): Promise<string[]> {
  const read = returnMailReaders(deps)['return-update'];
  type Request = Parameters<typeof read>[0];
  const { rows } = await deps.db.execute<{ data: Request }>(sql`select data from pgboss.job
    where name = 'send-mail' and data->>'returnId' = ${returnId} and data->>'step' = ${step}
    order by data->'settlement'->>'settledAt'`);
  const store = await readPublicSettings(deps.db);
  const contents = await Promise.all(rows.map(({ data }) => read(data)));
  const mails = contents.map((content) => content && renderMail(content, store, 'https://shop.test'));
  return (await Promise.all(mails)).map((mail) => mail?.text ?? '');
}

test('each settlement is mailed with its own sum, the sum so far and what is not settled', async () => {
  const sold = await shop.sell(2);
  const [first = '', second = ''] = sold.numbers;
  const { id, number, lines } = await shop.openReturn(sold, [phoneLine(first), phoneLine(second)]);
  const settle = async (index: number, more: object = {}) => {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await act('receiveReturn', number, { code: sold.serials[index] });
    const decision = { line: lines[index].id, decision: 'refund', disposition: 'bench', ...more };
    const { toSettle } = await act('decideReturn', number, { decisions: [decision] });
    await act('settleReturn', number, { amount: toSettle });
    return `$${toSettle.toFixed(2)}`;
  };
  const one = await settle(0);
  expect(await settledMails(id)).toEqual([expect.stringContaining('Not settled yet:')]);
  const two = await settle(1, { deductions: [{ reason: 'damage', note: 'A scratch', amount: 15 }] });
  const total = `$${(Number(one.slice(1)) + Number(two.slice(1))).toFixed(2)}`;
  const mails = await settledMails(id);
  expect(mails).toHaveLength(2);
  expect(mails[0]).toContain(`${one} of order ${sold.orderNumber} is refunded.`);
  expect(mails[0]).not.toContain('Together');
  expect(mails[1]).toContain(`${two} of order ${sold.orderNumber} is refunded.`);
  expect(mails[1]).toContain('Less $15.00');
  expect(mails[1]).toContain(`this return gives back ${total}.`);
  expect(mails[1]).not.toContain('Not settled yet');
  expect(mails[0]).not.toContain('A scratch');
});

test('the mail about an empty parcel does not say that its items are here', async () => {
  const sold = await shop.sell(1);
  const { id, number, lines } = await shop.openReturn(sold, [phoneLine(sold.numbers[0])]);
  await act('receiveReturn', number, { line: lines[0].id, match: 'missing', note: 'It weighs 80 g.' });
  const [mail] = await mailsOf(id, 'received');
  expect(mail).toContain(`It did not contain ${lines[0].product.name}.`);
  await act('decideReturn', number, { decisions: [{ line: lines[0].id, decision: 'reject' }] });
  await act('settleReturn', number, { amount: 0 });
  expect(await settledMails(id)).toEqual([expect.stringContaining('has ended without a refund.')]);
});

test('the mails about another device name it as the one that came instead', async () => {
  const [sold, other] = [await shop.sell(1), await shop.sell(1)];
  const { id, number, lines } = await shop.openReturn(sold, [phoneLine(sold.numbers[0])]);
  await act('receiveReturn', number, { code: other.serials[0], line: lines[0].id });
  const { name } = lines[0].product;
  expect(await mailsOf(id, 'received')).toEqual([
    expect.stringContaining(`Instead of ${name} it contained another device.`),
  ]);
  await act('decideReturn', number, { decisions: [{ line: lines[0].id, decision: 'reject' }] });
  await act('sendBackReturn', number, { lines: [lines[0].id], carrier: 'UPS', trackingNumber: '1Z5' });
  const [mail] = await mailsOf(id, 'sent-back');
  expect(mail).toContain(`we have sent back to you: the device that came instead of ${name}.`);
  expect(mail).toContain('Nothing is refunded for it.');
});
