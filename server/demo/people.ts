// Customers of the demo shop. Names, streets and email addresses are fictional; the phone numbers are from ranges reserved for fiction.
import { readDemo } from './read-demo.ts';

export type DemoAddress = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  country: 'United States' | 'Canada' | 'United Kingdom';
};

const { people, guests } = readDemo<{ people: DemoAddress[]; guests: DemoAddress[] }>('people.json');

/** Registered customers; reviews and orders refer to them by index. */
export const demoPeople: readonly DemoAddress[] = people;

/** Buyers without an account. */
export const demoGuests: readonly DemoAddress[] = guests;
