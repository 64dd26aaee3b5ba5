import { buildModel } from '../model.ts';

export const pixelWatch2 = buildModel({
  name: 'Pixel Watch 2',
  brand: 'Google',
  category: 'Smart Watches',
  releaseYear: 2023,
  colors: { 'Matte Black': '#27282b', 'Polished Silver': '#d3d5d8' },
  shape: (color) => ({
    kind: 'watch',
    outline: 'round',
    width: 41,
    height: 41,
    thickness: 12.3,
    radius: 20.5,
    rim: 0.5,
    bandWidth: 22,
    band: 'sport',
    bandColor: color === 'Matte Black' ? '#2d2f33' : '#b9cfe3',
    bezel: { color: '#08090b', width: 3.2, ticks: false },
    controls: 'middle-crown',
    face: 'orbit',
    faceHue: 150,
  }),
  about:
    'A pebble of glass that weighs 31 g and tells Fitbit what it sees: sleep, stress, heart. It lasts a day and a night with the display always on.',
  features: [
    'Domed display, always on for 24 hours',
    'Heart rate with many light paths',
    'Skin temperature and stress sensors',
    'ECG',
    'Safety Check',
  ],
  specifications: {
    Case: '41 mm aluminum',
    Display: '1.2 in AMOLED, 320 ppi',
    Chip: 'Qualcomm Snapdragon W5 Gen 1',
    Storage: '32 GB',
    Battery: '306 mAh, up to 24 h',
    Sensors: 'Heart rate, ECG, pulse oximeter, skin temperature, skin conductance, altimeter, compass',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.0, NFC',
    'Water resistance': '50 m, IP68',
    Band: 'Active Band',
    Weight: '31 g',
    Released: 'October 2023',
    'Works with': 'Android',
  },
  variants: [
    {
      configuration: 'Wi-Fi',
      color: 'Matte Black',
      launched: 349,
      offers: {
        refurbished: {
          stock: 9,
          note: 'The dome is replaced if a fingernail finds anything, the battery always. Charger with its four pins included.',
        },
        good: {
          stock: 8,
          note: 'One or two hairlines on the dome, seen against a lamp. Paint intact, band new.',
        },
        fair: {
          stock: 3,
          note: 'A scratch over the upper third of the dome and gray spots on the crown; it reads pulse and sleep like the others.',
        },
      },
    },
    {
      configuration: 'Wi-Fi',
      color: 'Polished Silver',
      launched: 349,
      offers: {
        excellent: {
          stock: 5,
          note: 'Silver with the blue band, put on for a photograph of the box’s contents.',
        },
      },
    },
  ],
});

export const fitbitSense2 = buildModel({
  name: 'Sense 2',
  brand: 'Fitbit',
  category: 'Smart Watches',
  releaseYear: 2022,
  colors: { Graphite: '#3a3c40', 'Soft Gold': '#d9c3a5' },
  shape: (color) => ({
    kind: 'watch',
    outline: 'squircle',
    width: 40.5,
    height: 40.5,
    thickness: 11.2,
    radius: 10,
    rim: 1.8,
    bandWidth: 24,
    band: 'sport',
    bandColor: color === 'Graphite' ? '#34373b' : '#e7ddd0',
    controls: 'left-key',
    face: 'tiles',
    faceHue: 190,
  }),
  about:
    'Six days between charges and the widest set of health sensors Fitbit has built. Part of the analysis needs a Premium subscription.',
  features: [
    'More than 6 days of battery',
    'ECG and stress sensor',
    'Sleep stages and skin temperature',
    'Built-in GPS',
  ],
  specifications: {
    Case: '40 mm aluminum',
    Display: '1.58 in AMOLED, 336 x 336',
    Chip: 'Not published',
    Storage: 'Not published',
    Battery: 'Up to 6 days',
    Sensors: 'Heart rate, ECG, pulse oximeter, skin temperature, skin conductance, altimeter',
    Connectivity: 'GPS, Bluetooth 5.0, NFC',
    'Water resistance': '50 m',
    Band: 'Infinity Band',
    Weight: 'Not published',
    Released: 'September 2022',
    'Works with': 'iPhone and Android',
  },
  variants: [
    {
      configuration: '',
      color: 'Graphite',
      launched: 299,
      offers: {
        refurbished: {
          stock: 8,
          note: 'Sensors compared with a clinical pulse meter, the key on the side exchanged, both band sizes new.',
        },
        good: {
          stock: 13,
          note: 'Slight gloss on the aluminum below the band. It still runs five days or longer, which we timed.',
        },
        fair: {
          stock: 0,
          note: 'Worn paint on two edges and a visible scratch on the glass; sensors and GPS measured as good.',
        },
      },
    },
    {
      configuration: '',
      color: 'Soft Gold',
      launched: 299,
      offers: {
        good: {
          stock: 2,
          note: 'Pale gold and ivory with a small mark on the lower edge that the band covers.',
        },
      },
    },
  ],
});

export const scanWatch = buildModel({
  name: 'ScanWatch 42 mm',
  brand: 'Withings',
  category: 'Smart Watches',
  releaseYear: 2020,
  colors: { White: '#b4b8bc', Black: '#aaaeb3' },
  colorCodes: { White: '#eceeee', Black: '#1d1f22' },
  shape: (color) => ({
    kind: 'watch',
    outline: 'round',
    width: 42,
    height: 42,
    thickness: 13.7,
    radius: 21,
    rim: 0.9,
    bandWidth: 20,
    band: 'lugged',
    bandColor: '#2b2d31',
    bezel: { color: '#b9bdc1', width: 2.6, ticks: true },
    controls: 'middle-crown',
    face: 'hybrid',
    faceHue: 20,
    dialColor: color === 'White' ? '#eceeee' : '#1d1f22',
  }),
  about:
    'A wristwatch first: steel, sapphire and true hands. Its small display takes an ECG and counts your night, and a charge lasts a month.',
  features: [
    'Up to 30 days of battery',
    'ECG and blood oxygen',
    'Sapphire glass',
    'Hands that move aside for the display',
  ],
  specifications: {
    Case: '42 mm stainless steel',
    Display: 'Hands, with a small round OLED',
    Chip: 'Not published',
    Storage: 'Not published',
    Battery: 'Up to 30 days',
    Sensors: 'Heart rate, ECG, pulse oximeter, altimeter',
    Connectivity: 'Bluetooth, GPS of the phone',
    'Water resistance': '50 m',
    Band: 'Fluoroelastomer, 20 mm',
    Weight: '83 g with band',
    Released: 'September 2020',
    'Works with': 'iPhone and Android',
  },
  variants: [
    {
      configuration: '',
      color: 'White',
      launched: 299,
      offers: {
        excellent: {
          stock: 2,
          note: 'A shop window piece whose hands had never been set. New band, full charge.',
        },
        refurbished: {
          stock: 7,
          note: 'Movement and hands calibrated, cell replaced, case back resealed and tested at 5 bar.',
        },
        good: {
          stock: 5,
          note: 'Hair-fine lines on the polished lugs, none on the sapphire. It ran 24 days in our drawer.',
        },
      },
    },
    {
      configuration: '',
      color: 'Black',
      launched: 299,
      offers: {
        good: {
          stock: 4,
          note: 'Black dial, a nick at the crown, and a leather-free band that is new.',
        },
        fair: {
          stock: 1,
          note: 'The steel is well scratched and one lug has a dent; dial and sapphire are as on the first day.',
        },
      },
    },
  ],
});
