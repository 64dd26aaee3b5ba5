import { encode } from 'uqr';
import { type Label, type RollPaper, rollPapers } from './label.ts';

const dotsPerMm = 203 / 25.4;
const margin = 24;
const codeHeight = 64;
const textTop = 12 + codeHeight + 12;
/** 16 mm, as on the printed page. */
const maxQrDots = 128;

/** Labels in ZPL II, the language of Zebra's printers with 203 dots an inch, to be sent to the printer as they are. */
export function toZpl(labels: Label[], paper: RollPaper): string {
  return labels.map((label) => zplOf(label, paper)).join('');
}

function zplOf({ code, heading, name, facts, link }: Label, paper: RollPaper): string {
  const { widthMm, heightMm } = rollPapers[paper];
  const [width, height] = [widthMm, heightMm].map((mm) => Math.floor(mm * dotsPerMm)) as [number, number];
  const qr = link === null ? null : { link, size: encode(link, { border: 0, ecc: 'M' }).size };
  const scale = qr && Math.max(2, Math.floor(maxQrDots / qr.size));
  const qrDots = qr && scale ? qr.size * scale : 0;
  const textWidth = width - 2 * margin - (qrDots && qrDots + 8);
  const text = (y: number, dots: number, lines: number, words: string) =>
    `^FO${margin},${y}^A0N,${dots},${dots}^FB${textWidth},${lines},0,L^FH^FD${asField(words)}^FS\n`;
  return [
    `^XA^CI28^PW${width}^LL${height}\n`,
    `^FO${margin},12^BY2^BCN,${codeHeight},N,N,N^FD${code}^FS\n`,
    text(textTop, 28, 1, heading),
    text(textTop + 32, 20, 2, name),
    ...facts.map((fact, index) => text(textTop + 76 + index * 18, 16, 1, fact)),
    qr ? `^FO${width - margin - qrDots},${textTop}^BQN,2,${scale}^FH^FDMA,${asField(qr.link)}^FS\n` : '',
    '^XZ\n',
  ].join('');
}

/** Writes the characters that would begin a command, or a number of a character, as numbers. */
const asField = (text: string) =>
  text.replace(/[\^~_\\]/g, (character) => `_${character.charCodeAt(0).toString(16).toUpperCase()}`);
