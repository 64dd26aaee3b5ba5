import type { TabletShape } from '../drawings/tablet.ts';
import { buildModel } from './model.ts';

const ipadShape: TabletShape = {
  kind: 'tablet',
  width: 179.5,
  height: 248.6,
  radius: 11,
  bezel: 9,
  frontCamera: 'right',
  camera: 'single-lens',
  wallpaperHue: 230,
};

export const ipad10 = buildModel({
  name: 'iPad 10th generation',
  brand: 'Apple',
  category: 'Tablets',
  releaseYear: 2022,
  colours: { Blue: '#6d8fc0', Yellow: '#f0d96a' },
  shape: ipadShape,
  about:
    'The sensible iPad: large display, USB-C, and the front camera on the long side where video calls need it.',
  features: ['10.9-inch display', 'USB-C', 'Landscape front camera', 'Touch ID in the top button'],
  specifications: {
    Display: '10.9 in IPS, 2360 x 1640, 60 Hz',
    Chip: 'Apple A14 Bionic',
    Memory: '4 GB',
    Storage: '64 GB',
    Cameras: '12 MP rear, 12 MP front',
    Battery: '28.6 Wh, up to 10 h',
    Connector: 'USB-C (USB 2)',
    Wireless: 'Wi-Fi 6, Bluetooth 5.2',
    Pen: 'Apple Pencil (USB-C or 1st generation), sold separately',
    Dimensions: '248.6 x 179.5 x 7.0 mm',
    Weight: '477 g',
    Released: 'October 2022',
    Software: 'Launched with iPadOS 16; runs iPadOS 26',
  },
  variants: [
    {
      configuration: '64 GB',
      colour: 'Blue',
      launched: 449,
      offers: {
        excellent: {
          stock: 6,
          note: 'From an opened box: no marks on the aluminium, battery under ten cycles, charger and cable included.',
        },
        refurbished: {
          stock: 20,
          featured: true,
          note: 'Glass, speakers and all four corners inspected, the battery replaced below 88%, and any school or company lock verified as removed.',
        },
        good: {
          stock: 16,
          note: 'Small dings at one corner and a clear display. Battery health measured at 85% or better.',
        },
      },
    },
    {
      configuration: '64 GB',
      colour: 'Yellow',
      launched: 449,
      offers: {
        fair: {
          stock: 0,
          note: 'A classroom unit: engraving on the back, scuffed corners, and fine scratches that vanish when the display is on.',
        },
      },
    },
  ],
});

export const ipadAir5 = buildModel({
  name: 'iPad Air 5th generation',
  brand: 'Apple',
  category: 'Tablets',
  releaseYear: 2022,
  colours: { 'Space Gray': '#6f7074', Starlight: '#e6ddcf' },
  shape: { ...ipadShape, width: 178.5, height: 247.6, frontCamera: 'top', bezel: 8.5, wallpaperHue: 290 },
  about:
    'The M1 chip and a laminated display make this the iPad for drawing and for work with several windows.',
  features: [
    'Apple M1 with 8 GB memory',
    'Laminated display with P3 colour',
    'Apple Pencil 2 support',
    'Stage Manager',
  ],
  specifications: {
    Display: '10.9 in IPS, 2360 x 1640, 60 Hz',
    Chip: 'Apple M1',
    Memory: '8 GB',
    Storage: '64 GB',
    Cameras: '12 MP rear, 12 MP front',
    Battery: '28.6 Wh, up to 10 h',
    Connector: 'USB-C (10 Gb/s)',
    Wireless: 'Wi-Fi 6, Bluetooth 5.0',
    Pen: 'Apple Pencil (2nd generation), sold separately',
    Dimensions: '247.6 x 178.5 x 6.1 mm',
    Weight: '461 g',
    Released: 'March 2022',
    Software: 'Launched with iPadOS 15; runs iPadOS 26',
  },
  variants: [
    {
      configuration: '64 GB',
      colour: 'Space Gray',
      launched: 599,
      offers: {
        refurbished: {
          stock: 13,
          note: 'Pencil charging edge tested with a real Pencil, display checked for pressure spots, battery at 88% or new.',
        },
        good: {
          stock: 9,
          note: 'A few scratches near the smart connector where a keyboard sat. Battery measured at 84% or better.',
        },
      },
    },
    {
      configuration: '256 GB',
      colour: 'Starlight',
      launched: 749,
      specifications: { Storage: '256 GB' },
      offers: {
        excellent: {
          stock: 3,
          note: 'Four times the basic storage, bought for a course that was cancelled. No trace of use on glass or back.',
        },
      },
    },
  ],
});

export const galaxyTabS9 = buildModel({
  name: 'Galaxy Tab S9',
  brand: 'Samsung',
  category: 'Tablets',
  releaseYear: 2023,
  colours: { Graphite: '#4b4d52' },
  shape: {
    ...ipadShape,
    width: 165.8,
    height: 254.3,
    radius: 7,
    bezel: 8,
    camera: 'raised-lens-and-flash',
    pen: true,
    wallpaperHue: 300,
  },
  about: 'An 11-inch OLED tablet that survives rain, with the pen in the box rather than on the bill.',
  features: ['11-inch 120 Hz AMOLED', 'S Pen included', 'IP68', 'microSD up to 1 TB', 'Desktop mode (DeX)'],
  specifications: {
    Display: '11 in AMOLED, 2560 x 1600, 120 Hz',
    Chip: 'Qualcomm Snapdragon 8 Gen 2 for Galaxy',
    Memory: '8 GB',
    Storage: '128 GB, microSD',
    Cameras: '13 MP rear, 12 MP front',
    Battery: '8,400 mAh',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.3',
    Pen: 'S Pen, included',
    Dimensions: '254.3 x 165.8 x 5.9 mm',
    Weight: '498 g',
    Released: 'August 2023',
    Software: 'Launched with Android 13; four Android upgrades, security updates until 2028',
  },
  variants: [
    {
      configuration: '128 GB',
      colour: 'Graphite',
      launched: 799,
      offers: {
        excellent: {
          stock: 5,
          note: 'Returned with the pen still in its wrapper. Display seals intact, so the water rating holds.',
        },
        refurbished: {
          stock: 8,
          note: 'New pen tips, battery at 90% or better, display checked for burn-in on a grey field. Resealed and pressure-tested.',
        },
      },
    },
  ],
});

export const surfacePro9 = buildModel({
  name: 'Surface Pro 9',
  brand: 'Microsoft',
  category: 'Tablets',
  releaseYear: 2022,
  colours: { Platinum: '#c9cbce' },
  shape: {
    ...ipadShape,
    width: 287,
    height: 209,
    radius: 6,
    bezel: 8,
    frontCamera: 'top',
    camera: 'kickstand',
    wallpaperHue: 220,
  },
  about:
    'A full Windows PC with a stand of its own; add a Type Cover and it replaces a laptop. The SSD can be exchanged with one screw.',
  features: [
    '13-inch 120 Hz touch display',
    'Built-in kickstand',
    'Two Thunderbolt 4 ports',
    'Exchangeable SSD',
  ],
  specifications: {
    Display: '13 in IPS, 2880 x 1920, 120 Hz',
    Chip: 'Intel Core i5-1235U',
    Memory: '8 GB LPDDR5',
    Storage: '256 GB SSD',
    Cameras: '10 MP rear, 1080p front with Windows Hello',
    Battery: '47.7 Wh, up to 15.5 h',
    Connector: '2 x USB-C (Thunderbolt 4), Surface Connect',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.1',
    Pen: 'Surface Slim Pen 2, sold separately',
    Dimensions: '287 x 209 x 9.3 mm',
    Weight: '879 g',
    Released: 'October 2022',
    Software: 'Windows 11 Home',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      colour: 'Platinum',
      launched: 1099,
      offers: {
        refurbished: {
          stock: 10,
          note: 'Kickstand hinge adjusted to hold at any angle, new power supply, battery at 85% capacity or replaced.',
        },
        good: {
          stock: 3,
          note: 'The stand has left faint arcs on the back and the rim has tiny chips. The display shows no spots at full white.',
        },
      },
    },
  ],
});
