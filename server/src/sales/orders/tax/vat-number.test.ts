import type { countries } from '@reprise/contract/countries';
import { expect, test } from 'vitest';
import { problemOf, someAddress } from '../../../../test/order-shop.ts';
import { withCheckedVatNumber } from './vat-number.ts';

const orderOf = (vatNumber: string, country = 'United States') => ({
  ...{ items: [], paymentMethod: 'card' as const },
  shippingAddress: { ...someAddress, country: country as (typeof countries)[number] },
  billing: { vatNumber },
});
const checked = async (vatNumber: string, country?: string) =>
  (await withCheckedVatNumber(orderOf(vatNumber, country))).billing?.vatNumber;
const messageOf = async (vatNumber: string, country?: string) =>
  (await problemOf(checked(vatNumber, country))).errors;

/** Numbers of documentation and of published companies, one form of each country at least. */
const valid = `ATU13585627 BE0428759497 BG175074752 CHE107787577 CY10259033P CZ25123891 DE136695976 DK13585628
  EE100931558 EL094259216 ES54362315K ESX2482300W ESJ99216582 ESB58378431 FI20774740 FR23334175221 FRK7399859412
  GB980780684 HR33392005961 HU12892312 IE6433435F IE6433435OA IT00743110157 LT119511515 LT100001919017 LU15027442
  LV40003521600 MT11679112 NL004495445B01 NL002455799B11 NO995525828 PL8567346215 PT501964843 RO18547290
  SE556188840401 SI50223054 SK2022749619 XI980780684`.split(/\s+/);

test.each(valid)('takes %s, and refuses it with another digit', async (number) => {
  expect(await checked(number)).toBe(number);
  // The ending of Swedish numbers and the suffix of old Dutch ones are not check digits.
  const place = number.startsWith('SE') || number.startsWith('NL') ? 5 : number.search(/\d\D*$/);
  const wrong = number.slice(0, place) + ((Number(number[place]) + 1) % 10) + number.slice(place + 1);
  expect(await messageOf(wrong)).toEqual([
    {
      field: 'billing.vatNumber',
      message: 'The check digits of this VAT number do not match. Compare it with your documents.',
    },
  ]);
});

test('reads separators, small letters, other spellings and numbers without their country', async () => {
  expect(await checked('de 136.695.976')).toBe('DE136695976');
  expect(await checked('GR094259216')).toBe('EL094259216');
  expect(await checked('CHE-107.787.577 MWST')).toBe('CHE107787577');
  expect(await checked('NO 995 525 828 MVA')).toBe('NO995525828');
  expect(await checked('136695976', 'Germany')).toBe('DE136695976');
  expect(await checked('094259216', 'Greece')).toBe('EL094259216');
});

test('refuses texts that are no VAT number', async () => {
  expect(await messageOf('12-3456789')).toMatchObject([
    { message: 'Start the VAT number with the letters of its country, such as DE or FR.' },
  ]);
  expect(await messageOf('DE1234')).toMatchObject([
    { message: 'VAT numbers that start with DE look different. Compare it with your documents.' },
  ]);
  await expect(withCheckedVatNumber(orderOf(''))).resolves.toEqual(orderOf(''));
});
