// The edge of a closed laptop with its ports, in millimeters; the hinge is on the left.
import { lightness, shade } from './color.ts';
import { circle, n, type Paint, path, rect } from './paint.ts';

export type Port =
  | 'usb-c'
  | 'usb-a'
  | 'hdmi'
  | 'audio'
  | 'magsafe'
  | 'sd'
  | 'microsd'
  | 'ethernet'
  | 'surface'
  | 'barrel'
  | 'lock'
  | 'vent'
  | 'button';

type Edge = {
  depth: number;
  thickness: { back: number; front: number };
  deck?: string;
  cutCorners?: string;
  ports: { left: readonly Port[]; right: readonly Port[] };
};

const widths: Record<Port, number> = {
  'usb-c': 9,
  'usb-a': 13.2,
  hdmi: 15,
  audio: 4.4,
  magsafe: 17,
  sd: 24,
  microsd: 12,
  ethernet: 13,
  surface: 17,
  barrel: 5.4,
  lock: 6,
  vent: 44,
  button: 9,
};

const hole = 'fill="#050608"';

/** Draws one port with its left end at x and its middle at y. */
function port(kind: Port, x: number, y: number, rim: string): string {
  const w = widths[kind];
  const slot = (h: number, r: number, attributes = hole) =>
    rect(x, y - h / 2, w, h, r, `${attributes} stroke="${rim}" stroke-width="0.35"`);
  const tongue = (h: number, color: string) => rect(x + 1.6, y - h / 2, w - 3.2, h, h / 2, `fill="${color}"`);
  switch (kind) {
    case 'usb-c':
      return slot(3.1, 1.55) + tongue(0.8, '#565a61');
    case 'usb-a':
      return slot(5.4, 0.5) + rect(x + 1, y - 1.9, w - 2, 1.7, 0.2, 'fill="#5b6168"');
    case 'hdmi':
      return path(
        `M${n(x)} ${n(y - 2.6)}h${w}v2.9l-2 2.3h${4 - w}l-2-2.3z`,
        `${hole} stroke="${rim}" stroke-width="0.35"`,
      );
    case 'audio':
    case 'barrel':
      return circle(x + w / 2, y, w / 2, `${hole} stroke="${rim}" stroke-width="0.6"`);
    case 'magsafe':
      return (
        slot(3.6, 1.8) +
        path(
          `M${n(x + 4)} ${n(y)}h9.2`,
          'stroke="#c9a85a" stroke-width="1" stroke-linecap="round" stroke-dasharray="0 2.2"',
        )
      );
    case 'surface':
      return slot(2.6, 1.3) + tongue(0.9, '#b9a06a');
    case 'ethernet':
      return slot(7.4, 0.6) + rect(x + 3.4, y + 2.2, w - 6.8, 1.5, 0, hole);
    case 'sd':
      return slot(2.2, 0.5);
    case 'microsd':
      return slot(1.5, 0.4);
    case 'lock':
      return slot(2.8, 0.8);
    case 'button':
      return slot(2, 1, `fill="${rim}"`);
    case 'vent':
      return path(
        Array.from({ length: 15 }, (_, i) => `M${n(x + i * 3)} ${n(y - 2)}v4`).join(''),
        'stroke="#050608" stroke-width="1.7"',
      );
  }
}

/** Draws a laptop's left or right edge. */
export function edgeOf(paint: Paint, shape: Edge, body: string, side: 'left' | 'right'): string {
  const { depth, thickness } = shape;
  const { back, front } = thickness;
  const base = shape.deck ?? body;
  const seam = Math.min(front * 0.55, back * 0.34);
  const metal = paint.linear('down', [
    [0, shade(base, 0.1)],
    [0.5, base],
    [1, shade(base, -0.16)],
  ]);
  const lid = paint.linear('down', [
    [0, shade(body, 0.17)],
    [1, shade(body, -0.03)],
  ]);
  const rim = shade(base, lightness(base) < 0.45 ? 0.2 : -0.24);
  let x = 13;
  const sockets = shape.ports[side].map((kind) => {
    // A wedge gets thinner toward the front.
    const bottom = back + (front - back) * ((x + widths[kind] / 2) / depth);
    const drawn = port(kind, x, (seam + bottom) / 2 - 0.2, rim);
    x += widths[kind] + 7;
    return drawn;
  });
  return (
    path(
      `M2 ${n(seam)}H${n(depth - 1.5)}L${n(depth)} ${n(seam + 0.6)}Q${n(depth)} ${n(front)} ${n(depth - 5)} ${n(front)}L5 ${n(back)}Q0 ${n(back)} 0 ${n(back - 4)}V${n(seam + 2)}Z`,
      `fill="${metal}"`,
    ) +
    rect(1, 0, depth - 1.4, seam - 0.3, Math.min(2.4, seam * 0.45), `fill="${lid}"`) +
    path(
      `M2 ${n(seam)}H${n(depth - 1)}`,
      `stroke="${shape.cutCorners ?? '#050608'}" stroke-width="${shape.cutCorners ? 0.9 : 0.55}"`,
    ) +
    path(
      `M18 ${n(back)}h14v1.3h-14zM${n(depth - 34)} ${n(back + (front - back) * 0.88)}h14v1.3h-14z`,
      'fill="#16171a"',
    ) +
    sockets.join('')
  );
}
