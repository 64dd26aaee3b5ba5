import { existsSync, readFileSync } from 'node:fs';

// Preload (`node --import`) that moves the shop's clock by the milliseconds in the file CLOCK_STEP, and reads the
// file again at each SIGUSR2. The product has no adjustable clock.

const file = process.env.CLOCK_STEP ?? '';
const RightDate = Date;
let wrongBy = 0;
const read = () => {
  wrongBy = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};
read();
process.on('SIGUSR2', () => {
  read();
  console.log(`clock ahead by ${wrongBy} ms`);
});

const now = () => RightDate.now() + wrongBy;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, values: unknown[], receiver) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, receiver),
  apply: () => new RightDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
