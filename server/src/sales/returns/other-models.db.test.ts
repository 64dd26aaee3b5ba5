import { cents } from '@reprise/contract/money';
import { passesLuhn } from '@reprise/contract/workshop/codes/check-digits';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { problemOf } from '../../../test/order-shop.ts';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { deviceModels, modelCodes } from '../../catalog/products/families/families.tables.ts';
import { products } from '../../catalog/products/products.tables.ts';

const shop = await openReturnShop(await openTestDatabase());
const { devices, act, deps } = shop;
beforeEach(async () => shop.expectIntegrity);

/** IMEI that begins with these eight digits. */
function imeiOf(tac: string, serial: number): string {
  const digits = `${tac}${String(serial).padStart(6, '0')}`;
  return digits + [...'0123456789'].find((check) => passesLuhn(digits + check));
}

const modelsOf = (key = '') => deps.db.select().from(deviceModels).where(eq(deviceModels.key, key));

let phones = 0;
/** Receives a phone of another product; `tac` is learned for its model. */
async function receiveOther(name: string, tac: string) {
  const product = await shop.addProduct(0, cents(30_000), name);
  await devices.setTracking(product, 'serial');
  return devices.receive(product, imeiOf(tac, ++phones));
}

async function openOne() {
  const sold = await shop.sell(1);
  const { number, lines } = await shop.openReturn(sold, [shop.phoneLine(sold.numbers[0])]);
  const scan = async (code: string) => {
    const { code: problem, message } = await problemOf(act('receiveReturn', number, { code }));
    expect(problem).toBe('WRONG_UNIT');
    return message;
  };
  return { sold, number, line: lines[0].id as string, scan };
}

test('names the model of an IMEI that begins like those of another one, and refunds nothing for it', async () => {
  await receiveOther('iPhone 12 64 GB Blue', '35316610');
  const { number, line, scan, sold } = await openOne();
  const code = imeiOf('35316610', 900_001);
  expect(await scan(code)).toBe(
    'No device has this number. Its IMEI is one of another model: iPhone 12 64 GB Blue.',
  );
  const recorded = await act('receiveReturn', number, { code, line });
  expect(recorded).toMatchObject({ lines: [{ match: 'other', receivedCode: code }] });
  expect(await shop.statesOf(sold)).toEqual(['returning']);
});

test('names the model of a device of the shop that is another one', async () => {
  const { number } = await receiveOther('iPhone 13 128 GB Blue', '35316611');
  const { scan } = await openOne();
  expect(await scan(number)).toBe(
    `${number} is not what was sent. It is another model: iPhone 13 128 GB Blue.`,
  );
  const same = await devices.receive(shop.phone, imeiOf('35316612', 1));
  expect(await scan(same.number)).toBe(`${same.number} is not what was sent.`);
});

test('claims nothing of an IMEI whose beginning is not known, or is one of the model that was sent', async () => {
  const { scan } = await openOne();
  expect(await scan(imeiOf('35316613', 1))).toBe('No device has this number.');
  await devices.receive(shop.phone, imeiOf('35316614', 1));
  await receiveOther('iPhone 14 128 GB Blue', '35316614');
  expect(await scan(imeiOf('35316614', 900_002))).toBe('No device has this number.');
});

test('claims nothing of an IMEI of the same model with other storage', async () => {
  const larger = await receiveOther('Pixel 7 256 GB Snow', '35316615');
  const { scan, sold } = await openOne();
  const [unit] = await Promise.all(sold.numbers.map(devices.getUnit));
  const [model] = await modelsOf(unit?.model.key);
  const familyId = model?.familyId ?? '';
  await deps.db.update(deviceModels).set({ familyId }).where(eq(deviceModels.key, larger.model.key));
  await deps.db.update(products).set({ familyId }).where(eq(products.modelKey, larger.model.key));
  expect(await scan(imeiOf('35316615', 900_003))).toBe('No device has this number.');
});

test('claims nothing of the barcode of a box', async () => {
  const { model } = await receiveOther('iPhone 15 128 GB Blue', '35316616');
  const box = { kind: 'gtin' as const, code: '04006381333931', modelKey: model.key };
  await deps.db.insert(modelCodes).values(box);
  const { scan } = await openOne();
  expect(await scan('4006381333931')).toBe('No device has this number.');
});
