import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../test/order-shop.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { mailServers } from '../foundations/notifications/mail-server/mail-server.tables.ts';
import {
  passwordContext,
  readStoredMailServer,
} from '../foundations/notifications/mail-server/mail-server.ts';
import { readPaymentKeys, storePaymentKeys } from '../foundations/settings/payment-keys.ts';
import { storeSettings } from '../foundations/settings/settings.tables.ts';
import { twoFactors } from '../people/identity/identity.tables.ts';
import { secretContext } from '../people/identity/two-factor/second-factor.ts';
import { decryptField, encryptField } from '../platform/crypto/encrypted-field.ts';
import { createKeyring, type Keyring } from '../platform/crypto/keyring.ts';
import { readKeyring, readStoredSecret } from '../platform/crypto/secrets.ts';
import { idOfSigned, signedId } from '../platform/crypto/signed-id.ts';
import { inTransaction } from '../platform/database/database.ts';
import { eraseGuestFromOrders } from '../sales/orders/erase-user-from-orders.ts';
import { readRetainedInvoice } from '../sales/orders/invoices/retained-invoices.ts';
import { orders } from '../sales/orders/orders.tables.ts';
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

/** Stores two users with a second factor, one of them replacing it, and Stripe keys, encrypted with the keyring. */
async function fillWith(keyring: Keyring): Promise<string[]> {
  await db.delete(twoFactors);
  const userIds = [await register('Ada'), await register('Ben')].map(({ id }) => id);
  for (const [index, userId] of userIds.entries()) {
    const encrypt = (text: string) => encryptField(keyring, secretContext(userId), text);
    const pendingSecret = index === 0 ? encrypt('PENDING') : null;
    await db.insert(twoFactors).values({ userId, secret: encrypt('TOTP'), pendingSecret });
  }
  await storePaymentKeys({ ...deps, secret: keyring }, keys, null, async () => {});
  const passwordEncrypted = encryptField(keyring, passwordContext, 'mail password');
  const server = { host: 'mail.test', port: 587, encryption: 'starttls' as const, userName: 'shop' };
  await db.delete(mailServers);
  await db.insert(mailServers).values({ ...server, passwordEncrypted });
  return userIds;
}

async function expectReadableBy(keyring: Keyring, userIds: string[]): Promise<void> {
  for (const row of await db.select().from(twoFactors)) {
    expect(userIds).toContain(row.userId);
    const decrypt = (text: string) => decryptField(keyring, secretContext(row.userId), text);
    expect(decrypt(row.secret ?? '')).toBe('TOTP');
    if (row.pendingSecret !== null) expect(decrypt(row.pendingSecret)).toBe('PENDING');
  }
  expect(await readPaymentKeys({ ...deps, secret: keyring })).toMatchObject(keys);
  expect(await readStoredMailServer({ db, secret: keyring })).toMatchObject({ password: 'mail password' });
}

async function run(command: (print: (line: string) => void) => Promise<number>) {
  const lines: string[] = [];
  return { exit: await command((line) => lines.push(line)), output: lines.join('\n') };
}

test('encrypted data stays readable when the key is moved and then rotated', async () => {
  const stored = await readKeyring(db, {});
  const userIds = await fillWith(stored);
  const link = signedId(stored, 'newsletter', 'usr_1');

  const refused = await run((print) => moveSecret(db, {}, null, print));
  expect(refused).toMatchObject({ exit: 1, output: expect.stringContaining('openssl rand -base64 32') });
  await expectReadableBy(await readKeyring(db, { appSecret }), userIds);

  const file = join(temporaryFolder(), 'previous');
  const moved = await run((print) => moveSecret(db, { appSecret }, file, print));
  expect(moved).toMatchObject({ exit: 0, output: expect.stringContaining('second factors: 2') });
  expect(await readStoredSecret(db)).toBeUndefined();
  await expectReadableBy(createKeyring(appSecret), userIds);
  const appSecretPrevious = readFileSync(file, 'utf8').trim();
  expect(idOfSigned(await readKeyring(db, { appSecret }), 'newsletter', link)).toBeNull();
  expect(idOfSigned(await readKeyring(db, { appSecret, appSecretPrevious }), 'newsletter', link)).toBe(
    'usr_1',
  );
  await expect(readKeyring(db, {})).rejects.toThrow('was moved out of its database');
  expect(await run((print) => moveSecret(db, { appSecret }, null, print))).toMatchObject({ exit: 0 });

  const rotation = { appSecret: next, appSecretPrevious: appSecret };
  await expectReadableBy(await readKeyring(db, rotation), userIds);
  expect(await run((print) => rotateSecret(db, rotation, print))).toMatchObject({ exit: 0 });
  await expectReadableBy(createKeyring(next), userIds);
  const again = await run((print) => rotateSecret(db, rotation, print));
  expect(again).toMatchObject({ exit: 0, output: expect.stringContaining('second factors: 0') });
});

test('no key is removed while data cannot be decrypted, and the next run continues', async () => {
  const lost = createKeyring('a lost key of thirty-two characters');
  const userIds = await fillWith(lost);
  const [first = '', second = ''] = userIds;
  const file = join(temporaryFolder(), 'previous');
  const readable = encryptField(createKeyring(next), secretContext(first), 'TOTP');
  await db
    .update(twoFactors)
    .set({ secret: readable, pendingSecret: null })
    .where(eq(twoFactors.userId, first));
  const rotation = { appSecret: 'the third key in the life of the shop', appSecretPrevious: next };
  const stopped = await run((print) => rotateSecret(db, rotation, print));
  expect(stopped.exit).toBe(1);
  expect(stopped.output).toContain(second);
  expect(stopped.output).toContain('the Stripe keys');
  expect(stopped.output).toContain('the password of the mail server');
  expect(existsSync(file)).toBe(false);
  expect(await readPaymentKeys({ ...deps, secret: createKeyring(rotation.appSecret) })).toBe('unreadable');

  await db.delete(mailServers);
  await db.delete(twoFactors).where(eq(twoFactors.userId, second));
  await db.update(storeSettings).set({ stripeSecretKeyEncrypted: null, stripeWebhookSecretEncrypted: null });
  expect(await run((print) => rotateSecret(db, rotation, print))).toMatchObject({ exit: 0 });
  const [row] = await db.select().from(twoFactors);
  expect(decryptField(createKeyring(rotation.appSecret), secretContext(first), row?.secret ?? '')).toBe(
    'TOTP',
  );
});

test('the invoice of an anonymized order stays readable after a rotation', async () => {
  await db.delete(twoFactors);
  const shop = await openOrderShop(database);
  const { order } = await shop.place(orderOf({ [await shop.addProduct(5)]: 1 }));
  await db.update(orders).set({ status: 'delivered', paymentStatus: 'paid' }).where(eq(orders.id, order.id));
  await inTransaction(db, (tx) => eraseGuestFromOrders(tx, createKeyring(appSecret), someAddress.email));

  const rotation = { appSecret: next, appSecretPrevious: appSecret };
  const rotated = await run((print) => rotateSecret(db, rotation, print));
  expect(rotated).toMatchObject({ exit: 0, output: expect.stringContaining('invoices: 1') });
  expect(await readRetainedInvoice(db, createKeyring(next), order.id)).toMatchObject({
    name: 'Grace Hopper',
    address: someAddress.address,
  });

  const withoutOldKey = { appSecret: 'the third key in the life of the shop', appSecretPrevious: appSecret };
  const stopped = await run((print) => rotateSecret(db, withoutOldKey, print));
  expect(stopped).toMatchObject({ exit: 1, output: expect.stringContaining(order.id) });
});
