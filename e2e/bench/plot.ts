import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Line = { name: string; points: { x: number; y: number }[] };
type Plot = { title: string; x: string; y: string; lines: Line[] };

const [width, height, left, right, top, bottom] = [760, 420, 70, 200, 50, 50];
const colors = ['#0369a1', '#b45309', '#15803d', '#a21caf', '#b91c1c', '#4d7c0f', '#1e40af', '#334155'];

/** Draws lines over a logarithmic x axis into docs/pictures. */
export function writePlot(file: string, { title, x, y, lines }: Plot): void {
  const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
  const all = lines.flatMap((line) => line.points);
  const [first, last] = [Math.min(...all.map((p) => p.x)), Math.max(...all.map((p) => p.x))];
  const highest = niceAbove(Math.max(...all.map((p) => p.y)));
  const atX = (value: number) =>
    left + ((width - left - right) * Math.log(value / first)) / (Math.log(last / first) || 1);
  const atY = (value: number) => height - bottom - ((height - top - bottom) * value) / highest;
  const word = (text: string | number, px: number, py: number, more = '') =>
    `<text x="${px.toFixed(0)}" y="${py.toFixed(0)}" ${more}>${typeof text === 'number' ? text.toLocaleString('en-US') : text}</text>`;
  const steps = [0, 1, 2, 3, 4].map((step) => (highest * step) / 4);
  const grid = steps.map(
    (value) =>
      `<path d="M${left} ${atY(value).toFixed(1)}H${width - right}" stroke="#cbd5e1"/>${word(value, left - 8, atY(value) + 4, 'text-anchor="end"')}`,
  );
  const marks = [...new Set(all.map((p) => p.x))].map((value) =>
    word(value, atX(value), height - bottom + 18, 'text-anchor="middle"'),
  );
  const drawn = lines.map(({ name, points }, index) => {
    const color = colors[index % colors.length];
    const path = points.map((p) => `${atX(p.x).toFixed(1)} ${atY(p.y).toFixed(1)}`).join('L');
    const dots = points.map(
      (p) => `<circle cx="${atX(p.x).toFixed(1)}" cy="${atY(p.y).toFixed(1)}" r="3" fill="${color}"/>`,
    );
    const label = word(name, width - right + 12, top + 18 * index + 4, `fill="${color}"`);
    return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    folder + file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#0f172a">
<rect width="${width}" height="${height}" fill="#fff"/>
${word(title, left, 26, 'font-size="16"')}
${[...grid, ...marks, ...drawn].join('\n')}
${word(x, (left + width - right) / 2, height - 12, 'text-anchor="middle"')}${word(y, 12, top - 12)}
</svg>
`,
  );
  console.log(`\nDrawn: docs/pictures/${file}`);
}

function niceAbove(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 2, 4, 5, 8, 10].find((times) => times * unit >= value) ?? 10) * unit;
}
