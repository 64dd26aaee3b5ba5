import type { LaptopShape } from '../drawings/laptop.ts';
import { buildModel } from './model.ts';

const macbookAirShape: LaptopShape = {
  kind: 'laptop',
  width: 304.1,
  depth: 215,
  radius: 8,
  bezel: { side: 4.5, top: 4.5, chin: 6.5 },
  notch: true,
  keyboard: { margin: 15, well: '#0b0c0e', keys: '#222429' },
  touchpad: { width: 121, height: 77 },
  wallpaperHue: 250,
};

export const macbookAirM2 = buildModel({
  name: 'MacBook Air 13 M2',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2022,
  colours: { Midnight: '#2e3642', Starlight: '#e9dfd0' },
  shape: macbookAirShape,
  about:
    'Silent because it has no fan, and light enough to forget in a bag. Writing, browsing and photo work are what it does best.',
  features: ['13.6-inch display, 500 nits', 'Fanless', 'MagSafe charging', '1080p camera', 'Touch ID'],
  specifications: {
    Display: '13.6 in IPS, 2560 x 1664, 60 Hz',
    Chip: 'Apple M2, 8-core CPU, 8-core GPU',
    Memory: '8 GB unified',
    Storage: '256 GB SSD',
    Battery: '52.6 Wh, up to 18 hours of video',
    Ports: '2 x Thunderbolt 3 / USB 4, MagSafe 3, headphones',
    Wireless: 'Wi-Fi 6, Bluetooth 5.3',
    Keyboard: 'US English, backlit',
    Dimensions: '304.1 x 215.0 x 11.3 mm',
    Weight: '1.24 kg',
    Released: 'July 2022',
    Software: 'Launched with macOS 12; runs macOS 26',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      colour: 'Midnight',
      launched: 1199,
      worth: 589,
      offers: {
        excellent: {
          stock: 2,
          note: 'Fewer than 20 charge cycles and not one fingerprint worn into the dark finish.',
        },
        refurbished: {
          stock: 14,
          featured: true,
          note: 'Keyboard deck cleaned key by key, battery at 90% capacity or replaced, SSD checked and erased to NIST 800-88.',
        },
        good: {
          stock: 10,
          note: 'Midnight shows its history around the ports: small bright nicks there, none on the lid. Fewer than 250 charge cycles.',
        },
        fair: {
          stock: 4,
          note: 'A dent of 2 mm on one corner and polished keys. Display, speakers and battery pass the same test as every other unit.',
        },
      },
    },
    {
      configuration: '8 GB 512 GB',
      colour: 'Starlight',
      launched: 1499,
      worth: 689,
      specifications: { Chip: 'Apple M2, 8-core CPU, 10-core GPU', Storage: '512 GB SSD' },
      offers: {
        refurbished: {
          stock: 5,
          note: 'This configuration has the 10-core graphics and the faster double-chip SSD. New bottom feet, hinge tension measured, battery at 90% or better.',
        },
      },
    },
  ],
});

export const macbookPro14 = buildModel({
  name: 'MacBook Pro 14 M3 Pro',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2023,
  colours: { 'Space Black': '#2f2f31' },
  shape: {
    ...macbookAirShape,
    width: 312.6,
    depth: 221.2,
    keyboard: { margin: 21, well: '#08090a', keys: '#1e1f22', speakers: true },
    touchpad: { width: 131, height: 81 },
    wallpaperHue: 20,
  },
  about:
    'A mini-LED display bright enough for HDR grading, an SD slot, HDMI, and a chip that compiles and renders without a wait.',
  features: [
    '14.2-inch mini-LED, 120 Hz',
    '18 GB memory',
    'HDMI and SD card slot',
    'Six-speaker sound',
    'Drives two external displays',
  ],
  specifications: {
    Display: '14.2 in mini-LED, 3024 x 1964, 120 Hz',
    Chip: 'Apple M3 Pro, 11-core CPU, 14-core GPU',
    Memory: '18 GB unified',
    Storage: '512 GB SSD',
    Battery: '70 Wh, up to 18 hours of video',
    Ports: '3 x Thunderbolt 4, HDMI, SDXC, MagSafe 3, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.3',
    Keyboard: 'US English, backlit',
    Dimensions: '312.6 x 221.2 x 15.5 mm',
    Weight: '1.61 kg',
    Released: 'November 2023',
    Software: 'Launched with macOS 14; runs macOS 26',
  },
  variants: [
    {
      configuration: '18 GB 512 GB',
      colour: 'Space Black',
      launched: 1999,
      worth: 1249,
      offers: {
        excellent: {
          stock: 3,
          featured: true,
          note: 'Opened, set up once and returned; the anodised finish is flawless and the charger was never unwrapped.',
        },
        refurbished: {
          stock: 7,
          note: 'Fans and heat pipes cleaned, display checked zone by zone for dead backlights, battery at 90% or better.',
        },
      },
    },
  ],
});

export const xps13 = buildModel({
  name: 'XPS 13 9315',
  brand: 'Dell',
  category: 'Laptops',
  releaseYear: 2022,
  colours: { Sky: '#b4c0cd' },
  shape: {
    ...macbookAirShape,
    width: 295.4,
    depth: 199.4,
    radius: 7,
    notch: false,
    bezel: { side: 3.5, top: 4.8, chin: 5 },
    keyboard: { margin: 10, keys: '#93a1b0', gapless: true },
    touchpad: { width: 112, height: 65 },
    wallpaperHue: 200,
  },
  about:
    'The narrowest 13-inch Windows laptop we sell: edge-to-edge keys, a matte 16:10 display and two Thunderbolt ports, nothing else to carry.',
  features: [
    '13.4-inch 16:10 display, 500 nits',
    '1.17 kg',
    'Two Thunderbolt 4 ports',
    'Windows Hello face and fingerprint',
  ],
  specifications: {
    Display: '13.4 in IPS, 1920 x 1200, 60 Hz',
    Chip: 'Intel Core i5-1230U',
    Memory: '8 GB LPDDR5',
    Storage: '256 GB SSD',
    Battery: '51 Wh',
    Ports: '2 x Thunderbolt 4',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    Keyboard: 'US English, backlit',
    Dimensions: '295.4 x 199.4 x 14.0 mm',
    Weight: '1.17 kg',
    Released: 'June 2022',
    Software: 'Windows 11 Home',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      colour: 'Sky',
      launched: 999,
      worth: 439,
      offers: {
        refurbished: {
          stock: 9,
          note: 'Fresh thermal paste, quiet fan, new battery where capacity fell below 85%. The USB-C to headphone adapter is included.',
        },
        good: {
          stock: 6,
          note: 'A little shine on the space bar and a faint line on the lid; hinge and both ports are tight.',
        },
      },
    },
  ],
});

export const thinkpadX1 = buildModel({
  name: 'ThinkPad X1 Carbon Gen 10',
  brand: 'Lenovo',
  category: 'Laptops',
  releaseYear: 2022,
  colours: { Black: '#28292b' },
  shape: {
    ...macbookAirShape,
    width: 315.6,
    depth: 222.5,
    radius: 5,
    notch: false,
    bezel: { side: 4.5, top: 7, chin: 9 },
    keyboard: { margin: 20, keys: '#101112', trackpoint: true },
    touchpad: { width: 110, height: 52 },
    wallpaperHue: 265,
  },
  about: 'Carbon fibre, a keyboard people keep for years, and every port an office still asks for.',
  features: [
    '14-inch 16:10 anti-glare display',
    'TrackPoint',
    'HDMI and USB-A built in',
    'Fingerprint reader',
    'From 1.12 kg',
  ],
  specifications: {
    Display: '14 in IPS, 1920 x 1200, 60 Hz',
    Chip: 'Intel Core i5-1240P',
    Memory: '16 GB LPDDR5',
    Storage: '512 GB SSD',
    Battery: '57 Wh',
    Ports: '2 x Thunderbolt 4, 2 x USB-A, HDMI 2.0b, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    Keyboard: 'US English, backlit',
    Dimensions: '315.6 x 222.5 x 15.4 mm',
    Weight: '1.12 kg',
    Released: 'March 2022',
    Software: 'Windows 11 Pro',
  },
  variants: [
    {
      configuration: '16 GB 512 GB',
      colour: 'Black',
      launched: 1639,
      worth: 529,
      offers: {
        refurbished: {
          stock: 21,
          note: 'From one company fleet: BIOS unlocked, management removed, new TrackPoint cap, battery at 85% or better.',
        },
        good: {
          stock: 13,
          note: 'Palm rest slightly glossy and a sticker shadow on the lid. Firmware passwords cleared and keyboard tested key by key.',
        },
        fair: {
          stock: 0,
          note: 'The soft coating is worn through at the front edge and two rubber feet are replacements. Battery holds at least 75%.',
        },
      },
    },
  ],
});
