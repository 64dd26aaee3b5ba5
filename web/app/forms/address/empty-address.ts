/** Fields of an address and its recipient before anything is entered. */
export const emptyAddress = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'United States' as const,
};
