import type { TabletShape } from '../../drawings/tablet.ts';
import { buildModel } from '../model.ts';

const galaxyTabShape: TabletShape = {
  kind: 'tablet',
  width: 165.8,
  height: 254.3,
  thickness: 5.9,
  radius: 7,
  bezel: 8,
  frontCamera: 'right',
  back: 'raised-lens-and-flash',
  wallpaperHue: 300,
};

export const galaxyTabS9 = buildModel({
  name: 'Galaxy Tab S9',
  brand: 'Samsung',
  category: 'Tablets',
  releaseYear: 2023,
  colors: { Graphite: '#4b4d52' },
  shape: {
    ...galaxyTabShape,
    pen: '#3a3c41',
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
      color: 'Graphite',
      launched: 799,
      offers: {
        excellent: {
          stock: 5,
          note: 'Returned with the pen still in its wrapper. Display seals intact, so the water rating holds.',
        },
        refurbished: {
          stock: 8,
          note: 'New pen tips, battery at 90% or better, display checked for burn-in on a gray field. Resealed and pressure-tested.',
        },
      },
    },
  ],
});

export const galaxyTabS6Lite = buildModel({
  name: 'Galaxy Tab S6 Lite',
  brand: 'Samsung',
  category: 'Tablets',
  releaseYear: 2020,
  colors: { 'Oxford Gray': '#55585d', 'Angora Blue': '#9fb6cc' },
  shape: {
    ...galaxyTabShape,
    width: 154.3,
    height: 244.5,
    thickness: 7,
    radius: 8.5,
    bezel: 9.4,
    frontCamera: 'top',
    back: 'single-lens',
    pen: '#4a4d52',
    wallpaperHue: 215,
  },
  about:
    'The cheapest way here to write on a screen with a proper pen, which needs no charging. Enough for lectures and recipes, too little for large games.',
  features: ['S Pen included, needs no battery', '10.4-inch display', 'Headphone jack', 'microSD up to 1 TB'],
  specifications: {
    Display: '10.4 in TFT, 2000 x 1200, 60 Hz',
    Chip: 'Samsung Exynos 9611',
    Memory: '4 GB',
    Storage: '64 GB, microSD',
    Cameras: '8 MP rear, 5 MP front',
    Battery: '7,040 mAh',
    Connector: 'USB-C (USB 2), 3.5 mm audio',
    Wireless: 'Wi-Fi 5, Bluetooth 5.0',
    Pen: 'S Pen, included',
    Dimensions: '244.5 x 154.3 x 7.0 mm',
    Weight: '467 g',
    Released: 'May 2020',
    Software: 'Launched with Android 10; Android 13 is the last version',
  },
  variants: [
    {
      configuration: '64 GB',
      color: 'Oxford Gray',
      launched: 349,
      offers: {
        refurbished: {
          stock: 21,
          note: 'Pen with a new tip, battery replaced on all units, and a line test across the whole glass to find dead stripes.',
        },
        good: {
          stock: 18,
          note: 'From a university that lends them out: a shelf mark on the back and fine pen traces on the glass.',
        },
        fair: {
          stock: 9,
          note: 'Pen traces that catch the light and scratched corners. The digitiser answers everywhere.',
        },
      },
    },
    {
      configuration: '64 GB',
      color: 'Angora Blue',
      launched: 349,
      offers: {
        excellent: {
          stock: 0,
          note: 'The pale blue, opened and put back. The pen’s spare tips are unopened.',
        },
      },
    },
  ],
});

export const galaxyTabS8Ultra = buildModel({
  name: 'Galaxy Tab S8 Ultra',
  brand: 'Samsung',
  category: 'Tablets',
  releaseYear: 2022,
  colors: { Graphite: '#4a4c50' },
  shape: {
    ...galaxyTabShape,
    width: 326.4,
    height: 208.6,
    thickness: 5.5,
    radius: 7,
    bezel: 6.3,
    frontCamera: 'notch',
    back: 'glass-strip',
    pen: '#2f3135',
    wallpaperHue: 190,
  },
  about:
    'Fourteen and a half inches of OLED, larger than most laptops’ screens and thinner than a pencil. A second monitor, a sketchbook, a cinema in bed.',
  features: [
    '14.6-inch 120 Hz AMOLED',
    'S Pen included',
    'Two front cameras that follow you',
    'Works as a second screen for a PC',
    'microSD up to 1 TB',
  ],
  specifications: {
    Display: '14.6 in AMOLED, 2960 x 1848, 120 Hz',
    Chip: 'Qualcomm Snapdragon 8 Gen 1',
    Memory: '8 GB',
    Storage: '128 GB, microSD',
    Cameras: '13 MP and 6 MP rear, two 12 MP front',
    Battery: '11,200 mAh',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    Pen: 'S Pen, included',
    Dimensions: '326.4 x 208.6 x 5.5 mm',
    Weight: '726 g',
    Released: 'February 2022',
    Software: 'Launched with Android 12; four Android upgrades, security updates into 2027',
  },
  variants: [
    {
      configuration: '8 GB 128 GB',
      color: 'Graphite',
      launched: 1099,
      offers: {
        excellent: {
          stock: 2,
          note: 'Kept under a keyboard cover from its first day. Flat, unmarked, and the pen’s strip holds it firmly.',
        },
        refurbished: {
          stock: 5,
          featured: true,
          note: 'So much glass bends easily, so each frame is measured. Battery new, display run for an hour at full white.',
        },
        good: {
          stock: 4,
          note: 'A shallow dent beside the power key and light lines on the back; the OLED shows no shadow.',
        },
      },
    },
    {
      configuration: '12 GB 256 GB',
      color: 'Graphite',
      launched: 1199,
      specifications: { Memory: '12 GB', Storage: '256 GB, microSD' },
      offers: {
        good: {
          stock: 2,
          note: 'The version with more memory, for many windows at once. Wear along one long edge, where it stood on a desk.',
        },
      },
    },
  ],
});
