import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

type SkeletonRowsProps = {
  columns: { id: string; number?: boolean }[];
  rows: number;
  extra: { select: boolean; actions: boolean };
};

/** Placeholders of rows while a list loads. */
export function SkeletonRows({ columns, rows, extra }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
    <tr key={index}>
      {extra.select && <td className="select" />}
      {columns.map(({ id, number }, column) => (
        <td key={id} className={number ? 'number' : undefined}>
          <Skeleton
            className={classNames('h-3.5', column === 0 ? 'w-44' : 'w-16', number === true && 'ml-auto')}
          />
        </td>
      ))}
      {extra.actions && <td className="actions" />}
    </tr>
  ));
}
