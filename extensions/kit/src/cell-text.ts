export { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
export { readAmount, readWhole, unreadableAmount } from '@reprise/contract/typed-number';
