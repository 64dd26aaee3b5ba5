import QrCode from '../../../../ui/drawings/qr-code.tsx';
import { Code128 } from './code-128.tsx';
import { cellsPerSheet, type Label, type Paper } from './label.ts';
import './labels.css';

type LabelsOnPaperProps = { labels: Label[]; paper: Paper; firstCell?: number };

/** Labels as they are printed; the cells of a sheet before `firstCell` are used up. */
export function LabelsOnPaper({ labels, paper, firstCell = 1 }: LabelsOnPaperProps) {
  const cellCount = cellsPerSheet(paper);
  return cellCount === undefined ? (
    <LabelStrip labels={labels} paper={paper} />
  ) : (
    <LabelSheets labels={labels} paper={paper} firstCell={firstCell} cellCount={cellCount} />
  );
}

/** Labels of a roll, one a page. */
function LabelStrip({ labels, paper }: { labels: Label[]; paper: Paper }) {
  return (
    <div className="flex flex-wrap gap-4 print:block">
      {labels.map((label) => (
        <div key={label.code} data-paper={paper} className="unit-label">
          <LabelContent label={label} />
        </div>
      ))}
    </div>
  );
}

type LabelSheetsProps = { labels: Label[]; paper: Paper; firstCell: number; cellCount: number };

/** Labels of sheets with three columns. */
function LabelSheets({ labels, paper, firstCell, cellCount }: LabelSheetsProps) {
  const cells = [...Array.from({ length: firstCell - 1 }, () => null), ...labels];
  const sheets = Array.from({ length: Math.ceil(cells.length / cellCount) }, (_, index) =>
    cells.slice(index * cellCount, (index + 1) * cellCount),
  );
  return (
    <div className="grid gap-6 print:block">
      {sheets.map((sheet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its position
        <div key={index} data-paper={paper} className="unit-label-sheet">
          {sheet.map((label, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
            <div key={cell} className="unit-label-cell">
              {label && <LabelContent label={label} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function LabelContent({ label: { code, heading, name, facts, link } }: { label: Label }) {
  return (
    <>
      <Code128 text={code} className="h-[8mm] shrink-0" />
      <div className="flex w-full items-start gap-[1mm]">
        <div className="min-w-0 flex-1">
          <p
            className={
              link
                ? 'tabular font-bold text-[10pt] leading-tight'
                : 'tabular font-bold text-[20pt] leading-tight'
            }
          >
            {heading}
          </p>
          <p className="line-clamp-2 text-[7pt] leading-tight">{name}</p>
          {facts.map((fact) => (
            <p key={fact} className="line-clamp-2 text-[6pt] leading-tight">
              {fact}
            </p>
          ))}
        </div>
        {link && (
          <div className="size-[16mm] shrink-0">
            <QrCode text={link} label={`QR code of the passport of ${heading}`} />
          </div>
        )}
      </div>
    </>
  );
}
