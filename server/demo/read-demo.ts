import { readFileSync } from 'node:fs';

/** Data and images of the demo shop. */
const folder = new URL('../../demo/', import.meta.url);

/** Reads a JSON file of the demo. */
export const readDemo = <Data>(file: string): Data =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Data;

/** Reads an SVG image of the demo. */
export const readDemoImage = (file: string): string =>
  readFileSync(new URL(`images/${file}`, folder), 'utf8');
