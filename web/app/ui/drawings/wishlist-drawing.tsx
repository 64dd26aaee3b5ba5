import { Drawing, Shadow } from './drawing.tsx';

/** Outline of a phone on a stand, with a heart. */
export function WishlistDrawing() {
  return (
    <Drawing>
      <Shadow width={84} />
      <path d="M46 96h68l6 9a1 1 0 0 1-1 1H41a1 1 0 0 1-1-1z" className="fill-raised" />
      <path d="M100 96h14l6 9a1 1 0 0 1-1 1h-15z" className="fill-sunken stroke-none" />
      <path d="M46 96h68l6 9a1 1 0 0 1-1 1H41a1 1 0 0 1-1-1z" />
      <rect x="58" y="18" width="44" height="78" rx="7.5" className="fill-paper" strokeDasharray="3 4" />
      <path d="M75 24h10" strokeWidth="2.2" />
      <path
        d="M80 69.5S66 61.5 66 52.8a7.3 7.3 0 0 1 14-2.9 7.3 7.3 0 0 1 14 2.9c0 8.7-14 16.7-14 16.7z"
        className="fill-primary-tint stroke-primary-text"
        strokeWidth="2.4"
      />
    </Drawing>
  );
}
