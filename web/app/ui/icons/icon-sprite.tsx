import { classNames } from '../class-names.ts';

/** Icons that lists repeat, from lucide (ISC license). */
const paths = {
  heart:
    'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
  plus: 'M5 12h14M12 5v14',
} as const;

/** Defines each path once a page; `SpriteIcon` refers to it. */
export function IconSprite() {
  return (
    <svg className="hidden" aria-hidden="true">
      {Object.entries(paths).map(([name, path]) => (
        <symbol key={name} id={name} viewBox="0 0 24 24">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  );
}

export function SpriteIcon({ name, className }: { name: keyof typeof paths; className?: string }) {
  return (
    <svg className={classNames('icon', className)} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
