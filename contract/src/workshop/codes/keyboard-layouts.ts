// A scanner types as on a keyboard of the United States. If the computer expects another layout, each key gives the sign of
// that layout, and a number arrives in signs that no code has.

/** Signs of a layout with the signs that the same keys have on a keyboard of the United States. */
const layout = (signs: string, meant: string): ReadonlyMap<string, string> =>
  new Map([...signs].map((sign, index) => [sign, meant[index] ?? sign]));

const french = layout('&é"\'(-è_çà)aqzwAQZW,?mM!:', '1234567890-qawzQAWZmM;:/.');
const german = layout('ßzyZY-ÖöÜü', '-yzYZ/:;{[');

/** Returns what a scanner may have sent, for each layout that has the signs of this text. */
export function undoKeyboardLayouts(raw: string): string[] {
  const text = raw.trim();
  const isFrench = /[éèçà]/.test(text) || /^[&é"'(è_çà-]{8,}$/.test(text);
  return [
    ...(isFrench ? [translate(text, french)] : []),
    ...(/[ßÖöÜü]/.test(text) ? [translate(text, german)] : []),
  ];
}

const translate = (text: string, signs: ReadonlyMap<string, string>) =>
  [...text].map((sign) => signs.get(sign) ?? sign).join('');
