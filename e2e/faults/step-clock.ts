import { existsSync, readFileSync } from 'node:fs';

// Loaded into a shop before it starts (node --import): its clock goes wrong by the milliseconds that stand in the file
// CLOCK_STEP, read again at each signal SIGUSR2. The product has no such clock.

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
  construct: (target, values: unknown[], asked) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, asked),
  apply: () => new RightDate(now()).toString(),
  get: (target, name, asked) => (name === 'now' ? now : Reflect.get(target, name, asked)),
});
