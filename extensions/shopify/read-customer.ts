import type { ExportRow } from '@reprise/extension/file-rows';
import type { ExportedCustomer } from '@reprise/extension/shop-export';

/** Newer exports put “Default Address” before the columns of the address. */
export function readCustomer(row: ExportRow): ExportedCustomer {
  const firstName = row.cell('First Name');
  const lastName = row.cell('Last Name');
  const part = (name: string) => row.cell(`Default Address ${name}`) || row.cell(name);
  return {
    name: `${firstName} ${lastName}`,
    phones: [row.cell('Phone'), part('Phone')],
    joinedAt: null,
    address: {
      firstName,
      lastName,
      phones: [part('Phone'), row.cell('Phone')],
      address: part('Address1'),
      address2: part('Address2'),
      city: part('City'),
      state: part('Province Code') || part('Province'),
      // The apostrophe makes spreadsheets take a number for text.
      zipCode: part('Zip').replace(/^'/, ''),
      country: part('Country Code'),
    },
    tags: row.cell('Tags').split(','),
  };
}
