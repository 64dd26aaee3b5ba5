import type { TabletShape } from '../../drawings/tablet.ts';
import { buildModel } from '../model.ts';

const wideShape: TabletShape = {
  kind: 'tablet',
  width: 287,
  height: 209,
  thickness: 9.3,
  radius: 6,
  bezel: 8,
  frontCamera: 'top',
  back: 'kickstand',
  wallpaperHue: 220,
};

export const surfacePro9 = buildModel({
  name: 'Surface Pro 9',
  brand: 'Microsoft',
  category: 'Tablets',
  releaseYear: 2022,
  colors: { Platinum: '#c9cbce' },
  shape: wideShape,
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
      color: 'Platinum',
      launched: 1099,
      offers: {
        refurbished: {
          stock: 10,
          note: 'Kickstand hinge adjusted to hold at any angle, new power supply, battery at 90% capacity or replaced.',
        },
        good: {
          stock: 3,
          note: 'The stand has left faint arcs on the back and the rim has tiny chips. The display shows no spots at full white.',
        },
      },
    },
  ],
});

export const pixelTablet = buildModel({
  name: 'Pixel Tablet',
  brand: 'Google',
  category: 'Tablets',
  releaseYear: 2023,
  colors: { Porcelain: '#ece5d9', Hazel: '#5f635f' },
  shape: {
    ...wideShape,
    dock: '#ddd5c7',
    width: 258,
    height: 169,
    thickness: 8.1,
    radius: 13,
    bezel: 10.5,
    back: 'soft-lens',
    wallpaperHue: 85,
  },
  about:
    'A tablet that lives on a loudspeaker: docked it shows photos, plays music and runs the lights, lifted off it is an ordinary Android tablet.',
  features: [
    'Charging dock with loudspeaker included',
    '10.95-inch display',
    'Fingerprint reader in the power button',
    'Chromecast built in',
  ],
  specifications: {
    Display: '10.95 in IPS, 2560 x 1600, 60 Hz',
    Chip: 'Google Tensor G2',
    Memory: '8 GB',
    Storage: '128 GB',
    Cameras: '8 MP rear, 8 MP front',
    Battery: '27 Wh, up to 12 h',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: 'Wi-Fi 6, Bluetooth 5.2, UWB',
    Pen: 'USI 2.0 pens, sold separately',
    Dimensions: '258 x 169 x 8.1 mm',
    Weight: '493 g',
    Released: 'June 2023',
    Software: 'Launched with Android 13; security updates until June 2028',
  },
  variants: [
    {
      configuration: '128 GB',
      color: 'Porcelain',
      launched: 499,
      offers: {
        excellent: {
          stock: 3,
          note: 'Dock and tablet from one unopened shrink wrap that had torn in the warehouse.',
        },
        refurbished: {
          stock: 10,
          note: 'Dock contacts cleaned, its fabric replaced, its loudspeaker swept from 60 Hz up; tablet reset and at 90% or better.',
        },
        good: {
          stock: 7,
          note: 'Faint rings where the dock’s magnet sits and a soft mark at one corner. Always with its dock.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Hazel',
      launched: 599,
      specifications: { Storage: '256 GB' },
      offers: {
        good: {
          stock: 1,
          note: 'Dark green-gray, twice the storage, and a dock whose fabric is a touch faded on the window side.',
        },
      },
    },
  ],
});

export const fireHd10 = buildModel({
  name: 'Fire HD 10 13th generation',
  brand: 'Amazon',
  category: 'Tablets',
  releaseYear: 2023,
  colors: { Black: '#2c2d30', Lilac: '#b9aed0' },
  shape: {
    ...wideShape,
    width: 246,
    height: 164.8,
    thickness: 8.6,
    radius: 9,
    bezel: 13,
    back: 'wide-speakers',
    wallpaperHue: 35,
  },
  about:
    'For films, library books and the back seat of the car. It runs Amazon’s own system and store, without Google’s.',
  features: ['10.1-inch display', 'Up to 13 hours of battery', 'microSD up to 1 TB', 'Profiles for children'],
  specifications: {
    Display: '10.1 in IPS, 1920 x 1200, 60 Hz',
    Chip: 'MediaTek MT8186A',
    Memory: '3 GB',
    Storage: '32 GB, microSD',
    Cameras: '5 MP rear, 5 MP front',
    Battery: 'Up to 13 h',
    Connector: 'USB-C (USB 2)',
    Wireless: 'Wi-Fi 5, Bluetooth 5.3',
    Pen: 'USI 2.0 pens, sold separately',
    Dimensions: '246 x 164.8 x 8.6 mm',
    Weight: '434 g',
    Released: 'October 2023',
    Software: 'Fire OS 8; security updates until 2028 or later',
  },
  variants: [
    {
      configuration: '32 GB',
      color: 'Black',
      launched: 139,
      offers: {
        refurbished: {
          stock: 32,
          note: 'Reset, unlinked from its owner, without lock-screen advertising, and with a new cable and plug.',
        },
        good: {
          stock: 24,
          note: 'The plastic back has a gloss where hands were, the display some dust-fine lines.',
        },
        fair: {
          stock: 13,
          note: 'Scratches and one scuffed speaker grille, at a price where a child may have it.',
        },
      },
    },
    {
      configuration: '64 GB',
      color: 'Lilac',
      launched: 179,
      specifications: { Storage: '64 GB, microSD' },
      offers: {
        excellent: {
          stock: 5,
          note: 'A holiday return in lilac: the wake-up screen had never been passed.',
        },
      },
    },
  ],
});

export const yogaTab13 = buildModel({
  name: 'Yoga Tab 13',
  brand: 'Lenovo',
  category: 'Tablets',
  releaseYear: 2021,
  colors: { 'Shadow Black': '#37383b' },
  shape: {
    ...wideShape,
    width: 293.4,
    height: 204,
    thickness: 6.2,
    radius: 9,
    bezel: 8.5,
    back: 'cylinder',
    wallpaperHue: 245,
  },
  about:
    'It hangs from a kitchen cabinet or stands by itself on its steel loop, and a micro HDMI socket makes it a portable monitor for a laptop or console.',
  features: [
    'Steel stand that is also a hook',
    '13-inch 2K display with Dolby Vision',
    'Four JBL speakers',
    'HDMI input',
    'Up to 12 hours of video',
  ],
  specifications: {
    Display: '13 in IPS, 2160 x 1350, 60 Hz',
    Chip: 'Qualcomm Snapdragon 870',
    Memory: '8 GB',
    Storage: '128 GB',
    Cameras: '8 MP front',
    Battery: '10,000 mAh',
    Connector: 'USB-C (USB 3.1), micro HDMI in',
    Wireless: 'Wi-Fi 6, Bluetooth 5.2',
    Pen: 'Lenovo Precision Pen 2, sold separately',
    Dimensions: '293.4 x 204 x 6.2-24.9 mm',
    Weight: '830 g',
    Released: 'July 2021',
    Software: 'Launched with Android 11; Android 13 is the last version',
  },
  variants: [
    {
      configuration: '8 GB 128 GB',
      color: 'Shadow Black',
      launched: 679,
      offers: {
        refurbished: {
          stock: 4,
          note: 'The hinge of the loop is set to hold at every angle, the cells are new, and the HDMI input is run from a console for an hour.',
        },
        good: {
          stock: 3,
          note: 'Rub marks on the steel and a clean soft-touch back. It comes with its HDMI adapter.',
        },
        fair: {
          stock: 2,
          note: 'The back has turned shiny and the steel is scratched from its hook. Display and speakers are as they were.',
        },
      },
    },
  ],
});
