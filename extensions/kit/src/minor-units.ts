export {
  fromServiceUnits,
  type MinorUnits,
  stripeUnits,
  toServiceUnits,
} from '@reprise/contract/minor-units';
