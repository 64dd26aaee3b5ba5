import type { WatchShape } from '../../drawings/watch.ts';
import { buildModel } from '../model.ts';

function series9Shape(color: string): WatchShape {
  return {
    kind: 'watch',
    outline: 'squircle',
    width: 38,
    height: 45,
    thickness: 10.7,
    radius: 11.5,
    rim: 1,
    bandWidth: 25,
    band: 'sport',
    bandColor: color === 'Midnight' ? '#2a313c' : '#efcbc4',
    controls: 'crown',
    face: 'rings',
    faceHue: 15,
  };
}

export const appleWatch9 = buildModel({
  name: 'Apple Watch Series 9 45 mm',
  brand: 'Apple',
  category: 'Smart Watches',
  releaseYear: 2023,
  colors: { Midnight: '#2f3742', Pink: '#f3d3cd' },
  shape: series9Shape,
  about: 'Bright enough for full sun and quick enough for Siri without a phone nearby. Needs an iPhone.',
  features: [
    'Always-on display, 2000 nits',
    'Double tap gesture',
    'ECG and heart rate',
    'Fall and crash detection',
  ],
  specifications: {
    Case: '45 mm aluminum',
    Display: '1.9 in OLED, 396 x 484',
    Chip: 'Apple S9',
    Storage: '64 GB',
    Battery: 'Up to 18 h, 36 h in low power mode',
    Sensors: 'Heart rate, ECG, temperature, altimeter, compass',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.3, NFC, UWB',
    'Water resistance': '50 m',
    Band: 'Sport Band',
    Weight: '38.7 g',
    Released: 'September 2023',
    'Works with': 'iPhone',
  },
  variants: [
    {
      configuration: 'GPS',
      color: 'Midnight',
      launched: 429,
      offers: {
        excellent: {
          stock: 5,
          note: 'Unboxed and never worn outdoors: glass and case are without marks, both band lengths are unused.',
        },
        refurbished: {
          stock: 19,
          featured: true,
          note: 'New battery, new band in both lengths, pressure-tested to 5 bar after closing, and removed from its former Apple Account.',
        },
        good: {
          stock: 12,
          note: 'A hairline or two on the case beside the crown. The band is new and the battery is at 86% or better.',
        },
      },
    },
    {
      configuration: 'GPS',
      color: 'Pink',
      launched: 429,
      offers: {
        good: {
          stock: 2,
          note: 'Slight scuffs on the lower edge of the case; the glass was polished and looks clear from every angle.',
        },
      },
    },
  ],
});

export const appleWatchUltra = buildModel({
  name: 'Apple Watch Ultra 49 mm',
  brand: 'Apple',
  category: 'Smart Watches',
  releaseYear: 2022,
  colors: { Titanium: '#b9b2a7' },
  shape: {
    ...series9Shape('Midnight'),
    width: 44,
    height: 49,
    thickness: 14.4,
    radius: 13,
    rim: 2.6,
    bandWidth: 27,
    band: 'woven',
    bandColor: '#e0662d',
    controls: 'guarded-crown',
    face: 'analog',
    faceHue: 50,
  },
  about:
    'Flat sapphire, a crown you can turn in gloves and a siren for the hills. It runs two days where the others run one.',
  features: [
    'Titanium and flat sapphire glass',
    'Action button',
    'Dual-frequency GPS',
    'Depth gauge to 40 m',
    'Cellular in every unit',
  ],
  specifications: {
    Case: '49 mm titanium',
    Display: '1.92 in OLED, 410 x 502',
    Chip: 'Apple S8',
    Storage: '32 GB',
    Battery: 'Up to 36 h, 60 h in low power mode',
    Sensors: 'Heart rate, ECG, temperature, altimeter, compass, depth',
    Connectivity: 'LTE, dual-frequency GPS, Wi-Fi, Bluetooth 5.3, NFC, UWB',
    'Water resistance': '100 m',
    Band: 'Alpine Loop',
    Weight: '61.3 g',
    Released: 'September 2022',
    'Works with': 'iPhone',
  },
  variants: [
    {
      configuration: 'LTE',
      color: 'Titanium',
      launched: 799,
      offers: {
        refurbished: {
          stock: 6,
          note: 'Case blasted back to its original matte, new battery and a new Alpine Loop. Water tightness tested to 10 bar.',
        },
        fair: {
          stock: 3,
          note: 'The raised titanium lip took the knocks and shows it; the sapphire below has none. Battery at 81% or better.',
        },
      },
    },
  ],
});

export const appleWatch10 = buildModel({
  name: 'Apple Watch Series 10 46 mm',
  brand: 'Apple',
  category: 'Smart Watches',
  releaseYear: 2024,
  colors: { 'Jet Black': '#1f2023', 'Rose Gold': '#e3bfae' },
  shape: (color) => ({
    ...series9Shape(color),
    width: 39,
    height: 46,
    thickness: 9.7,
    radius: 12.5,
    rim: 0.7,
    bandColor: color === 'Jet Black' ? '#232427' : '#e8cfc8',
    face: 'petals',
    faceHue: 265,
  }),
  about:
    'Thinner than those before it, with a display that can be read from the side and a full charge in about an hour. Needs an iPhone.',
  features: [
    'Wide-angle display, 2000 nits',
    '9.7 mm thin',
    '80% charge in 30 minutes',
    'Depth gauge to 6 m and water temperature',
    'Notices signs of sleep apnoea',
  ],
  specifications: {
    Case: '46 mm aluminum',
    Display: '1.96 in OLED, 416 x 496',
    Chip: 'Apple S10',
    Storage: '64 GB',
    Battery: 'Up to 18 h, 36 h in low power mode',
    Sensors: 'Heart rate, ECG, temperature, altimeter, compass, depth',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.3, NFC, UWB',
    'Water resistance': '50 m',
    Band: 'Sport Band',
    Weight: '36.4 g',
    Released: 'September 2024',
    'Works with': 'iPhone',
  },
  variants: [
    {
      configuration: 'GPS',
      color: 'Jet Black',
      launched: 429,
      offers: {
        excellent: {
          stock: 4,
          note: 'Polished black shows everything, so we looked twice: there is nothing on it. Both band lengths unused.',
        },
        refurbished: {
          stock: 11,
          featured: true,
          note: 'New battery, new seals, a depth reading checked in our tank, and a new band.',
        },
        good: {
          stock: 7,
          note: 'Fine swirls in the polish that a cloth almost hides. The glass is clear, the battery at 91% or better.',
        },
      },
    },
    {
      configuration: 'GPS',
      color: 'Rose Gold',
      launched: 429,
      offers: {
        excellent: {
          stock: 2,
          note: 'Ordered in the wrong size by somebody else, tried on once, charged once.',
        },
        good: {
          stock: 3,
          note: 'A short scratch on the edge below the display, and a band that we replaced.',
        },
      },
    },
  ],
});

export const appleWatchSe2 = buildModel({
  name: 'Apple Watch SE 2nd generation 44 mm',
  brand: 'Apple',
  category: 'Smart Watches',
  releaseYear: 2022,
  colors: { Starlight: '#e5ddd0', Silver: '#d9dbde' },
  shape: (color) => ({
    ...series9Shape(color),
    height: 44,
    radius: 10.5,
    rim: 1.7,
    bandColor: color === 'Starlight' ? '#e9e2d6' : '#c6d4e2',
    face: 'sport',
    faceHue: 25,
  }),
  about:
    'Steps, falls, messages and payment without the sensors most people never open. A child can have it without an iPhone of their own, through Family Setup.',
  features: ['Fall and crash detection', 'Heart rate notices', 'Family Setup for children', 'Swim-proof'],
  specifications: {
    Case: '44 mm aluminum',
    Display: '1.78 in OLED, 368 x 448',
    Chip: 'Apple S8',
    Storage: '32 GB',
    Battery: 'Up to 18 h',
    Sensors: 'Heart rate, altimeter, compass',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.3, NFC',
    'Water resistance': '50 m',
    Band: 'Sport Band',
    Weight: '32.9 g',
    Released: 'September 2022',
    'Works with': 'iPhone',
  },
  variants: [
    {
      configuration: 'GPS',
      color: 'Starlight',
      launched: 279,
      offers: {
        refurbished: {
          stock: 22,
          note: 'A fresh battery and band, a drop test of the fall alarm, and a clean unpairing confirmed on Apple’s side.',
        },
        good: {
          stock: 15,
          note: 'Light wear on the aluminum around the crown; the glass has at most one hairline.',
        },
        fair: {
          stock: 8,
          note: 'Scratches across the glass that show outdoors and nicks along the case. Sensors and alarm tested.',
        },
      },
    },
    {
      configuration: 'GPS',
      color: 'Silver',
      launched: 279,
      offers: {
        excellent: {
          stock: 0,
          note: 'Silver with the pale blue band of that year, opened for a school fair and left over.',
        },
      },
    },
  ],
});

export const appleWatch4 = buildModel({
  name: 'Apple Watch Series 4 44 mm',
  brand: 'Apple',
  category: 'Smart Watches',
  releaseYear: 2018,
  colors: { 'Space Gray': '#4a4b4f', Gold: '#e6cdb6' },
  shape: (color) => ({
    ...series9Shape(color),
    height: 44,
    radius: 10.5,
    rim: 1.7,
    bandColor: color === 'Gold' ? '#e8d3ca' : '#26272a',
    face: 'analog',
    faceHue: 45,
  }),
  about:
    'The first with the ECG and the larger screen, and the cheapest one here that still counts, pays and calls for help. Its system ends with watchOS 10.',
  features: ['ECG', 'Fall detection', 'Swim-proof', 'Apple Pay'],
  specifications: {
    Case: '44 mm aluminum',
    Display: '1.78 in OLED, 368 x 448',
    Chip: 'Apple S4',
    Storage: '16 GB',
    Battery: 'Up to 18 h',
    Sensors: 'Heart rate, ECG, altimeter',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.0, NFC',
    'Water resistance': '50 m',
    Band: 'Sport Band',
    Weight: '36.7 g',
    Released: 'September 2018',
    'Works with': 'iPhone',
  },
  variants: [
    {
      configuration: 'GPS',
      color: 'Space Gray',
      launched: 429,
      offers: {
        refurbished: {
          stock: 6,
          note: 'Always a new battery, because the old ones swell, and new adhesive below the glass.',
        },
        good: {
          stock: 10,
          note: 'A few marks on the case and a battery that holds 84% or more of its charge.',
        },
        fair: {
          stock: 17,
          note: 'Eight years on wrists are visible on glass and case. It runs through a working day.',
        },
      },
    },
    {
      configuration: 'GPS',
      color: 'Gold',
      launched: 429,
      offers: {
        fair: {
          stock: 2,
          note: 'Gold with silver edges, where the color has gone. The display is bright and even.',
        },
      },
    },
  ],
});
