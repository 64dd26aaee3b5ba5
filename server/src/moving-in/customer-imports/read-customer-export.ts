import { setImmediate } from 'node:timers/promises';
import { countryCodes } from '@reprise/contract/country-codes';
import { otherShops } from '@reprise/contract/foundations/checked-import';
import type { Settings } from '@reprise/contract/foundations/settings';
import { type SavedAddressInput, savedAddressInput } from '@reprise/contract/people/addresses';
import { customerTag, maxCustomerTags } from '@reprise/contract/people/customers';
import { userPhone } from '@reprise/contract/people/identity/user';
import { email as emailSchema } from '@reprise/contract/wire';
import { type ExportRow, type FileRow, hasColumns, namedRows } from '@reprise/extension/file-rows';
import type { CustomerExport, ExportedAddress } from '@reprise/extension/shop-export';
import type { EntryFault, ReadEntries } from '../../foundations/spreadsheets/checked-import.ts';
import { unreadable } from '../../foundations/spreadsheets/file-text.ts';
import { shopExports } from '../../platform/shipped-extensions.ts';

/** Customer as the export has them. */
export type ReadCustomer = {
  name: string;
  /** Lower case. */
  email: string;
  phone: string | null;
  /** Null if the export does not say it. */
  joinedAt: Date | null;
  /** Null unless it is complete and in a country the shop ships to. */
  address: SavedAddressInput | null;
  tags: string[];
};

type Store = Pick<Settings, 'timeZone' | 'shipTo'>;

const rowsAtOnce = 500;

/** Reads the customers of an export. Throws VALIDATION_ERROR for a file that is no customer export. */
export async function readCustomerExport(
  names: string[],
  rows: FileRow[],
  store: Store,
): Promise<ReadEntries<ReadCustomer>> {
  const shop = otherShops.find((one) => hasColumns(names, shopExports[one].customers.telling));
  if (shop === undefined) throw unreadable(unknownFile());
  const format = shopExports[shop].customers;
  const entries: ReadCustomer[] = [];
  const faults: EntryFault[] = [];
  const rowsOfEmails = new Map<string, number>();
  for (const [index, row] of namedRows(names, rows).entries()) {
    // Other requests are answered in between.
    if (index % rowsAtOnce === 0) await setImmediate();
    const read = readCustomer(format, row, store, rowsOfEmails);
    if (typeof read === 'string') {
      faults.push({ row: row.number, subject: row.cell('Email'), message: read });
    } else {
      rowsOfEmails.set(read.email, row.number);
      entries.push(read);
    }
  }
  return { shop, entries, faults };
}

function unknownFile(): string {
  const known = otherShops.map((shop) => shopExports[shop].customers.title);
  return `This is no customer export that the shop knows. Send the customers of ${known.join(', or those of ')}.`;
}

/** Returns the customer, or the sentence that says why they are left out. */
function readCustomer(
  format: CustomerExport,
  row: ExportRow,
  { timeZone, shipTo }: Store,
  rowsOfEmails: Map<string, number>,
): ReadCustomer | string {
  if (row.isRagged) return 'This row has more or fewer cells than the first row of the file has columns';
  const cell = row.cell('Email');
  if (cell === '') return 'This customer has no email address, by which accounts are known';
  const email = emailSchema.safeParse(cell).data;
  if (email === undefined) return `“${cell.slice(0, 60).toWellFormed()}” is no email address`;
  const earlier = rowsOfEmails.get(email);
  if (earlier !== undefined) return `${email} is already in row ${earlier}`;
  const read = format.read(row, timeZone);
  if (typeof read === 'string') return read;
  return {
    email,
    name: nameOf(read.name) || email.slice(0, email.indexOf('@')),
    phone: phoneOf(read.phones),
    joinedAt: read.joinedAt,
    address: read.address && addressOf(read.address, shipTo),
    tags: [...new Set(read.tags.flatMap((tag) => customerTag.safeParse(tag.trim()).data ?? []))].slice(
      0,
      maxCustomerTags,
    ),
  };
}

const maxName = 100;
const nameOf = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, maxName).toWellFormed().trim();

/** Returns the first phone number; exports write an apostrophe before one, so that spreadsheets take it for text. */
function phoneOf(cells: string[]): string | null {
  for (const cell of cells) {
    const phone = userPhone.safeParse(cell.replace(/^'/, '')).data;
    if (phone) return phone;
  }
  return null;
}

/** Returns null for an address that is not complete, or in a country the shop does not ship to. */
function addressOf(
  { phones, country, ...address }: ExportedAddress,
  shipTo: Settings['shipTo'],
): SavedAddressInput | null {
  const name = shipTo.find((one) => one === country || countryCodes[one] === country);
  const fields = { ...address, phone: phoneOf(phones) ?? '', country: name };
  return savedAddressInput.safeParse(fields).data ?? null;
}
