import { type ImportedRow, importColumns } from '@reprise/contract/moving-in/imports';
import { useState } from 'react';
import { columnLabels } from './columns-dialog.tsx';

/** Faults, doubts and changes of a row, or the facts about its new product. */
export function RowDetail({ row: { outcome, faults, doubts, changes } }: { row: ImportedRow }) {
  if (faults.length + doubts.length + changes.length === 0) return null;
  return (
    <ul className="grid min-w-48 gap-0.5 whitespace-normal text-sm">
      {faults.map(({ field, message }) => (
        <li key={field + message} className="text-bad-text">
          {field === 'row' ? message : `${labelOf(field)}: ${message}`}
        </li>
      ))}
      {doubts.map(({ field, message }) => (
        <li key={field + message} className="text-warn-text">
          {message}.
        </li>
      ))}
      {outcome === 'create' ? (
        <Facts facts={changes} />
      ) : (
        changes.map(({ field, before, after }) => (
          <li key={field}>
            <span className="text-ink-muted">{labelOf(field)}: </span>
            {before !== '' && <del className="text-ink-muted">{truncate(before)}</del>}{' '}
            <ins className="no-underline">{truncate(after)}</ins>
          </li>
        ))
      )}
    </ul>
  );
}

/** Returns the name of a column on screens; faults of a part of a column, such as `images.0`, have its name. */
function labelOf(field: string): string {
  const column = importColumns.find((name) => name === field.split('.')[0]);
  return column ? columnLabels[column] : field;
}

/** Values of a new product, with its first image. */
function Facts({ facts }: { facts: ImportedRow['changes'] }) {
  const image = facts.find(({ field }) => field === 'images')?.after;
  const [isBroken, setBroken] = useState(false);
  return (
    <li className="flex items-start gap-3 py-2">
      {image && !isBroken && (
        <img
          src={image}
          alt=""
          loading="lazy"
          className="size-12 shrink-0 rounded-control bg-sunken object-contain"
          onError={() => setBroken(true)}
        />
      )}
      <ul>
        {(!image || isBroken) && (
          <li className="text-warn-text">{image ? 'The image does not load' : 'No image'}</li>
        )}
        {facts
          .filter(({ field }) => field !== 'images')
          .map(({ field, after }) => (
            <li key={field}>
              <span className="text-ink-muted">{labelOf(field)}: </span>
              {after === '' ? 'none' : truncate(after)}
            </li>
          ))}
      </ul>
    </li>
  );
}

function truncate(value: string): string {
  const line = value.replaceAll('\n', ', ');
  if (line === '') return 'removed';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
