// Writes a page with every image of every model, small and large, on light and dark, to review changed drawings: `node server/demo/make-contact-sheet.ts sheet.html`.
import { writeFile } from 'node:fs/promises';
import type { DrawnImage } from './drawings/images.ts';
import { demoModels, imagesOf } from './models/all.ts';
import type { DemoModel } from './models/model.ts';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Say where to: node server/demo/make-contact-sheet.ts sheet.html');
  process.exit(1);
}

const rows = demoModels.map((model) => rowOf(model)).join('\n');
await writeFile(
  file,
  `<!doctype html>
<meta charset="utf-8">
<title>${demoModels.length} models</title>
<style>
  body { margin: 0; font: 14px system-ui }
  section { padding: 16px }
  .dark { background: #14181f; color: #eee }
  figure { display: inline-block; margin: 4px; vertical-align: top }
  .small img { width: 160px }
  .large img { width: 800px }
</style>
<section class="light small">${rows}</section>
<section class="dark small">${rows}</section>
<section class="light large">${rows}</section>
<section class="dark large">${rows}</section>
`,
);

function rowOf(model: DemoModel): string {
  const images = Object.keys(model.colors).flatMap((color) => imagesOf(model, color, 'fair'));
  return `<h2>${model.brand} ${model.name}</h2>${images.map((image) => figureOf(image)).join('')}`;
}

function figureOf({ alt, svg }: DrawnImage): string {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return `<figure><img src="${address}" alt="${alt}" loading="lazy"></figure>`;
}
