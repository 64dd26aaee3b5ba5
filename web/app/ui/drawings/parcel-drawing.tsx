import { Drawing, Shadow } from './drawing.tsx';

/** Open, empty parcel. */
export function ParcelDrawing() {
  return (
    <Drawing>
      <Shadow width={88} />
      <path d="M36 56 80 70v36L36 92z" className="fill-raised" />
      <path d="M124 56 80 70v36l44-14z" className="fill-sunken" />
      <path d="M36 56 80 43l44 13-44 14z" className="fill-line" />
      <path d="M36 56 22 45l44-13 14 11z" className="fill-raised" />
      <path d="m124 56 14-11-44-13-14 11z" className="fill-raised" />
      <path d="m36 56-10 13 44 14 10-13z" className="fill-raised" />
      <path d="m124 56 10 13-44 14-10-13z" className="fill-raised" />
      <path d="M80 12v18m-6-6 6 6 6-6" className="stroke-primary-text" strokeWidth="2.4" />
    </Drawing>
  );
}
