import type { PhotoMark } from '@reprise/contract/workshop/units/unit-photos';

/** Numbered points over a photo, and their names in a list for readers who do not see them. */
export function PhotoMarks({ marks }: { marks: PhotoMark[] }) {
  return marks.map(({ x, y, name }, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its position
      key={index}
      title={name}
      aria-hidden="true"
      className={`pointer-events-none absolute ${markClass}`}
      style={placeOf({ x, y })}
    >
      {index + 1}
    </span>
  ));
}

export const markClass =
  'tabular grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-raised bg-bad-fill font-bold text-bad-on text-xs shadow';

export const placeOf = ({ x, y }: Pick<PhotoMark, 'x' | 'y'>) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
});
