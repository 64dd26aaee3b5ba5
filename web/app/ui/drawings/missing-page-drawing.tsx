import { Drawing, Shadow } from './drawing.tsx';

/** Two devices; only the outline of one is left. */
export function MissingPageDrawing() {
  return (
    <Drawing>
      <Shadow x={56} width={44} />
      <rect x="36" y="20" width="41" height="85" rx="7" className="fill-raised" />
      <rect x="40" y="25" width="33" height="75" rx="4" className="fill-sunken stroke-none" />
      <path d="M40 78 73 44v52a4 4 0 0 1-4 4H44a4 4 0 0 1-4-4z" className="fill-line stroke-none" />
      <path d="M52 25h9" strokeWidth="2.6" />
      <rect x="90" y="20" width="41" height="85" rx="7" strokeDasharray="3 4" />
      <path
        d="M104.5 55.5a6.5 6.5 0 1 1 9.5 5.8c-2.2 1.2-3.5 2.6-3.5 5.2"
        className="stroke-primary-text"
        strokeWidth="2.4"
      />
      <circle cx="110.5" cy="73" r="1.7" className="fill-primary-text stroke-none" />
    </Drawing>
  );
}
