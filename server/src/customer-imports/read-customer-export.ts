import { setImmediate } from 'node:timers/promises';
import { type SavedAddressInput, savedAddressInput } from '@reprise/contract/addresses';
import { type OtherShop, otherShopLabels } from '@reprise/contract/checked-import';
import { customerTag, maxCustomerTags } from '@reprise/contract/customers/customers';
import { userPhone } from '@reprise/contract/identity/user';
import { email as emailSchema } from '@reprise/contract/wire';
import type { EntryFault, ReadEntries } from '../imports/checked-import.ts';
import { hasColumns } from '../imports/column-key.ts';
import { unreadable } from '../imports/file-text.ts';
import { type ExportRow, namedRows } from '../imports/named-rows.ts';
import { readTime } from '../imports/other-shops/read-time.ts';
import type { FileRow } from '../imports/read-rows.ts';

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

type Format = {
  shop: OtherShop;
  telling: string[];
  read: (row: ExportRow, timeZone: string) => Omit<ReadCustomer, 'email'> | string;
};

const formats: Format[] = [
  {
    shop: 'shopify',
    telling: ['First Name', 'Last Name', 'Email', 'Total Spent', 'Total Orders'],
    read: readShopifyCustomer,
  },
  {
    shop: 'woocommerce',
    telling: ['Name', 'Username', 'Sign Up', 'Email', 'Total Spend'],
    read: readWooCommerceCustomer,
  },
];

const rowsAtOnce = 500;

/** Reads the customers of an export. Throws VALIDATION_ERROR for a file that is no customer export. */
export async function readCustomerExport(
  names: string[],
  rows: FileRow[],
  timeZone: string,
): Promise<ReadEntries<ReadCustomer>> {
  const format = formats.find(({ telling }) => hasColumns(names, telling));
  if (!format) throw unreadable(unknownFile);
  const entries: ReadCustomer[] = [];
  const faults: EntryFault[] = [];
  const rowsOfEmails = new Map<string, number>();
  for (const [index, row] of namedRows(names, rows).entries()) {
    // Other requests are answered in between.
    if (index % rowsAtOnce === 0) await setImmediate();
    const read = readCustomer(format, row, timeZone, rowsOfEmails);
    if (typeof read === 'string') {
      faults.push({ row: row.number, subject: row.cell('Email'), message: read });
    } else {
      rowsOfEmails.set(read.email, row.number);
      entries.push(read);
    }
  }
  return { shop: format.shop, entries, faults };
}

const unknownFile = `This is no customer export that the shop knows. Send the customers of ${otherShopLabels.shopify} (“Customers, Export”), or those of ${otherShopLabels.woocommerce} (“Analytics, Customers, Download”) in English.`;

/** Returns the customer, or the sentence that says why they are left out. */
function readCustomer(
  format: Format,
  row: ExportRow,
  timeZone: string,
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
  return { ...read, email, name: read.name || email.slice(0, email.indexOf('@')) };
}

const maxName = 100;
const nameOf = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, maxName).toWellFormed().trim();

function readShopifyCustomer(row: ExportRow): Omit<ReadCustomer, 'email'> {
  const firstName = row.cell('First Name');
  const lastName = row.cell('Last Name');
  // Newer exports put “Default Address” before the columns of the address.
  const part = (name: string) => row.cell(`Default Address ${name}`) || row.cell(name);
  const phone = phoneOf(row.cell('Phone')) ?? phoneOf(part('Phone'));
  const tags = row.cell('Tags').split(',');
  return {
    name: nameOf(`${firstName} ${lastName}`),
    phone,
    joinedAt: null,
    address: addressOf({
      firstName,
      lastName,
      phone: phoneOf(part('Phone')) ?? phone ?? '',
      address: part('Address1'),
      address2: part('Address2'),
      city: part('City'),
      state: part('Province Code') || part('Province'),
      zipCode: withoutQuote(part('Zip')),
      country: countryOf(part('Country Code')),
    }),
    tags: [...new Set(tags.flatMap((tag) => customerTag.safeParse(tag.trim()).data ?? []))].slice(
      0,
      maxCustomerTags,
    ),
  };
}

function readWooCommerceCustomer(row: ExportRow, timeZone: string): Omit<ReadCustomer, 'email'> | string {
  if (row.cell('Username') === '') return 'This customer bought as a guest and has no account there';
  return {
    name: nameOf(row.cell('Name')),
    phone: phoneOf(row.cell('Billing Phone')) ?? phoneOf(row.cell('Shipping Phone')),
    joinedAt: readTime(row.cell('Sign Up'), timeZone) ?? null,
    // The export has no street.
    address: null,
    tags: [],
  };
}

/** Shopify writes an apostrophe before numbers, so that spreadsheets take them for text. */
const withoutQuote = (cell: string) => cell.replace(/^'/, '');

const phoneOf = (cell: string) => userPhone.safeParse(withoutQuote(cell)).data || null;

const regions = new Intl.DisplayNames(['en'], { type: 'region' });

function countryOf(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

function addressOf(fields: Record<keyof Omit<SavedAddressInput, 'isDefault'>, string>) {
  return savedAddressInput.safeParse(fields).data ?? null;
}
