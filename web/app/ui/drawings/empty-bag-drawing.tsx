import { Drawing, Shadow } from './drawing.tsx';

/** Empty shopping bag with the outline of a phone above it. */
export function EmptyBagDrawing() {
  return (
    <Drawing>
      <Shadow width={72} />
      <rect x="65" y="12" width="30" height="58" rx="5.5" strokeDasharray="3 4" />
      <path d="M76 17h8" />
      <path d="M46 50h68l5 56H41z" className="fill-raised" />
      <path d="M114 50H97l7 56h15z" className="fill-sunken stroke-none" opacity="0.8" />
      <path d="M46 50h68l5 56H41z" />
      <path d="M64 60v-6a16 16 0 0 1 32 0v6" className="stroke-primary-text" strokeWidth="2.2" />
      <circle cx="64" cy="61" r="2" className="fill-ink-faint stroke-none" />
      <circle cx="96" cy="61" r="2" className="fill-ink-faint stroke-none" />
    </Drawing>
  );
}
