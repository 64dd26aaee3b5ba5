// Emblem in the middle or the corner of a laptop's lid, which hints at the real logo.
import { lightness, shade } from './color.ts';
import { circle, path, place, rect } from './paint.ts';

export type Emblem =
  | 'fruit'
  | 'ring'
  | 'squares'
  | 'slashes'
  | 'gear'
  | 'red-dot'
  | 'green-waves'
  | 'plate'
  | 'word';

/** Outlines around the origin, about 24 mm wide. */
const marks: Partial<Record<Emblem, string>> = {
  fruit:
    'M0-6.5C4-9.5 11-8 11 1C11 8 6 14 3 14C1.4 14 1 13 0 13S-1.4 14-3 14C-6 14-11 8-11 1C-11-8-4-9.5 0-6.5ZM0-8.5C0-13 2.6-15.6 6-16C6-11.6 3.6-8.8 0-8.5Z',
  squares: 'M-9-9h8.4v8.4H-9zM.6-9H9v8.4H.6zM-9 .6h8.4V9H-9zM.6.6H9V9H.6z',
  slashes: 'M-7 10L-3-10H-1L-5 10ZM-3 10L1-10H3L-1 10ZM1 10L5-10H7L3 10ZM-11 10L-7-10H-5L-9 10Z',
};

function markInTheMiddle(emblem: Emblem, color: string): string {
  const outline = marks[emblem];
  if (outline) return path(outline, `fill="${color}"`);
  const line = `fill="none" stroke="${color}"`;
  if (emblem === 'ring')
    return circle(0, 0, 12, `${line} stroke-width="2.2"`) + rect(-7, -2, 14, 4, 1, `fill="${color}"`);
  if (emblem === 'gear')
    return (
      circle(0, 0, 9.4, `${line} stroke-width="3.4"`) +
      circle(0, 0, 12, `${line} stroke-width="3.4" stroke-dasharray="6.3 6.27"`)
    );
  if (emblem === 'green-waves')
    return [-6, 0, 6]
      .map((x) =>
        path(
          `M${x + 2}-13C${x - 7}-5 ${x + 7} 4 ${x - 2} 13`,
          `${line} stroke-width="2.6" stroke-linecap="round"`,
        ),
      )
      .join('');
  return rect(-15, -3, 30, 6, 1.5, `fill="${color}"`);
}

/** Draws the emblem on a lid of this size and color. */
export function emblemOn(emblem: Emblem, width: number, height: number, body: string): string {
  const shiny = shade(body, lightness(body) > 0.6 ? -0.13 : 0.24);
  if (emblem === 'red-dot') {
    const word =
      rect(0, 0, 26, 4.4, 1, `fill="${shade(body, 0.34)}"`) + circle(17.4, -2.6, 1.7, 'fill="#e0262f"');
    return place(width - 44, height - 16, 1, word, -38);
  }
  if (emblem === 'plate') return rect(width - 52, height - 24, 34, 9, 1.5, `fill="${shiny}"`);
  const color = { 'green-waves': '#44d62c', slashes: '#c9a874' }[emblem as string] ?? shiny;
  return place(width / 2, height / 2, 1, markInTheMiddle(emblem, color));
}
