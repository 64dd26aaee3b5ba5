import { Drawing, Shadow } from './drawing.tsx';

/** Closed parcel with a key. */
export function LockedParcelDrawing() {
  return (
    <Drawing>
      <Shadow width={88} />
      <path d="M36 46 80 60v46L36 92z" className="fill-raised" />
      <path d="M124 46 80 60v46l44-14z" className="fill-sunken" />
      <path d="M36 46 80 33l44 13-44 14z" className="fill-raised" />
      <path d="M58 39.5 102 53v13l-9 3V56L49 42.2z" className="fill-line" />
      <path d="m46 80 12 4" />
      <g className="stroke-primary-text" strokeWidth="2.4">
        <circle cx="121" cy="27" r="7" className="fill-paper" />
        <path d="m116 32-15 15m4-4 4 4m-9 1 4 4" />
      </g>
    </Drawing>
  );
}
