import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../test/order-shop.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { twoFactors } from '../identity/identity.tables.ts';
import { placeOfSecret } from '../identity/two-factor/second-factor.ts';
import { eraseGuestFromOrders } from '../orders/erase-user-from-orders.ts';
import { readRetainedInvoice } from '../orders/invoices/retained-invoices.ts';
import { orders } from '../orders/orders.tables.ts';
import { decryptField, encryptField } from '../platform/crypto/encrypted-field.ts';
import { createKeyring, type Keyring } from '../platform/crypto/keyring.ts';
import { readKeyring, readStoredSecret } from '../platform/crypto/secrets.ts';
import { idOfSigned, signedId } from '../platform/crypto/signed-id.ts';
import { inTransaction } from '../platform/database/database.ts';
import { readPaymentKeys, storePaymentKeys } from '../settings/payment-keys.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { moveSecret, rotateSecret } from './move-secret.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, register } = await openTestApp(database);
const appSecret = 'the key that the environment holds';
const next = 'the key that follows the first key';
const keys = {
  publishableKey: 'pk_test_canary',
  secretKey: 'sk_test_canary',
  webhookSecret: 'whsec_canary',
};

/** Two people with a second factor, one of them setting up another, and Stripe keys; sealed with the key in use. */
async function fillWith(keyring: Keyring): Promise<string[]> {
  await db.delete(twoFactors);
  const people = [await register('Ada'), await register('Ben')].map(({ id }) => id);
  for (const [index, userId] of people.entries()) {
    const seal = (text: string) => encryptField(keyring, placeOfSecret(userId), text);
    const pendingSecret = index === 0 ? seal('PENDING') : null;
    await db.insert(twoFactors).values({ userId, secret: seal('TOTP'), pendingSecret });
  }
  await storePaymentKeys({ ...deps, secret: keyring }, keys, null, async () => {});
  return people;
}

async function expectReadableBy(keyring: Keyring, people: string[]): Promise<void> {
  for (const row of await db.select().from(twoFactors)) {
    expect(people).toContain(row.userId);
    const open = (sealed: string) => decryptField(keyring, placeOfSecret(row.userId), sealed);
    expect(open(row.secret ?? '')).toBe('TOTP');
    if (row.pendingSecret !== null) expect(open(row.pendingSecret)).toBe('PENDING');
  }
  expect(await readPaymentKeys({ ...deps, secret: keyring })).toMatchObject(keys);
}

async function run(command: (print: (line: string) => void) => Promise<number>) {
  const said: string[] = [];
  return { exit: await command((line) => said.push(line)), said: said.join('\n') };
}

test('moves the key out of the database, then rotates it, and everything stays readable', async () => {
  const stored = await readKeyring(db, {});
  const people = await fillWith(stored);
  const link = signedId(stored, 'newsletter', 'usr_1');

  const refused = await run((print) => moveSecret(db, {}, null, print));
  expect(refused).toMatchObject({ exit: 1, said: expect.stringContaining('openssl rand -base64 32') });
  await expectReadableBy(await readKeyring(db, { appSecret }), people);

  const file = join(temporaryFolder(), 'previous');
  const moved = await run((print) => moveSecret(db, { appSecret }, file, print));
  expect(moved).toMatchObject({ exit: 0, said: expect.stringContaining('2 second factors') });
  expect(await readStoredSecret(db)).toBeUndefined();
  await expectReadableBy(createKeyring(appSecret), people);
  const appSecretPrevious = readFileSync(file, 'utf8').trim();
  expect(idOfSigned(await readKeyring(db, { appSecret }), 'newsletter', link)).toBeNull();
  expect(idOfSigned(await readKeyring(db, { appSecret, appSecretPrevious }), 'newsletter', link)).toBe(
    'usr_1',
  );
  await expect(readKeyring(db, {})).rejects.toThrow('was moved out of its database');
  expect(await run((print) => moveSecret(db, { appSecret }, null, print))).toMatchObject({ exit: 0 });

  const rotation = { appSecret: next, appSecretPrevious: appSecret };
  await expectReadableBy(await readKeyring(db, rotation), people);
  expect(await run((print) => rotateSecret(db, rotation, print))).toMatchObject({ exit: 0 });
  await expectReadableBy(createKeyring(next), people);
  const again = await run((print) => rotateSecret(db, rotation, print));
  expect(again).toMatchObject({ exit: 0, said: expect.stringContaining('0 second factors') });
});

test('removes no key while something cannot be decrypted, and goes on where it stopped', async () => {
  const lost = createKeyring('a key that nobody has any more today');
  const people = await fillWith(lost);
  const [first = '', second = ''] = people;
  const file = join(temporaryFolder(), 'previous');
  const readable = encryptField(createKeyring(next), placeOfSecret(first), 'TOTP');
  await db
    .update(twoFactors)
    .set({ secret: readable, pendingSecret: null })
    .where(eq(twoFactors.userId, first));
  const rotation = { appSecret: 'the third key in the life of the shop', appSecretPrevious: next };
  const stopped = await run((print) => rotateSecret(db, rotation, print));
  expect(stopped.exit).toBe(1);
  expect(stopped.said).toContain(second);
  expect(stopped.said).toContain('the Stripe keys');
  expect(existsSync(file)).toBe(false);
  expect(await readPaymentKeys({ ...deps, secret: createKeyring(rotation.appSecret) })).toBe('unreadable');

  await db.delete(twoFactors).where(eq(twoFactors.userId, second));
  await db.update(storeSettings).set({ stripeSecretKeySealed: null, stripeWebhookSecretSealed: null });
  expect(await run((print) => rotateSecret(db, rotation, print))).toMatchObject({ exit: 0 });
  const [row] = await db.select().from(twoFactors);
  expect(decryptField(createKeyring(rotation.appSecret), placeOfSecret(first), row?.secret ?? '')).toBe(
    'TOTP',
  );
});

test('keeps the invoice address of an anonymized order readable without the previous key', async () => {
  await db.delete(twoFactors);
  const shop = await openOrderShop(database);
  const { order } = await shop.place(orderOf({ [await shop.addProduct(5)]: 1 }));
  await db.update(orders).set({ status: 'delivered', paymentStatus: 'paid' }).where(eq(orders.id, order.id));
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, createKeyring(appSecret), someAddress.email));

  const rotation = { appSecret: next, appSecretPrevious: appSecret };
  const rotated = await run((print) => rotateSecret(db, rotation, print));
  expect(rotated).toMatchObject({ exit: 0, said: expect.stringContaining('1 kept invoices') });
  expect(await readRetainedInvoice(db, createKeyring(next), order.id)).toMatchObject({
    name: 'Grace Hopper',
    address: someAddress.address,
  });

  const withoutOldKey = { appSecret: 'the third key in the life of the shop', appSecretPrevious: appSecret };
  const stopped = await run((print) => rotateSecret(db, withoutOldKey, print));
  expect(stopped).toMatchObject({ exit: 1, said: expect.stringContaining(order.id) });
});
