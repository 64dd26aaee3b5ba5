import { carrierText } from '@reprise/contract/units/carrier';
import type { Unit } from '@reprise/contract/units/unit';
import { formatDate } from '../../../formats.ts';
import QrCode from '../../identity/account/qr-code.tsx';
import { Code128 } from './code-128.tsx';
import { passportUrl } from './passport-url.ts';

export const cellsPerSheet = 24;

/** Labels of a roll, one a page. */
export function LabelStrip({ units, paper }: { units: Unit[]; paper: 'label-62x29' | 'label-57x32' }) {
  return (
    <div className="flex flex-wrap gap-4 print:block">
      {units.map((unit) => (
        <div key={unit.id} data-paper={paper} className="unit-label">
          <Label unit={unit} />
        </div>
      ))}
    </div>
  );
}

/** Labels of an A4 sheet with three columns and eight rows; the cells before `firstCell` are used up. */
export function LabelSheets({ units, firstCell }: { units: Unit[]; firstCell: number }) {
  const cells = [...Array.from({ length: firstCell - 1 }, () => null), ...units];
  const sheets = Array.from({ length: Math.ceil(cells.length / cellsPerSheet) }, (_, index) =>
    cells.slice(index * cellsPerSheet, (index + 1) * cellsPerSheet),
  );
  return (
    <div className="grid gap-6 print:block">
      {sheets.map((sheet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its position
        <div key={index} data-paper="label-a4" className="unit-label-sheet">
          {sheet.map((unit, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
            <div key={cell} className="unit-label-cell">
              {unit && <Label unit={unit} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Number and model of a unit. No price, no person and no whole serial: a label is seen by everybody. */
function Label({ unit: { number, passport, model, carrier, createdAt } }: { unit: Unit }) {
  return (
    <>
      <Code128 text={number} className="h-[8mm] shrink-0" />
      <div className="flex w-full items-start gap-[1mm]">
        <div className="min-w-0 flex-1">
          <p className="tabular font-bold text-[10pt] leading-tight">{number}</p>
          <p className="line-clamp-3 text-[7pt] leading-tight">{model.name}</p>
          <p className="text-[6pt] leading-tight">
            {carrier && `${carrierText(carrier)}. `}Received {formatDate(createdAt)}
          </p>
        </div>
        <div className="size-[16mm] shrink-0">
          <QrCode text={passportUrl(passport)} label={`QR code of the passport of ${number}`} />
        </div>
      </div>
    </>
  );
}
