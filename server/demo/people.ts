// Customers of the demo shop. Names, streets and email addresses are fictional; the phone numbers are from ranges reserved for fiction.
import { customersOfLaptopsAudioConsoles } from './customers-of-laptops-audio-consoles.ts';
import { customersOfPhonesTabletsWatches } from './customers-of-phones-tablets-watches.ts';

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

/** Registered customers; reviews and orders refer to them by index. */
export const demoPeople: readonly DemoAddress[] = [
  {
    firstName: 'Maya',
    lastName: 'Lindqvist',
    email: 'maya.lindqvist@example.com',
    phone: '(503) 555-0114',
    address: '2418 SE Alder Terrace',
    city: 'Portland',
    state: 'OR',
    zipCode: '97214',
    country: 'United States',
  },
  {
    firstName: 'Andre',
    lastName: 'Whitfield',
    email: 'andre.whitfield@example.com',
    phone: '(404) 555-0137',
    address: '806 Harwell Place NE, Apt 12',
    city: 'Atlanta',
    state: 'GA',
    zipCode: '30308',
    country: 'United States',
  },
  {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya.raman@example.com',
    phone: '(512) 555-0162',
    address: '5309 Juniper Bend',
    city: 'Austin',
    state: 'TX',
    zipCode: '78745',
    country: 'United States',
  },
  {
    firstName: 'Étienne',
    lastName: 'Gagnon',
    email: 'etienne.gagnon@example.com',
    phone: '(514) 555-0128',
    address: '4170 rue des Tilleuls',
    city: 'Montréal',
    state: 'QC',
    zipCode: 'H2W 1T8',
    country: 'Canada',
  },
  {
    firstName: 'Harriet',
    lastName: 'Colwell',
    email: 'harriet.colwell@example.com',
    phone: '+44 117 496 0155',
    address: '27 Maltings Row',
    city: 'Bristol',
    state: 'Bristol',
    zipCode: 'BS3 4QP',
    country: 'United Kingdom',
  },
  {
    firstName: 'Tomás',
    lastName: 'Echeverría',
    email: 'tomas.echeverria@example.com',
    phone: '(312) 555-0189',
    address: '1932 N Larkin Street, Unit 3F',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60622',
    country: 'United States',
  },
  ...customersOfLaptopsAudioConsoles,
  ...customersOfPhonesTabletsWatches,
];

/** Guest customers. */
export const demoGuests: readonly DemoAddress[] = [
  {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor.haddad@example.com',
    phone: '(313) 555-0171',
    address: '615 Brightwood Avenue',
    city: 'Dearborn',
    state: 'MI',
    zipCode: '48124',
    country: 'United States',
  },
  {
    firstName: 'Gareth',
    lastName: 'Pryce',
    email: 'gareth.pryce@example.com',
    phone: '+44 29 2018 0146',
    address: '9 Llanfair Close',
    city: 'Cardiff',
    state: 'South Glamorgan',
    zipCode: 'CF14 2LR',
    country: 'United Kingdom',
  },
  {
    firstName: 'Lucille',
    lastName: 'Okafor',
    email: 'lucille.okafor@example.com',
    phone: '(602) 555-0143',
    address: '7724 W Saguaro Lane',
    city: 'Phoenix',
    state: 'AZ',
    zipCode: '85033',
    country: 'United States',
  },
  {
    firstName: 'Wes',
    lastName: 'Tanaka',
    email: 'wes.tanaka@example.com',
    phone: '(604) 555-0195',
    address: '388 Cedarholm Drive',
    city: 'Vancouver',
    state: 'BC',
    zipCode: 'V5N 3K6',
    country: 'Canada',
  },
  {
    firstName: 'Ingrid',
    lastName: 'Solheim',
    email: 'ingrid.solheim@example.com',
    phone: '(612) 555-0108',
    address: '2051 Kestrel Avenue S',
    city: 'Minneapolis',
    state: 'MN',
    zipCode: '55404',
    country: 'United States',
  },
];
