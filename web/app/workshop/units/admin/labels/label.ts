import { carrierText } from '@reprise/contract/workshop/units/carrier';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { formatDate } from '../../../../formats.ts';
import { passportUrl } from '../passport-url.ts';

/** A label of 203 dots an inch, whatever draws it. */
export type Label = {
  /** Content of the barcode in Code 128. */
  code: string;
  /** The code for people. */
  heading: string;
  name: string;
  facts: string[];
  /** Content of the QR code; null without one. */
  link: string | null;
};

/** Label of a device. No price, no person and no whole serial: everybody sees it. */
export function labelOfUnit({ number, passport, model, grade, lot, carrier, createdAt }: Unit): Label {
  return {
    code: number,
    heading: number,
    name: model.name,
    facts: [
      [grade && `Grade ${grade.code}`, lot && `Lot ${lot.number}`].filter(Boolean).join(' · '),
      [carrier && carrierText(carrier), `Received ${formatDate(createdAt)}`].filter(Boolean).join('. '),
    ].filter(Boolean),
    link: passportUrl(passport),
  };
}

/** Label of a bin, which a scan of the receiving desk and of a stock-take understands. */
export const labelOfBin = (place: string): Label => ({
  code: `BIN-${place}`,
  heading: place,
  name: 'Bin',
  facts: [],
  link: null,
});

/** Rolls of a label printer, in millimeters. */
export const rollPapers = {
  'label-62x29': { name: 'Labels 62 × 29 mm', widthMm: 62, heightMm: 29 },
  'label-57x32': { name: 'Labels 57 × 32 mm', widthMm: 57, heightMm: 32 },
} as const;
export type RollPaper = keyof typeof rollPapers;
type SheetPaper = 'label-a4' | 'label-letter';
export type Paper = RollPaper | SheetPaper;

export const labelPapers: Record<Paper, string> = {
  'label-62x29': rollPapers['label-62x29'].name,
  'label-57x32': rollPapers['label-57x32'].name,
  'label-a4': 'A4 sheet of 3 × 8 labels',
  'label-letter': 'Letter sheet of 3 × 10 labels',
};

/** Labels of a sheet; undefined for a roll. */
export function cellsPerSheet(paper: Paper): number | undefined {
  return { 'label-a4': 24, 'label-letter': 30 }[paper as string];
}
