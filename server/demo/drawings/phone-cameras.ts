// Camera layouts of phones, in millimeters of the back.
import { lightness, shade } from './color.ts';
import { flash, lens } from './lens.ts';
import { circle, n, type Paint, path, rect } from './paint.ts';

export type PhoneCamera =
  | 'single'
  | 'diagonal-pair'
  | 'upright-pair'
  | 'triple-square'
  | 'corner-column'
  | 'slim-column'
  | 'five-circles'
  | 'full-width-bar'
  | 'floating-bar'
  | 'edge-circle'
  | 'triangle'
  | 'glyphs';

function plateau(paint: Paint, x: number, y: number, w: number, h: number, r: number, body: string): string {
  const fill = paint.linear('diagonal', [
    [0, shade(body, 0.08)],
    [1, shade(body, -0.05)],
  ]);
  return (
    rect(x + 0.7, y + 0.9, w, h, r, 'fill="#000" opacity="0.2"') +
    rect(x, y, w, h, r, `fill="${fill}" stroke="${shade(body, 0.14)}" stroke-width="0.4"`)
  );
}

type Back = { width: number; frame?: string };
type Draw = (paint: Paint, back: Back, body: string) => string;

export const phoneCameras: Record<PhoneCamera, Draw> = {
  'diagonal-pair': (paint, _back, body) =>
    plateau(paint, 3.6, 3.6, 28.5, 28.5, 8.4, body) +
    lens(paint, 12, 12, 6.7, shade(body, 0.05)) +
    lens(paint, 23.8, 23.8, 6.7, shade(body, 0.05)) +
    flash(paint, 24.2, 11.6, 2.3) +
    circle(11.6, 24.2, 0.7, 'fill="#000" opacity="0.55"'),
  'triple-square': (paint, _back, body) =>
    plateau(paint, 3, 3, 36, 36.8, 10.6, body) +
    lens(paint, 12.8, 12.6, 8, shade(body, 0.02)) +
    lens(paint, 12.8, 30.2, 8, shade(body, 0.02)) +
    lens(paint, 29, 21.4, 8, shade(body, 0.02)) +
    flash(paint, 29.2, 9.2, 2.4) +
    circle(29.2, 33.8, 2.2, 'fill="#08090c"') +
    circle(21.4, 36, 0.6, 'fill="#000" opacity="0.5"'),
  'corner-column': (paint, _back, body) => {
    const metal = shade(body, lightness(body) < 0.4 ? 0.09 : -0.03);
    const fill = paint.linear('diagonal', [
      [0, shade(metal, 0.16)],
      [0.5, metal],
      [1, shade(metal, -0.1)],
    ]);
    const outline = `M0 9.5Q0 0 9.5 0H18.5Q24 0 24 5.5V41Q24 48.6 16.4 48.6H4.6Q0 48.6 0 53Z`;
    return (
      path(outline, 'fill="#000" opacity="0.22" transform="translate(.7 .9)"') +
      path(outline, `fill="${fill}"`) +
      [10.6, 24.6, 38.6].map((y) => lens(paint, 11.8, y, 5.5, shade(metal, -0.1))).join('') +
      flash(paint, 30.6, 14.6, 1.9)
    );
  },
  'full-width-bar': (paint, { width, frame }, body) => {
    const metal = frame ?? shade(body, 0.06);
    const fill = paint.linear('down', [
      [0, shade(metal, 0.2)],
      [0.12, shade(metal, 0.03)],
      [0.85, shade(metal, -0.08)],
      [1, shade(metal, -0.22)],
    ]);
    const top = 17.5;
    return (
      rect(0, top + 19.6, width, 2.2, 0, 'fill="#000" opacity="0.22"') +
      rect(-0.5, top, width + 1, 20.4, 1.2, `fill="${fill}"`) +
      rect(8.2, top + 3.6, 33, 13.2, 6.6, 'fill="#08090c"') +
      lens(paint, 15.6, top + 10.2, 5.4, '#23262c') +
      lens(paint, 30.6, top + 10.2, 5.4, '#23262c') +
      flash(paint, 52, top + 10.2, 2.5)
    );
  },
  single: (paint, _back, body) =>
    lens(paint, 13.4, 13.4, 8, shade(body, 0.08)) +
    circle(13.4, 24.6, 0.7, 'fill="#000" opacity="0.5"') +
    flash(paint, 13.4, 29.6, 2.5),
  'upright-pair': (paint, _back, body) =>
    plateau(paint, 4.6, 4.6, 18.6, 38.4, 9.3, body) +
    lens(paint, 13.9, 13.9, 7.7, shade(body, 0.05)) +
    lens(paint, 13.9, 33.7, 7.7, shade(body, 0.05)) +
    flash(paint, 30, 23.8, 2.4),
  'five-circles': (paint, _back, body) =>
    [14.2, 32, 49.8].map((y) => lens(paint, 13.6, y, 7.4, shade(body, 0.07))).join('') +
    lens(paint, 30.4, 40.9, 5.4, shade(body, 0.07)) +
    lens(paint, 30.4, 23.1, 3, shade(body, -0.02)) +
    flash(paint, 30.4, 13, 2),
  'floating-bar': (paint, { width, frame }, body) => {
    const metal = frame ?? shade(body, 0.04);
    const rim = paint.linear('down', [
      [0, shade(metal, 0.22)],
      [0.2, shade(metal, 0.02)],
      [1, shade(metal, -0.16)],
    ]);
    const [x, y, w, h] = [5.4, 13.6, width - 10.8, 23.4];
    return (
      rect(x + 0.8, y + 1.8, w, h, h / 2, 'fill="#000" opacity="0.26"') +
      rect(x, y, w, h, h / 2, `fill="${rim}"`) +
      rect(x + 2, y + 2, w - 4, h - 4, h / 2 - 2, `fill="${shade(body, -0.03)}"`) +
      rect(x + 4, y + 4.2, 37, h - 8.4, h / 2 - 4.2, 'fill="#08090c"') +
      lens(paint, x + 12.4, y + h / 2, 6, '#23262c') +
      lens(paint, x + 32.4, y + h / 2, 6, '#23262c') +
      flash(paint, x + w - 11.6, y + h / 2, 2.4)
    );
  },
  'edge-circle': (paint, _back, body) => {
    const metal = shade(body, lightness(body) < 0.4 ? 0.1 : -0.02);
    const ring = paint.linear('diagonal', [
      [0, shade(metal, 0.24)],
      [0.5, metal],
      [1, shade(metal, -0.14)],
    ]);
    const disc = shade(body, lightness(body) < 0.4 ? -0.06 : -0.16);
    return (
      path('M1 13H26V47H1Z', `fill="${shade(body, lightness(body) < 0.4 ? 0.06 : -0.05)}"`) +
      circle(27.4, 31.2, 22.4, 'fill="#000" opacity="0.24"') +
      circle(26.8, 30, 22.4, `fill="${ring}"`) +
      circle(26.8, 30, 20.4, `fill="${disc}"`) +
      lens(paint, 18, 21.6, 7, '#2b2e33') +
      lens(paint, 35.6, 21.6, 6.2, '#2b2e33') +
      lens(paint, 18, 38.4, 6.2, '#2b2e33') +
      rect(30.6, 33.4, 10, 10, 1.6, 'fill="#0b0c10" stroke="#2b2e33" stroke-width="0.8"') +
      circle(35.6, 38.4, 2.6, 'fill="#1b2340"') +
      flash(paint, 55.6, 14.4, 2.4)
    );
  },
  triangle: (paint, _back, body) => {
    const island =
      'M4.4 12.6Q4.4 4.4 12.4 5.2Q15 5.4 18 7.6L37.4 22.2Q44.6 28 37.4 33.6L18 48.4Q15 50.6 12.4 50.8Q4.4 51.4 4.4 43Z';
    return (
      path(island, 'fill="#000" opacity="0.25" transform="translate(.8 1)"') +
      path(island, `fill="#16181b" stroke="${shade(body, 0.12)}" stroke-width="0.6"`) +
      lens(paint, 13.4, 15, 6.2, '#3a3d42') +
      lens(paint, 13.4, 40.6, 6.2, '#3a3d42') +
      circle(31.4, 27.8, 5, 'fill="#0b0c0f" stroke="#3a3d42" stroke-width="0.7"') +
      flash(paint, 31.4, 25.4, 1.4) +
      circle(31.4, 30.2, 1.1, 'fill="#1b2340"')
    );
  },
  glyphs: (paint, { width }, body) => {
    const seam = shade(body, lightness(body) > 0.6 ? -0.13 : 0.1);
    const inner = shade(body, lightness(body) > 0.6 ? -0.05 : 0.05);
    const middle = width / 2;
    const parts =
      rect(middle - 25, 50, 50, 50, 25, `fill="${inner}"`) +
      rect(5, 105, 28, 50, 5, `fill="${inner}"`) +
      rect(middle + 6, 105, width / 2 - 11, 22, 5, `fill="${inner}"`) +
      rect(40, 6, 31, 38, 7, `fill="${inner}"`) +
      path(
        `M34 4V44H5M71 48H${n(middle + 12)}M5 102H${n(width - 5)}M${n(middle - 2)} 102V157M${n(middle + 6)} 131H71`,
        `fill="none" stroke="${seam}" stroke-width="0.7"`,
      ) +
      circle(56, 30, 1.1, `fill="${seam}"`) +
      circle(56, 13, 1.1, `fill="${seam}"`) +
      circle(12, 150, 1.1, `fill="${seam}"`) +
      circle(66, 122, 1.1, `fill="${seam}"`);
    const strips =
      'M6.2 21.5V14.4A8.8 8.8 0 0 1 23.8 14.4M23.8 25V32A8.8 8.8 0 0 1 6.2 32V27' +
      'M44 26L62 8' +
      `M${n(middle - 19.5)} 61.5A23 23 0 0 1 ${n(middle + 10)} 54.2M${n(middle + 15.5)} 57.6A23 23 0 0 1 ${n(middle + 22)} 82` +
      `M${n(middle + 19.5)} 88.5A23 23 0 0 1 ${n(middle - 12)} 94.8M${n(middle - 17)} 91A23 23 0 0 1 ${n(middle - 22)} 67` +
      `M${n(middle)} 116V140M${n(middle)} 147V147.2`;
    const strip = (attributes: string) => path(strips, `fill="none" stroke-linecap="round" ${attributes}`);
    return (
      parts +
      strip('stroke="#8a9099" stroke-width="3.3" opacity="0.55"') +
      strip('stroke="#fff" stroke-width="2.3"') +
      lens(paint, 15, 14.4, 6.5, '#17181b') +
      lens(paint, 15, 32, 6.5, '#17181b') +
      flash(paint, 29, 23, 1.7) +
      rect(64.5, 33, 2.4, 2.4, 0.4, 'fill="#e0322f"')
    );
  },
  'slim-column': (paint, _back, body) =>
    plateau(paint, 5.6, 6, 14.6, 51, 7.3, shade(body, 0.03)) +
    rect(6.6, 7, 12.6, 49, 6.3, 'fill="#0c0d10"') +
    flash(paint, 12.9, 12.6, 1.6) +
    [22.4, 35.2, 48].map((y) => lens(paint, 12.9, y, 5.4, '#2b2e33')).join(''),
};
