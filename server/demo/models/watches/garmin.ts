import { buildModel } from '../model.ts';

export const fenix7 = buildModel({
  name: 'Fenix 7 47 mm',
  brand: 'Garmin',
  category: 'Smart Watches',
  releaseYear: 2022,
  colors: { Silver: '#75787c' },
  colorCodes: { Silver: '#b8babd' },
  shape: {
    kind: 'watch',
    outline: 'round',
    width: 47,
    height: 47,
    thickness: 14.5,
    radius: 23.5,
    rim: 1,
    bandWidth: 22,
    band: 'lugged',
    bandColor: '#3f4247',
    bezel: { color: '#b8babd', width: 4.4, ticks: false },
    controls: 'five-buttons',
    face: 'sport',
    faceHue: 200,
  },
  about:
    'A watch for people who charge once a fortnight: five buttons, a display that sunlight makes clearer, and routes without a phone.',
  features: [
    'Up to 18 days of battery',
    'GPS, GLONASS and Galileo',
    'Breadcrumb and course navigation',
    '10 ATM',
  ],
  specifications: {
    Case: '47 mm fibre-reinforced polymer, steel bezel',
    Display: '1.3 in transflective, 260 x 260',
    Chip: 'Not published',
    Storage: '16 GB',
    Battery: 'Up to 18 days, 57 h with GPS',
    Sensors: 'Heart rate, pulse oximeter, barometer, compass, thermometer',
    Connectivity: 'GPS, Bluetooth, ANT+',
    'Water resistance': '100 m',
    Band: 'Silicone, QuickFit 22 mm',
    Weight: '79 g',
    Released: 'January 2022',
    'Works with': 'iPhone and Android',
  },
  variants: [
    {
      configuration: '',
      color: 'Silver',
      launched: 699,
      offers: {
        refurbished: {
          stock: 7,
          note: 'New band and charging cable, contacts cleaned of salt, and a GPS track recorded and compared before it ships.',
        },
        good: {
          stock: 0,
          note: 'The steel bezel has trail scratches; the lens has none. All five buttons return with a clean click.',
        },
      },
    },
  ],
});

export const instinct2 = buildModel({
  name: 'Instinct 2 45 mm',
  brand: 'Garmin',
  category: 'Smart Watches',
  releaseYear: 2022,
  colors: { Graphite: '#3b3e42', 'Electric Lime': '#2e3134' },
  colorCodes: { 'Electric Lime': '#c9dd4e' },
  shape: (color) => ({
    kind: 'watch',
    outline: 'round',
    width: 45,
    height: 45,
    thickness: 14.5,
    radius: 22.5,
    rim: 0.8,
    bandWidth: 22,
    band: 'lugged',
    bandColor: color === 'Graphite' ? '#43474c' : '#c9dd4e',
    bezel: { color: color === 'Graphite' ? '#4a4e53' : '#33373a', width: 6.6, ticks: true },
    controls: 'five-buttons',
    face: 'window',
    faceHue: 120,
    dialColor: '#aab3a6',
  }),
  about:
    'The one you forget to charge: four weeks, a display without colors that the sun makes sharper, and a case that does not mind being dropped.',
  features: [
    'Up to 28 days of battery',
    'Second round display for what matters now',
    'Shock and heat resistant to military standard',
    'TracBack routing',
    '10 ATM',
  ],
  specifications: {
    Case: '45 mm fibre-reinforced polymer',
    Display: '0.9 in transflective, 176 x 176',
    Chip: 'Not published',
    Storage: '32 MB',
    Battery: 'Up to 28 days, 30 h with GPS',
    Sensors: 'Heart rate, pulse oximeter, barometer, compass, thermometer',
    Connectivity: 'GPS, Bluetooth, ANT+',
    'Water resistance': '100 m',
    Band: 'Silicone, 22 mm',
    Weight: '52 g',
    Released: 'February 2022',
    'Works with': 'iPhone and Android',
  },
  variants: [
    {
      configuration: '',
      color: 'Graphite',
      launched: 349,
      offers: {
        refurbished: {
          stock: 12,
          note: 'Contacts cleaned, band and cable new, barometer set against a reference, and a week of standby logged.',
        },
        good: {
          stock: 9,
          note: 'Rubbed polymer on the bezel, as everybody’s looks after a month. The lens is clear.',
        },
        fair: {
          stock: 4,
          note: 'A groove in the bezel and scratches in the lens that cross the small window. All five buttons click.',
        },
      },
    },
    {
      configuration: '',
      color: 'Electric Lime',
      launched: 349,
      offers: {
        excellent: {
          stock: 3,
          note: 'The color that rescuers see first, sent back for that reason. Unworn.',
        },
      },
    },
  ],
});
