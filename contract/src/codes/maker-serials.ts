/** Serial numbers of the makers whose devices have one form, by brand in lower case. Other brands have no form here. */
const serialsOfMakers: Record<string, RegExp> = {
  apple: /^(?=.*[A-Z])([0-9A-HJ-NP-Z]{10}|[0-9A-HJ-NP-Z]{12})$/,
  samsung: /^R[0-9A-Z]{10}$|^(?=.*[A-Z])[0-9A-Z]{15}$/,
  dell: /^[0-9A-Z]{7}$/,
  hp: /^(?=.*[A-Z])[0-9A-Z]{10}$/,
  lenovo: /^(?=.*[A-Z])[0-9A-Z]{7,8}$/,
  microsoft: /^\d{12}$/,
  nintendo: /^X[A-Z]{2}\d{11}$/,
  sony: /^[A-Z]{2}\d{9}$|^[A-Z]\d{2}[0-9A-Z]{14}$/,
};

const formOf = (brand: string | undefined) => serialsOfMakers[brand?.trim().toLowerCase() ?? ''];

/** True for a maker whose serial numbers have one form. */
export const hasMakerForm = (brand: string | undefined): boolean => formOf(brand) !== undefined;

/** True if the maker has a form of serial numbers and the text has it. */
export const isMakerSerial = (text: string, brand: string | undefined): boolean =>
  formOf(brand)?.test(text) ?? false;

/** Makers with devices of several forms beside the known one. */
const withOthers = ['sony', 'microsoft'];

/** True if the maker has one form of serial numbers and the text has another. */
export const isOtherSerial = (text: string, brand: string | undefined): boolean =>
  formOf(brand)?.test(text) === false && !withOthers.includes(brand?.trim().toLowerCase() ?? '');
