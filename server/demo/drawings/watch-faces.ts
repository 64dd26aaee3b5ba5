// Watch faces, around the center of the dial.
import { lch, lightness } from './color.ts';
import { circle, n, path, place, rect } from './paint.ts';

/** Returns the point at this many degrees from twelve o'clock. */
export const turn = (degrees: number, radius: number): [number, number] => [
  radius * Math.sin((degrees * Math.PI) / 180),
  -radius * Math.cos((degrees * Math.PI) / 180),
];

function arc(radius: number, from: number, to: number): string {
  const [x1, y1] = turn(from, radius);
  const [x2, y2] = turn(to, radius);
  return `M${n(x1)} ${n(y1)}A${n(radius)} ${n(radius)} 0 ${to - from > 180 ? 1 : 0} 1 ${n(x2)} ${n(y2)}`;
}

/** Draws a ring of ticks as one dashed circle instead of a line per tick. */
export function ticks(radius: number, length: number, count: number, color: string, width: number): string {
  const middle = radius - length / 2;
  const step = (2 * Math.PI * middle) / count;
  const dashes = `stroke-dasharray="${n(width)} ${(step - width).toFixed(3)}" stroke-dashoffset="${n(width / 2)}"`;
  return circle(0, 0, middle, `fill="none" stroke="${color}" stroke-width="${n(length)}" ${dashes}`);
}

function hands(radius: number, accent: string, metal = '#fff'): string {
  const [hx, hy] = turn(-52, radius * 0.5);
  const [mx, my] = turn(56, radius * 0.76);
  const [sx, sy] = turn(196, radius * 0.82);
  const stroke = 'fill="none" stroke-linecap="round"';
  return (
    path(`M0 0L${n(hx)} ${n(hy)}`, `${stroke} stroke="${metal}" stroke-width="1.7"`) +
    path(`M0 0L${n(mx)} ${n(my)}`, `${stroke} stroke="${metal}" stroke-width="1.3"`) +
    path(`M0 0L${n(sx)} ${n(sy)}`, `${stroke} stroke="${accent}" stroke-width="0.5"`) +
    circle(0, 0, 1.1, `fill="${accent}"`)
  );
}

function line(d: string, color: string, width: number, opacity = 1): string {
  return path(
    d,
    `fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" opacity="${opacity}"`,
  );
}

function ring(r: number, to: number, color: string, width: number): string {
  return line(arc(r, 0, 359.9), color, width, 0.22) + line(arc(r, 0, to), color, width);
}

export type WatchFace = 'rings' | 'analog' | 'sport' | 'orbit' | 'petals' | 'tiles' | 'window' | 'hybrid';

type Face = (radius: number, hue: number, accent: string, dial: string) => string;

/** Display content, without numbers. */
export const watchFaces: Record<WatchFace, Face> = {
  rings: (radius, hue) =>
    ticks(radius * 0.98, radius * 0.07, 60, '#8b93a3', 0.35) +
    ring(radius * 0.78, 290, lch(0.66, 0.21, hue), 2.4) +
    ring(radius * 0.6, 230, lch(0.84, 0.18, hue + 110), 2.4) +
    ring(radius * 0.42, 265, lch(0.8, 0.12, hue + 190), 2.4) +
    hands(radius, '#ff9f43'),
  analog: (radius, hue, accent) =>
    ticks(radius * 0.96, radius * 0.06, 60, '#9aa1ad', 0.35) +
    ticks(radius * 0.96, radius * 0.16, 12, '#ffffff', 1) +
    place(0, radius * 0.46, 1, ring(radius * 0.2, 210, accent, 0.9)) +
    place(-radius * 0.46, 0, 1, ring(radius * 0.2, 300, lch(0.8, 0.13, hue + 120), 0.9)) +
    place(radius * 0.46, 0, 1, ring(radius * 0.2, 140, lch(0.82, 0.12, hue - 100), 0.9)) +
    hands(radius, accent),
  sport: (radius, hue, accent) => {
    const chart = Array.from({ length: 15 }, (_, i) => {
      const x = -radius * 0.56 + (i * radius * 1.12) / 14;
      return `${i === 0 ? 'M' : 'L'}${n(x)} ${n(radius * 0.42 - Math.abs(Math.sin(i * 1.35)) * radius * 0.32)}`;
    }).join('');
    return (
      ticks(radius * 0.97, radius * 0.09, 60, '#aab2bd', 0.4) +
      line(arc(radius * 0.8, -120, 60), accent, 1.6) +
      line(arc(radius * 0.8, 75, 130), lch(0.8, 0.14, hue + 140), 1.6) +
      line(chart, accent, 0.8) +
      hands(radius * 0.85, accent)
    );
  },
  // A few wide arcs around plain hands.
  orbit: (radius, hue, accent) =>
    line(arc(radius * 0.86, -64, 8), accent, radius * 0.1) +
    line(arc(radius * 0.86, 24, 66), lch(0.86, 0.09, hue + 40), radius * 0.1) +
    line(arc(radius * 0.86, 82, 100), lch(0.66, 0.13, hue - 30), radius * 0.1) +
    line(arc(radius * 0.86, 168, 214), lch(0.74, 0.1, hue + 90), radius * 0.1) +
    ticks(radius * 0.66, radius * 0.07, 12, '#c9d0da', 0.9) +
    hands(radius * 0.72, accent),
  // Large soft leaves of color behind the hands.
  petals: (radius, hue) =>
    Array.from({ length: 6 }, (_, i) => {
      const [x, y] = turn(i * 60 + 20, radius * 0.5);
      return circle(x, y, radius * 0.5, `fill="${lch(0.78 - i * 0.055, 0.13, hue + i * 16)}" opacity="0.72"`);
    }).join('') + hands(radius * 0.95, '#ffffff'),
  // Measurements in tiles of a square display.
  tiles: (radius, hue, accent) => {
    const half = radius * 0.8;
    const tile = (x: number, y: number, content: string) =>
      rect(x, y, half * 0.94, half * 0.94, half * 0.2, 'fill="#1b1f27"') +
      place(x + half * 0.47, y + half * 0.47, 1, content);
    const wave = `M${n(-half * 0.32)} 0h${n(half * 0.14)}l1.2-3 2 6.4 1.6-4.6h${n(half * 0.2)}`;
    const bars = [0.3, 0.62, 0.45, 0.8].map((share, i) =>
      rect(
        -half * 0.3 + i * half * 0.17,
        half * (0.3 - share * 0.6),
        half * 0.1,
        half * share * 0.6,
        0.5,
        `fill="${lch(0.8, 0.13, hue + 150)}"`,
      ),
    );
    return (
      tile(-half, -half, hands(half * 0.42, accent)) +
      tile(half * 0.06, -half, ring(half * 0.3, 250, accent, 1.7)) +
      tile(-half, half * 0.06, line(wave, lch(0.7, 0.19, 20), 0.9)) +
      tile(half * 0.06, half * 0.06, bars.join(''))
    );
  },
  // Gray reflective display, with a second small one in a round window.
  window: (radius) => {
    const ink = '#23282a';
    const [x, y] = [radius * 0.46, -radius * 0.46];
    const strip = (top: number, share: number) =>
      rect(-radius * 0.7, radius * top, radius * 1.4 * share, radius * 0.13, 0.4, `fill="${ink}"`);
    return (
      ticks(radius * 0.98, radius * 0.06, 60, ink, 0.4) +
      line(
        `M${n(-radius * 0.62)} ${n(-radius * 0.34)}v${n(-radius * 0.3)}M${n(-radius * 0.4)} ${n(-radius * 0.34)}v${n(-radius * 0.46)}M${n(-radius * 0.18)} ${n(-radius * 0.34)}v${n(-radius * 0.2)}`,
        ink,
        radius * 0.11,
      ) +
      strip(-0.16, 1) +
      strip(0.08, 0.72) +
      strip(0.32, 0.88) +
      strip(0.56, 0.4) +
      circle(x, y, radius * 0.46, `fill="${ink}"`) +
      circle(x, y, radius * 0.39, 'fill="#c3cabf"') +
      place(x, y, 1, line(arc(radius * 0.28, -130, 70), ink, radius * 0.09))
    );
  },
  // Real hands over a printed dial, with a small round display above and a counter below.
  hybrid: (radius, _hue, accent, dial) => {
    const ink = lightness(dial) > 0.5 ? '#3c4046' : '#e9ebee';
    return (
      ticks(radius * 0.96, radius * 0.14, 12, ink, 0.8) +
      circle(0, -radius * 0.44, radius * 0.23, 'fill="#08090c"') +
      place(0, -radius * 0.44, 1, line(`M${n(-radius * 0.18)} 0h2l.9-2 1.3 3.6.9-1.6h1.2`, '#e9f2ff', 0.5)) +
      circle(0, radius * 0.42, radius * 0.26, `fill="none" stroke="${ink}" stroke-width="0.35"`) +
      place(
        0,
        radius * 0.42,
        1,
        ticks(radius * 0.25, radius * 0.05, 10, ink, 0.3) +
          line(`M0 0L${n(radius * 0.13)} ${n(-radius * 0.13)}`, accent, 0.7),
      ) +
      hands(radius, accent, lightness(dial) > 0.5 ? '#5a6068' : '#f4f6f8')
    );
  },
};
