import type { PhoneShape } from '../drawings/phone.ts';
import { buildModel } from './model.ts';

const iphone13Shape: PhoneShape = {
  kind: 'phone',
  width: 71.5,
  height: 146.7,
  radius: 10.5,
  bezel: 2.4,
  front: 'notch',
  camera: 'diagonal-pair',
  leftButtons: [
    [24, 6],
    [36, 11],
    [51, 11],
  ],
  rightButtons: [[42, 17]],
  wallpaperHue: 255,
};

export const iphone13 = buildModel({
  name: 'iPhone 13',
  brand: 'Apple',
  category: 'Smartphones',
  releaseYear: 2021,
  colours: { Midnight: '#2b333d', Blue: '#2f6482' },
  shape: iphone13Shape,
  about: 'The A15 chip still opens everything at once, and a full charge carries most people past bedtime.',
  features: [
    '6.1-inch OLED display',
    'Two 12 MP rear cameras with 4K video',
    'Face ID',
    '5G',
    'MagSafe charging',
  ],
  specifications: {
    Display: '6.1 in OLED, 2532 x 1170, 60 Hz',
    Chip: 'Apple A15 Bionic',
    Memory: '4 GB',
    Storage: '128 GB',
    'Rear cameras': '12 MP wide, 12 MP ultra-wide',
    'Front camera': '12 MP',
    Battery: '3,240 mAh',
    Connector: 'Lightning',
    Wireless: '5G, Wi-Fi 6, Bluetooth 5.0, NFC',
    'Water resistance': 'IP68',
    Dimensions: '146.7 x 71.5 x 7.65 mm',
    Weight: '174 g',
    Released: 'September 2021',
    Software: 'Launched with iOS 15; runs iOS 26',
  },
  variants: [
    {
      configuration: '128 GB',
      colour: 'Midnight',
      launched: 799,
      offers: {
        excellent: {
          stock: 3,
          note: 'Returned within days of purchase: no marks under a bright lamp, battery health 97% or better, original cable in the box.',
        },
        refurbished: {
          stock: 24,
          featured: true,
          note: 'Every unit gets a new battery and fresh seals, and passes a 38-point test of cameras, speakers and Face ID.',
        },
        good: {
          stock: 17,
          note: 'Expect a few hairline scratches on the steel of the camera rings, none on the display; battery health is 85% or better.',
        },
        fair: {
          stock: 6,
          note: 'The back glass and edges show plain wear, with no cracks. Everything works, and battery health is at least 80%.',
        },
      },
    },
    {
      configuration: '256 GB',
      colour: 'Blue',
      launched: 899,
      specifications: { Storage: '256 GB' },
      offers: {
        good: {
          stock: 4,
          note: 'Twice the room for photos of the basic model. Light rubbing on two corners; battery measured at 86% or better.',
        },
      },
    },
  ],
});

const iphone15ProShape: PhoneShape = {
  ...iphone13Shape,
  width: 70.6,
  height: 146.6,
  radius: 12,
  bezel: 1.5,
  front: 'island',
  camera: 'triple-square',
  wallpaperHue: 60,
};

export const iphone15Pro = buildModel({
  name: 'iPhone 15 Pro',
  brand: 'Apple',
  category: 'Smartphones',
  releaseYear: 2023,
  colours: { 'Natural Titanium': '#8f8a81', 'Blue Titanium': '#3b4757' },
  shape: iphone15ProShape,
  about: 'The lightest Pro of its time, with a titanium frame, a 3x telephoto camera and fast USB-C.',
  features: [
    '6.1-inch display at up to 120 Hz',
    '48 MP main camera, 3x telephoto',
    'Action button',
    'USB-C with USB 3 speeds',
    'Runs Apple Intelligence',
  ],
  specifications: {
    Display: '6.1 in OLED, 2556 x 1179, 1-120 Hz',
    Chip: 'Apple A17 Pro',
    Memory: '8 GB',
    Storage: '256 GB',
    'Rear cameras': '48 MP wide, 12 MP ultra-wide, 12 MP telephoto 3x',
    'Front camera': '12 MP',
    Battery: '3,274 mAh',
    Connector: 'USB-C (10 Gb/s)',
    Wireless: '5G, Wi-Fi 6E, Bluetooth 5.3, NFC, UWB',
    'Water resistance': 'IP68',
    Dimensions: '146.6 x 70.6 x 8.25 mm',
    Weight: '187 g',
    Released: 'September 2023',
    Software: 'Launched with iOS 17; runs iOS 26',
  },
  variants: [
    {
      configuration: '256 GB',
      colour: 'Natural Titanium',
      launched: 1099,
      offers: {
        excellent: {
          stock: 5,
          featured: true,
          note: 'Shop returns with seals broken and little else: titanium unmarked, fewer than 30 charge cycles on the battery.',
        },
        refurbished: {
          stock: 12,
          note: 'The battery is replaced below 90% health, all three cameras are refocused on a chart, and the frame is polished by hand.',
        },
        good: {
          stock: 9,
          note: 'Small shiny spots where keys met the titanium edge, a clean display, battery health 87% or better.',
        },
      },
    },
    {
      configuration: '128 GB',
      colour: 'Blue Titanium',
      launched: 999,
      specifications: { Storage: '128 GB' },
      offers: {
        fair: {
          stock: 2,
          note: 'The blue coating has worn to bare metal on the corners and the display carries a scratch you can see when it is dark. Battery health is at least 82%.',
        },
      },
    },
  ],
});

export const galaxyS22 = buildModel({
  name: 'Galaxy S22',
  brand: 'Samsung',
  category: 'Smartphones',
  releaseYear: 2022,
  colours: { 'Phantom Black': '#2b2c30', Green: '#3d4b42' },
  shape: {
    ...iphone13Shape,
    width: 70.6,
    height: 146,
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
  },
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
      colour: 'Phantom Black',
      launched: 799,
      offers: {
        refurbished: {
          stock: 18,
          note: 'New battery, new adhesive, and a display checked for burn-in with a grey test image. Unlocked for every carrier.',
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
      colour: 'Green',
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

export const pixel8 = buildModel({
  name: 'Pixel 8',
  brand: 'Google',
  category: 'Smartphones',
  releaseYear: 2023,
  colours: { Hazel: '#b9c1b1', Obsidian: '#34373c' },
  shape: {
    ...iphone13Shape,
    width: 70.8,
    height: 150.5,
    radius: 11.5,
    bezel: 2.2,
    front: 'punch-hole',
    camera: 'full-width-bar',
    leftButtons: [],
    rightButtons: [
      [40, 10],
      [57, 22],
    ],
    wallpaperHue: 160,
  },
  about:
    'Google supplies this phone with Android and security updates until October 2030, longer than almost any other on this shelf.',
  features: [
    '6.2-inch 120 Hz OLED display',
    '50 MP main camera',
    'Updates until October 2030',
    'Face and fingerprint unlock',
  ],
  specifications: {
    Display: '6.2 in OLED, 2400 x 1080, 60-120 Hz',
    Chip: 'Google Tensor G3',
    Memory: '8 GB',
    Storage: '128 GB',
    'Rear cameras': '50 MP wide, 12 MP ultra-wide',
    'Front camera': '10.5 MP',
    Battery: '4,575 mAh',
    Connector: 'USB-C (10 Gb/s)',
    Wireless: '5G, Wi-Fi 7, Bluetooth 5.3, NFC',
    'Water resistance': 'IP68',
    Dimensions: '150.5 x 70.8 x 8.9 mm',
    Weight: '187 g',
    Released: 'October 2023',
    Software: 'Launched with Android 14; updates until October 2030',
  },
  variants: [
    {
      configuration: '128 GB',
      colour: 'Hazel',
      launched: 699,
      offers: {
        excellent: {
          stock: 1,
          note: 'A display model that never held a SIM card; film still on the camera bar, box and cable complete.',
        },
        refurbished: {
          stock: 15,
          featured: true,
          note: 'Battery replaced where it measured below 90%, microphones and the temperature sensor tested, system freshly installed.',
        },
        good: {
          stock: 8,
          note: 'The polished camera bar has fine swirls from pockets; front glass and corners are clean.',
        },
      },
    },
    {
      configuration: '128 GB',
      colour: 'Obsidian',
      launched: 699,
      offers: {
        fair: {
          stock: 7,
          note: 'Visible scuffs along the lower edge and one deeper mark on the back. The display was replaced with an original part.',
        },
      },
    },
  ],
});
