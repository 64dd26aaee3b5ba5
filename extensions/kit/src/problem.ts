export { Problem } from '@reprise/contract/problem';
