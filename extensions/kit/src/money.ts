export { type Cents, cents, storeCurrency, timesCents, toCents, toDecimal } from '@reprise/contract/money';
