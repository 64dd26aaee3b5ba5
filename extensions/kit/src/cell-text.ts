export { removeFormulaGuards } from '@reprise/contract/operations/formula-guard';
export { readAmount, readWhole, unreadableAmount } from '@reprise/contract/typed-number';
