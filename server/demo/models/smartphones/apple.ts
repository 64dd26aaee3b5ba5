import type { PhoneShape } from '../../drawings/phone.ts';
import { buildModel } from '../model.ts';

const iphone13Shape: PhoneShape = {
  kind: 'phone',
  width: 71.5,
  height: 146.7,
  thickness: 7.65,
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
  colors: { Midnight: '#2b333d', Blue: '#2f6482' },
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
      color: 'Midnight',
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
      color: 'Blue',
      launched: 899,
      specifications: { Storage: '256 GB' },
      offers: {
        good: {
          stock: 4,
          note: 'Light rubbing on two corners; battery measured at 86% or better.',
        },
      },
    },
  ],
});

const iphone15ProShape: PhoneShape = {
  ...iphone13Shape,
  width: 70.6,
  height: 146.6,
  thickness: 8.25,
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
  colors: { 'Natural Titanium': '#8f8a81', 'Blue Titanium': '#3b4757' },
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
      color: 'Natural Titanium',
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
      color: 'Blue Titanium',
      launched: 999,
      specifications: { Storage: '128 GB' },
      offers: {
        fair: {
          stock: 2,
          note: 'The blue coating has worn to bare metal on the corners and the display carries a scratch you can see when it is dark. Battery measured at 82% or better.',
        },
      },
    },
  ],
});

export const iphoneXr = buildModel({
  name: 'iPhone XR',
  brand: 'Apple',
  category: 'Smartphones',
  releaseYear: 2018,
  colors: { Yellow: '#f2d45c', Coral: '#ee7762', Black: '#26282b' },
  shape: {
    ...iphone13Shape,
    width: 75.7,
    height: 150.9,
    thickness: 8.3,
    radius: 11.5,
    bezel: 4.1,
    notchWidth: 35,
    camera: 'single',
    wallpaperHue: 20,
  },
  about:
    'A first smartphone or a spare one: messages, maps, calls and a good single camera for little money. It stops at iOS 18.',
  features: [
    '6.1-inch Liquid Retina display',
    'Face ID',
    'Wireless charging',
    'One 12 MP camera with optical stabilisation',
  ],
  specifications: {
    Display: '6.1 in LCD, 1792 x 828, 60 Hz',
    Chip: 'Apple A12 Bionic',
    Memory: '3 GB',
    Storage: '64 GB',
    'Rear cameras': '12 MP wide',
    'Front camera': '7 MP',
    Battery: '2,942 mAh',
    Connector: 'Lightning',
    Wireless: 'LTE, Wi-Fi 5, Bluetooth 5.0, NFC',
    'Water resistance': 'IP67',
    Dimensions: '150.9 x 75.7 x 8.3 mm',
    Weight: '194 g',
    Released: 'October 2018',
    Software: 'Launched with iOS 12; iOS 18 is the last version',
  },
  variants: [
    {
      configuration: '64 GB',
      color: 'Yellow',
      launched: 749,
      offers: {
        refurbished: {
          stock: 9,
          note: 'After eight years every battery is replaced, and so are the seals around the glass.',
        },
        good: {
          stock: 14,
          note: 'The aluminum rail has a few bright nicks; the battery is new or above 85%.',
        },
      },
    },
    {
      configuration: '128 GB',
      color: 'Coral',
      launched: 799,
      specifications: { Storage: '128 GB' },
      offers: {
        good: {
          stock: 3,
          note: 'The color that is hardest to find, with double storage and one scratch beside the camera.',
        },
        fair: {
          stock: 5,
          note: 'Worn corners, hair-thin marks all over the front and a fresh battery.',
        },
      },
    },
    {
      configuration: '64 GB',
      color: 'Black',
      launched: 749,
      offers: {
        fair: {
          stock: 26,
          note: 'Bought in one lot from a delivery company: honest scratches, tested GPS and a battery of at least 80%.',
        },
      },
    },
  ],
});

export const iphone17 = buildModel({
  name: 'iPhone 17',
  brand: 'Apple',
  category: 'Smartphones',
  releaseYear: 2025,
  colors: { Lavender: '#cdc3df', Sage: '#aebb9c', Black: '#2f3135' },
  shape: {
    ...iphone13Shape,
    width: 71.5,
    height: 149.6,
    thickness: 7.95,
    radius: 12.5,
    bezel: 1.5,
    front: 'island',
    camera: 'upright-pair',
    rightButtons: [
      [42, 17],
      [86, 11],
    ],
    wallpaperHue: 285,
  },
  about:
    'Last year’s iPhone with the 120 Hz display that used to cost the Pro price, and 256 GB in the smallest version.',
  features: [
    '6.3-inch display at 1 to 120 Hz, 3000 nits outdoors',
    'Two 48 MP rear cameras',
    '18 MP front camera that widens for groups',
    'Camera Control button',
    'Wi-Fi 7',
  ],
  specifications: {
    Display: '6.3 in OLED, 2622 x 1206, 1-120 Hz',
    Chip: 'Apple A19',
    Memory: '8 GB',
    Storage: '256 GB',
    'Rear cameras': '48 MP wide, 48 MP ultra-wide',
    'Front camera': '18 MP',
    Battery: '3,692 mAh',
    Connector: 'USB-C (USB 2)',
    Wireless: '5G, Wi-Fi 7, Bluetooth 6, NFC, UWB',
    'Water resistance': 'IP68',
    Dimensions: '149.6 x 71.5 x 7.95 mm',
    Weight: '177 g',
    Released: 'September 2025',
    Software: 'Launched with iOS 26',
  },
  variants: [
    {
      configuration: '256 GB',
      color: 'Lavender',
      launched: 799,
      offers: {
        excellent: {
          stock: 7,
          featured: true,
          note: 'Handed back within the return period: glass flawless, battery at 99% or 100%, box and cable with it.',
        },
        refurbished: {
          stock: 4,
          note: 'A display or camera was exchanged for a genuine part, the body sealed again and tested under water pressure.',
        },
        good: {
          stock: 6,
          note: 'One or two fine scratches on the display edge. The battery has 93% or more of its capacity.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Sage',
      launched: 799,
      offers: {
        excellent: {
          stock: 2,
          note: 'Opened for a photograph and packed again; the battery has seen fewer than fifteen cycles.',
        },
      },
    },
    {
      configuration: '512 GB',
      color: 'Black',
      launched: 999,
      specifications: { Storage: '512 GB' },
      offers: {
        good: {
          stock: 1,
          note: 'From a film student who traded up. The aluminum rail has a rubbed spot at the port.',
        },
      },
    },
  ],
});
