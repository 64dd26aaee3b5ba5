import { writeFileSync } from 'node:fs';
import JsBarcode from 'jsbarcode';

const [width, height] = [640, 480];
const barWidth = 3;

/** Writes a video that shows the text as Code 128, as Chromium's fake camera reads it (YUV4MPEG2). */
export function writeCameraVideo(path: string, text: string): void {
  const drawing: { encodings?: { data: string }[] } = {};
  JsBarcode(drawing, text, { format: 'CODE128' });
  const bars = (drawing.encodings ?? []).map(({ data }) => data).join('');
  const start = Math.round((width - bars.length * barWidth) / 2);
  if (bars === '' || start < 10 * barWidth) throw new Error(`${text} does not fit into the picture.`);
  const line = Buffer.alloc(width, 235);
  for (const [place, bar] of [...bars].entries()) {
    if (bar === '1') line.fill(16, start + place * barWidth, start + (place + 1) * barWidth);
  }
  const blank = Buffer.alloc(width, 235);
  const gray = Buffer.alloc((width * height) / 2, 128);
  const rows = Array.from({ length: height }, (_, row) => (row > 120 && row < 360 ? line : blank));
  const frame = Buffer.concat([Buffer.from('FRAME\n'), ...rows, gray]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([header, frame, frame]));
}
