export { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
export {
  readFileAmount as readAmount,
  readWholeCell as readWhole,
  unreadableFileAmount as unreadableAmount,
} from '@reprise/contract/typed-number';
