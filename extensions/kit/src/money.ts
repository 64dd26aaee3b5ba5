export { type Cents, cents, dollarsToCents } from '@reprise/contract/money';
