import { mailedTexts } from '../../server/test/mailed-links.ts';
import { call } from '../plain-client.ts';
import { expect, type Shop } from './journey.ts';

/** Returns the link to this page in a mail; links that work once are visible to the operator only. */
export async function mailedLink(shop: Shop, email: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const texts = mailedTexts(shop.dataDir, email);
    link = texts.flatMap((text) => new RegExp(`/${page}#[\\w.=-]+(?<!\\.)`).exec(text)?.[0] ?? [])[0];
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}

type Mail = { id: string; kind: string; subject: string; html: string };

/** Returns the mails to an address from the mailbox of the admin, newest first. */
export async function mailsTo({ url, adminToken }: Shop, email: string): Promise<Mail[]> {
  const read = async (path: string) => (await call(url, 'GET', path, { token: adminToken })).body.data;
  const { mails } = await read(`/notifications/mails?search=${encodeURIComponent(email)}`);
  return Promise.all(
    mails.map(async ({ id }: { id: string }) => (await read(`/notifications/mails/${id}`)).mail),
  );
}
