import { Drawing, Shadow } from './drawing.tsx';

/** Devices on a shelf, with a magnifying glass over the gap between them. */
export function NothingFoundDrawing() {
  return (
    <Drawing>
      <Shadow width={124} />
      <rect x="20" y="42" width="31" height="63" rx="5.5" className="fill-raised" />
      <rect x="24" y="46" width="12" height="13" rx="4" className="fill-sunken" />
      <circle cx="28" cy="50" r="1.6" className="fill-ink-faint stroke-none" />
      <circle cx="32" cy="55" r="1.6" className="fill-ink-faint stroke-none" />
      <rect x="64" y="42" width="31" height="63" rx="5.5" strokeDasharray="3 4" />
      <rect x="108" y="34" width="40" height="71" rx="4.5" className="fill-raised" />
      <path d="M113 41h30v57h-30z" className="fill-sunken stroke-none" />
      <path d="M113 80 143 52v46h-30z" className="fill-line stroke-none" opacity="0.7" />
      <circle cx="79" cy="56" r="19" className="fill-paper" fillOpacity="0.75" />
      <g className="stroke-primary-text" strokeWidth="2.4">
        <circle cx="79" cy="56" r="19" />
        <path d="m93 70 14 14" strokeWidth="4.5" />
      </g>
      <path d="M68 52a12 12 0 0 1 8-7.5" opacity="0.7" />
    </Drawing>
  );
}
