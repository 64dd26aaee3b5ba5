/** Characters that begin a formula in a spreadsheet, with full-width and small forms; a tab or line break hides one. */
const formulaSigns = new Set('=+-@\t\r＝＋－＠﹦﹢﹣﹫−');

const hasFormulaSign = /[=+\-@\t\r＝＋－＠﹦﹢﹣﹫−]/;

/** A number that a spreadsheet shows as it is written, which is no formula. */
const isNegativeNumber = /^-(?:0|[1-9]\d{0,14})(?:[.]\d+)?$/;

/** Characters after which a spreadsheet begins a cell, depending on the locale's list separator. */
const separators = new Set(',;\t\r\n');

/** Characters that spreadsheets drop at the beginning of a cell. */
const ignoredAtStart = /[\s\p{Cc}\p{Cf}"']/u;

/**
 * Inserts an apostrophe before everything that a spreadsheet would run as a formula, whether it splits the file at
 * commas, semicolons or tabs. `removeFormulaGuards` restores the text exactly.
 */
export function addFormulaGuards(text: string): string {
  if (!hasFormulaSign.test(text) || isNegativeNumber.test(text)) return text;
  return splitAt(formulaStartsOf(text), text).join("'");
}

/** Returns the text before `addFormulaGuards`. */
export function removeFormulaGuards(text: string): string {
  if (!text.includes("'")) return text;
  const [first = '', ...rest] = splitAt(formulaStartsOf(text), text);
  return first + rest.map((part) => (part.startsWith("'") ? part.slice(1) : part)).join('');
}

/** Returns the positions, ascending, where a cell may begin whose first significant character is a formula sign. */
function formulaStartsOf(text: string): number[] {
  const starts: number[] = [];
  let isFormula = false;
  // Backwards, so that each position is visited once: text of many spaces must not take quadratic time.
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
