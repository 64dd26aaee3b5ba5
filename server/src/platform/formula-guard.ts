/** Begin a formula in a spreadsheet, full-width and small twins included; a tab or a line break hides one. */
const formulaSigns = new Set('=+-@\t\r＝＋－＠﹦﹢﹣﹫−');

const hasFormulaSign = /[=+\-@\t\r＝＋－＠﹦﹢﹣﹫−]/;

/** Spreadsheets begin a cell after any of these, depending on the country's list separator. */
const separators = new Set(',;\t\r\n');

/** Spreadsheets drop these at the beginning of a cell and read what follows. */
const ignoredAtStart = /[\s\p{Cc}\p{Cf}"']/u;

/**
 * Puts an apostrophe before everything that a spreadsheet would run as a formula, whether it splits the file at
 * commas, semicolons or tabs. `removeFormulaGuards` gives the text back exactly.
 */
export function addFormulaGuards(text: string): string {
  if (!hasFormulaSign.test(text)) return text;
  return splitAt(formulaStartsOf(text), text).join("'");
}

/** The text that `addFormulaGuards` was given. */
export function removeFormulaGuards(text: string): string {
  if (!text.includes("'")) return text;
  const [first = '', ...rest] = splitAt(formulaStartsOf(text), text);
  return first + rest.map((part) => (part.startsWith("'") ? part.slice(1) : part)).join('');
}

/** The positions where a cell may begin and its first significant character is a formula sign, in order. */
function formulaStartsOf(text: string): number[] {
  const starts: number[] = [];
  let isFormula = false;
  // Backwards, so that each position is looked at once: text of many blanks must not take quadratic time.
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text.charAt(index);
    if (isFormula && separators.has(character)) starts.push(index + 1);
    if (formulaSigns.has(character)) isFormula = true;
    else if (!ignoredAtStart.test(character)) isFormula = false;
  }
  if (isFormula) starts.push(0);
  return starts.reverse();
}

function splitAt(positions: number[], text: string): string[] {
  const edges = [0, ...positions, text.length];
  return edges.slice(1).map((end, index) => text.slice(edges[index], end));
}
