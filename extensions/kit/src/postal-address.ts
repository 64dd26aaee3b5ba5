/** Address of a person; `country` is a code of two letters. Missing details are ''. */
export type PostalAddress = {
  name: string;
  street: string;
  street2: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
  phone: string;
};
