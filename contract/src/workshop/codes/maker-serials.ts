type Form = (text: string) => boolean;

const form =
  (pattern: RegExp): Form =>
  (text) =>
    pattern.test(text);
/** Form of serials with at least one letter, which tells them from numbers of other kinds. */
const formWithLetter =
  (pattern: RegExp): Form =>
  (text) =>
    /[A-Z]/.test(text) && pattern.test(text);

/** Serial numbers of the makers whose devices have one form, by brand in lower case. Other brands have no form here. */
const serialsOfMakers: Record<string, Form> = {
  apple: formWithLetter(/^(?:[0-9A-HJ-NP-Z]{10}|[0-9A-HJ-NP-Z]{12})$/),
  samsung: formWithLetter(/^(?:R[0-9A-Z]{10}|[0-9A-Z]{15})$/),
  dell: form(/^[0-9A-Z]{7}$/),
  hp: formWithLetter(/^[0-9A-Z]{10}$/),
  lenovo: formWithLetter(/^[0-9A-Z]{7,8}$/),
  microsoft: form(/^\d{12}$/),
  nintendo: form(/^X[A-Z]{2}\d{11}$/),
  sony: form(/^(?:[A-Z]{2}\d{9}|[A-Z]\d{2}[0-9A-Z]{14})$/),
};

const formOf = (brand: string | undefined) => serialsOfMakers[brand?.trim().toLowerCase() ?? ''];

/** True for a maker whose serial numbers have one form. */
export const hasMakerForm = (brand: string | undefined): boolean => formOf(brand) !== undefined;

/** True if the maker has a form of serial numbers and the text has it. */
export const isMakerSerial = (text: string, brand: string | undefined): boolean =>
  formOf(brand)?.(text) ?? false;

/** Makers with devices of several forms beside the known one. */
const withOthers = ['sony', 'microsoft'];

/** True if the maker has one form of serial numbers and the text has another. */
export const isOtherSerial = (text: string, brand: string | undefined): boolean =>
  formOf(brand)?.(text) === false && !withOthers.includes(brand?.trim().toLowerCase() ?? '');
