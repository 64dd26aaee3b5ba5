import type { WatchShape } from '../drawings/watch.ts';
import { buildModel } from './model.ts';

function series9Shape(colour: string): WatchShape {
  return {
    kind: 'watch',
    outline: 'squircle',
    width: 38,
    height: 45,
    radius: 11.5,
    rim: 1,
    bandWidth: 25,
    band: 'sport',
    bandColour: colour === 'Midnight' ? '#2a313c' : '#efcbc4',
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
  colours: { Midnight: '#2f3742', Pink: '#f3d3cd' },
  shape: series9Shape,
  about: 'Bright enough for full sun and quick enough for Siri without a phone nearby. Needs an iPhone.',
  features: [
    'Always-on display, 2000 nits',
    'Double tap gesture',
    'ECG and heart rate',
    'Fall and crash detection',
  ],
  specifications: {
    Case: '45 mm aluminium',
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
      colour: 'Midnight',
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
      colour: 'Pink',
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
  colours: { Titanium: '#b9b2a7' },
  shape: {
    ...series9Shape('Midnight'),
    width: 44,
    height: 49,
    radius: 13,
    rim: 2.6,
    bandWidth: 27,
    band: 'woven',
    bandColour: '#e0662d',
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
      colour: 'Titanium',
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

export const galaxyWatch6Classic = buildModel({
  name: 'Galaxy Watch6 Classic 47 mm',
  brand: 'Samsung',
  category: 'Smart Watches',
  releaseYear: 2023,
  colours: { Black: '#2a2b2e' },
  shape: {
    kind: 'watch',
    outline: 'round',
    width: 46.5,
    height: 46.5,
    radius: 23,
    rim: 1,
    bandWidth: 21,
    band: 'lugged',
    bandColour: '#2b2724',
    bezel: { colour: '#26272a', width: 4, ticks: true },
    controls: 'two-buttons',
    face: 'analog',
    faceHue: 150,
  },
  about: 'The bezel really turns, so lists scroll without a finger on the glass. For Android phones only.',
  features: [
    'Rotating bezel',
    '1.5-inch AMOLED under sapphire',
    'Body composition and ECG',
    'Stainless steel case',
  ],
  specifications: {
    Case: '47 mm stainless steel',
    Display: '1.5 in AMOLED, 480 x 480',
    Chip: 'Samsung Exynos W930',
    Storage: '16 GB',
    Battery: '425 mAh, up to 40 h',
    Sensors: 'Heart rate, ECG, body composition, temperature, barometer',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.3, NFC',
    'Water resistance': '50 m, IP68',
    Band: 'Hybrid Eco-Leather',
    Weight: '59 g',
    Released: 'August 2023',
    'Works with': 'Android',
  },
  variants: [
    {
      configuration: 'Bluetooth',
      colour: 'Black',
      launched: 429,
      offers: {
        excellent: {
          stock: 4,
          note: 'Box opened, foil on the back sensor still in place. The bezel clicks evenly through all its steps.',
        },
        good: {
          stock: 8,
          note: 'Fine brassing on two edges of the bezel and a new leather band. Battery lasts a measured 30 hours or more.',
        },
      },
    },
  ],
});

export const fenix7 = buildModel({
  name: 'Fenix 7 47 mm',
  brand: 'Garmin',
  category: 'Smart Watches',
  releaseYear: 2022,
  colours: { Silver: '#75787c' },
  shape: {
    kind: 'watch',
    outline: 'round',
    width: 47,
    height: 47,
    radius: 23.5,
    rim: 1,
    bandWidth: 22,
    band: 'lugged',
    bandColour: '#3f4247',
    bezel: { colour: '#b8babd', width: 4.4, ticks: false },
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
      colour: 'Silver',
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
