import type { PhoneShape } from '../../drawings/phone.ts';
import { buildModel } from '../model.ts';

const galaxyS22Shape: PhoneShape = {
  kind: 'phone',
  width: 70.6,
  height: 146,
  thickness: 7.6,
  radius: 8.5,
  bezel: 1.6,
  front: 'punch-hole',
  camera: 'corner-column',
  leftButtons: [],
  rightButtons: [
    [30, 20],
    [57, 11],
  ],
  wallpaperHue: 330,
};

export const galaxyS22 = buildModel({
  name: 'Galaxy S22',
  brand: 'Samsung',
  category: 'Smartphones',
  releaseYear: 2022,
  colors: { 'Phantom Black': '#2b2c30', Green: '#3d4b42' },
  shape: galaxyS22Shape,
  about: 'A small flagship that fits one hand, with a bright 120 Hz display and a true 3x zoom.',
  features: [
    '6.1-inch 120 Hz AMOLED display',
    '50 MP main camera, 3x telephoto',
    'Wireless charging',
    'IP68',
  ],
  specifications: {
    Display: '6.1 in AMOLED, 2340 x 1080, 48-120 Hz',
    Chip: 'Qualcomm Snapdragon 8 Gen 1',
    Memory: '8 GB',
    Storage: '128 GB',
    'Rear cameras': '50 MP wide, 12 MP ultra-wide, 10 MP telephoto 3x',
    'Front camera': '10 MP',
    Battery: '3,700 mAh',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: '5G, Wi-Fi 6, Bluetooth 5.2, NFC',
    'Water resistance': 'IP68',
    Dimensions: '146.0 x 70.6 x 7.6 mm',
    Weight: '168 g',
    Released: 'February 2022',
    Software: 'Launched with Android 12; four Android upgrades, security updates into 2027',
  },
  variants: [
    {
      configuration: '128 GB',
      color: 'Phantom Black',
      launched: 799,
      offers: {
        refurbished: {
          stock: 18,
          note: 'New battery, new adhesive, and a display checked for burn-in with a gray test image. Unlocked for every carrier.',
        },
        good: {
          stock: 11,
          note: 'Faint scratches on the frame beside the charging port; the display was checked for burn-in and has none.',
        },
        fair: {
          stock: 0,
          note: 'Chips in the paint of the camera frame and several fine display scratches. The fingerprint reader and all radios are tested.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Green',
      launched: 849,
      specifications: { Storage: '256 GB' },
      offers: {
        good: {
          stock: 3,
          note: 'The rarer green with double storage, because this model takes no memory card. One or two specks on the back glass.',
        },
      },
    },
  ],
});

export const galaxyS24Ultra = buildModel({
  name: 'Galaxy S24 Ultra',
  brand: 'Samsung',
  category: 'Smartphones',
  releaseYear: 2024,
  colors: { 'Titanium Gray': '#8d8a86', 'Titanium Violet': '#5a556b', 'Titanium Yellow': '#e3d3a4' },
  shape: {
    ...galaxyS22Shape,
    width: 79,
    height: 162.3,
    thickness: 8.6,
    radius: 2.6,
    bezel: 1.3,
    camera: 'five-circles',
    rightButtons: [
      [38, 21],
      [67, 12],
    ],
    wallpaperHue: 265,
  },
  about:
    'The large one with a pen: a flat display that hardly reflects, two zoom cameras, and updates into 2031.',
  features: [
    'Flat 6.8-inch display with anti-reflective glass',
    'S Pen in the body',
    '200 MP main camera, 3x and 5x telephoto',
    'Titanium frame',
    'Updates until January 2031',
  ],
  specifications: {
    Display: '6.8 in AMOLED, 3120 x 1440, 1-120 Hz',
    Chip: 'Qualcomm Snapdragon 8 Gen 3 for Galaxy',
    Memory: '12 GB',
    Storage: '256 GB',
    'Rear cameras': '200 MP wide, 12 MP ultra-wide, 10 MP telephoto 3x, 50 MP telephoto 5x',
    'Front camera': '12 MP',
    Battery: '5,000 mAh',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: '5G, Wi-Fi 7, Bluetooth 5.3, NFC, UWB',
    'Water resistance': 'IP68',
    Dimensions: '162.3 x 79.0 x 8.6 mm',
    Weight: '232 g',
    Released: 'January 2024',
    Software: 'Launched with Android 14; updates until January 2031',
  },
  variants: [
    {
      configuration: '256 GB',
      color: 'Titanium Gray',
      launched: 1299,
      offers: {
        excellent: {
          stock: 3,
          note: 'A returned gift: pen unused, titanium without a mark, protective film on the front.',
        },
        refurbished: {
          stock: 13,
          featured: true,
          note: 'New battery and a new pen tip, all five cameras compared against a test chart, the silo of the pen cleaned.',
        },
        good: {
          stock: 10,
          note: 'Light rubbing where a case touched the frame. The glass, which scratches late, is clear.',
        },
        fair: {
          stock: 2,
          note: 'A dent in the lower titanium corner and a mark across the back; the pen and every lens work as they should.',
        },
      },
    },
    {
      configuration: '512 GB',
      color: 'Titanium Violet',
      launched: 1419,
      specifications: { Storage: '512 GB' },
      offers: {
        good: {
          stock: 4,
          note: 'Room for years of 8K clips. The violet hides wear well: two specks near the buttons are all we found.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Titanium Yellow',
      launched: 1299,
      offers: {
        good: {
          stock: 0,
          note: 'Pale yellow with a spotless back and a small chip at the charging port, battery at 90% or better.',
        },
      },
    },
  ],
});
