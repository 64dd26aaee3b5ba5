import type { ManifestField } from '@reprise/contract/workshop/lots/manifest';
import { columnKey } from '@reprise/extension/file-rows';

/** Column of a manifest; '' is one whose meaning is unknown, and is not read. */
export type ManifestColumn = ManifestField | '';

/** Names that suppliers give to columns in several languages, by their words without blanks. */
const namesOf: Record<Exclude<ManifestField, 'ignored'>, string> = {
  imei: 'imei imei1 imeimeid imeinumber imeino imeinr',
  imei2: 'imei2 secondimei imeino2',
  serial: 'serial serialnumber serialno serialnr sn seriennummer serie numerodeserie',
  number:
    'itemidentifier identifier imeisn imeiserial imeiserialnumber imeiorserial serialimei snimei imeiorserialnumber',
  gtin: 'upc ean gtin barcode upccode eancode upcean ean13 upca',
  part: 'partnumber partno mpn manufacturerpartnumber part artikelnummerhersteller',
  model: `make brand manufacturer model modelname device description itemdescription product productname title itemtitle
    capacity storage memory color colour hersteller modell speicher farbe marke bezeichnung artikel kleur merk omschrijving
    nazwa producent couleur marque modele designation`,
  grade: 'grade condition cosmeticgrade appearance zustand staat etat stan gradeab devicegrade',
  battery:
    'battery battery% batteryhealth batteryhealth% akku akku% akkuzustand batterie batterie% accu batterijconditie bateria',
  carrier:
    'carrier network simlock carrierlock lockedto networklock netlock provider unlockstatus simstatus lockstatus',
  price: `price unitprice unitcost cost priceeach costeach unitpricenet preis preisnetto ek eknetto einkaufspreis prix prijs
    cenasprzedazynetto cenasprzedazynetto cenanetto lotitemprice`,
  currency: 'currency waluta wahrung waehrung devise valuta',
  quantity: 'quantity qty pcs pieces stk menge anzahl aantal ilosc quantite units count',
  line: 'line lineno linenumber lineid pos position lp lpn rowid itemno lineitem',
};

const knownNames = new Map<string, ManifestField>();
for (const [field, names] of Object.entries(namesOf)) {
  for (const name of names.split(/\s+/)) knownNames.set(name, field as ManifestField);
}

/** Returns the meaning of a common name; undefined for others. Accents and marks make no difference. */
export function meaningOfName(name: string): ManifestField | undefined {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}%]+/gu, '');
  return knownNames.get(key);
}

/** Returns the columns that a supplier's earlier choice or a common name says. */
export function recognizeColumns(
  names: string[],
  remembered: Record<string, ManifestField>,
): ManifestColumn[] {
  return names.map((name) => remembered[columnKey(name)] ?? meaningOfName(name) ?? '');
}

/** Returns the reason why a file with these columns cannot be read; '' if it can. */
export function columnProblem(columns: readonly ManifestColumn[], names: string[]): string {
  for (const field of [
    'imei',
    'imei2',
    'serial',
    'number',
    'gtin',
    'part',
    'battery',
    'carrier',
    'price',
    'quantity',
  ] as const) {
    const both = columns.flatMap((column, index) => (column === field ? [`“${names[index]}”`] : []));
    if (both.length > 1)
      return `${both.join(' and ')} are one kind of column. Keep one and ignore the others.`;
  }
  if (!(['model', 'gtin', 'part'] as const).some((field) => columns.includes(field)))
    return 'Choose the column that says which model each device is.';
  return '';
}
