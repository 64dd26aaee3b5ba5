import type { TabletShape } from '../../drawings/tablet.ts';
import { buildModel } from '../model.ts';

const ipadShape: TabletShape = {
  kind: 'tablet',
  width: 179.5,
  height: 248.6,
  thickness: 7,
  radius: 11,
  bezel: 9,
  frontCamera: 'right',
  back: 'single-lens',
  wallpaperHue: 230,
};

export const ipad10 = buildModel({
  name: 'iPad 10th generation',
  brand: 'Apple',
  category: 'Tablets',
  releaseYear: 2022,
  colors: { Blue: '#6d8fc0', Yellow: '#f0d96a' },
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
      color: 'Blue',
      launched: 449,
      offers: {
        excellent: {
          stock: 6,
          note: 'From an opened box: no marks on the aluminum, battery under ten cycles, charger and cable included.',
        },
        refurbished: {
          stock: 20,
          featured: true,
          note: 'Glass, speakers and all four corners inspected, the battery replaced below 90%, and any school or company lock verified as removed.',
        },
        good: {
          stock: 16,
          note: 'Small dings at one corner and a clear display. Battery health measured at 85% or better.',
        },
      },
    },
    {
      configuration: '64 GB',
      color: 'Yellow',
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
  colors: { 'Space Gray': '#6f7074', Starlight: '#e6ddcf' },
  shape: {
    ...ipadShape,
    width: 178.5,
    height: 247.6,
    thickness: 6.1,
    frontCamera: 'top',
    bezel: 8.5,
    wallpaperHue: 290,
  },
  about:
    'The M1 chip and a laminated display make this the iPad for drawing and for work with several windows.',
  features: [
    'Apple M1 with 8 GB memory',
    'Laminated display with P3 color',
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
      color: 'Space Gray',
      launched: 599,
      offers: {
        refurbished: {
          stock: 13,
          note: 'Pencil charging edge tested with a real Pencil, display checked for pressure spots, battery at 90% or new.',
        },
        good: {
          stock: 9,
          note: 'A few scratches near the smart connector where a keyboard sat. Battery measured at 84% or better.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Starlight',
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

export const ipadMini6 = buildModel({
  name: 'iPad mini 6th generation',
  brand: 'Apple',
  category: 'Tablets',
  releaseYear: 2021,
  colors: { Purple: '#c3bcd0', Starlight: '#e6ddcf' },
  shape: {
    ...ipadShape,
    width: 134.8,
    height: 195.4,
    thickness: 6.3,
    radius: 12,
    bezel: 7.6,
    frontCamera: 'top',
    back: 'lens-and-flash',
    wallpaperHue: 275,
  },
  about:
    'A whole iPad that one hand can hold: books, charts on a boat, scores on a stand, and notes with the good Pencil.',
  features: [
    '8.3-inch laminated display with P3 color',
    'Weighs 293 g',
    'Apple Pencil 2 support',
    'USB-C at 5 Gb/s',
    'Touch ID in the top button',
  ],
  specifications: {
    Display: '8.3 in IPS, 2266 x 1488, 60 Hz',
    Chip: 'Apple A15 Bionic',
    Memory: '4 GB',
    Storage: '64 GB',
    Cameras: '12 MP rear, 12 MP front',
    Battery: '19.3 Wh, up to 10 h',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: 'Wi-Fi 6, Bluetooth 5.0',
    Pen: 'Apple Pencil (2nd generation), sold separately',
    Dimensions: '195.4 x 134.8 x 6.3 mm',
    Weight: '293 g',
    Released: 'September 2021',
    Software: 'Launched with iPadOS 15; runs iPadOS 26',
  },
  variants: [
    {
      configuration: '64 GB',
      color: 'Purple',
      launched: 499,
      offers: {
        excellent: {
          stock: 2,
          note: 'A present that was one too many. No marks, no account, and the charger still in its paper.',
        },
        refurbished: {
          stock: 14,
          featured: true,
          note: 'New battery below 90%, the two speakers and all four microphones recorded and compared, the button read with ten fingers.',
        },
        good: {
          stock: 8,
          note: 'Tiny dents on one short side from a stand. The glass is clear and the battery at 86% or better.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Starlight',
      launched: 649,
      specifications: { Storage: '256 GB' },
      offers: {
        good: {
          stock: 3,
          note: 'From a flight school that replaced its fleet: full storage for maps, and pale patches where the mount held it.',
        },
        fair: {
          stock: 1,
          note: 'One corner has met a floor. The display is whole, with a fine line along its lower edge.',
        },
      },
    },
  ],
});

export const ipadPro11 = buildModel({
  name: 'iPad Pro 11-inch 1st generation',
  brand: 'Apple',
  category: 'Tablets',
  releaseYear: 2018,
  colors: { 'Space Gray': '#67686c', Silver: '#dfe0e2' },
  shape: {
    ...ipadShape,
    width: 178.5,
    height: 247.6,
    thickness: 5.9,
    radius: 10,
    bezel: 8.5,
    frontCamera: 'top',
    back: 'lens-and-flash',
    wallpaperHue: 30,
  },
  about:
    'The 2018 model that began the flat edges. It still has what the cheaper ones lack: 120 Hz, Face ID and four speakers.',
  features: [
    '11-inch display at up to 120 Hz',
    'Face ID in any orientation',
    'Four speakers',
    'Apple Pencil 2 support',
  ],
  specifications: {
    Display: '11 in IPS, 2388 x 1668, 120 Hz',
    Chip: 'Apple A12X Bionic',
    Memory: '4 GB',
    Storage: '64 GB',
    Cameras: '12 MP rear, 7 MP front',
    Battery: '29.37 Wh, up to 10 h',
    Connector: 'USB-C (10 Gb/s)',
    Wireless: 'Wi-Fi 5, Bluetooth 5.0',
    Pen: 'Apple Pencil (2nd generation), sold separately',
    Dimensions: '247.6 x 178.5 x 5.9 mm',
    Weight: '468 g',
    Released: 'November 2018',
    Software: 'Launched with iOS 12; runs iPadOS 26',
  },
  variants: [
    {
      configuration: '64 GB',
      color: 'Space Gray',
      launched: 799,
      offers: {
        refurbished: {
          stock: 7,
          note: 'Measured on a flat table, because this model bends: only straight ones are refurbished, always with a new battery.',
        },
        good: {
          stock: 9,
          note: 'Straight to within half a millimetre, with a worn edge at the port and a battery of 83% or better.',
        },
        fair: {
          stock: 6,
          note: 'A slight bend that you feel and do not see, bright patches on the frame, and a faultless 120 Hz display.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Silver',
      launched: 949,
      specifications: { Storage: '256 GB' },
      offers: {
        good: {
          stock: 2,
          note: 'Silver shows nothing, and there is little to show: a few lines around the connector of the keyboard.',
        },
      },
    },
  ],
});

export const ipadProM4 = buildModel({
  name: 'iPad Pro 11-inch M4',
  brand: 'Apple',
  category: 'Tablets',
  releaseYear: 2024,
  colors: { 'Space Black': '#38393c', Silver: '#dfe0e2' },
  shape: {
    ...ipadShape,
    width: 177.5,
    height: 249.7,
    thickness: 5.3,
    radius: 11,
    bezel: 7.3,
    back: 'square-island',
    wallpaperHue: 320,
  },
  about:
    'Two OLED layers make this the best display on any tablet here, and 5.3 mm make it the thinnest. Bought by people who draw and grade pictures.',
  features: [
    'Tandem OLED, 1000 nits over the whole screen',
    'Apple M4',
    'Apple Pencil Pro support',
    'Thunderbolt',
    'Landscape front camera',
  ],
  specifications: {
    Display: '11 in OLED, 2420 x 1668, 10-120 Hz',
    Chip: 'Apple M4',
    Memory: '8 GB',
    Storage: '256 GB',
    Cameras: '12 MP rear with LiDAR, 12 MP front',
    Battery: '31.29 Wh, up to 10 h',
    Connector: 'USB-C (Thunderbolt, 40 Gb/s)',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.3',
    Pen: 'Apple Pencil Pro, sold separately',
    Dimensions: '249.7 x 177.5 x 5.3 mm',
    Weight: '444 g',
    Released: 'May 2024',
    Software: 'Launched with iPadOS 17; runs iPadOS 26',
  },
  variants: [
    {
      configuration: '256 GB',
      color: 'Space Black',
      launched: 999,
      offers: {
        excellent: {
          stock: 4,
          note: 'Came back within two weeks. Both sides flawless under raking light, fewer than eight charge cycles.',
        },
        refurbished: {
          stock: 6,
          note: 'Every layer of the display is checked for tint at five brightness levels; frame straight, battery at 92% or new.',
        },
        good: {
          stock: 5,
          note: 'Black aluminum with a few bright specks around the Pencil’s magnet. No burn-in, no dead pixels.',
        },
      },
    },
    {
      configuration: '512 GB',
      color: 'Silver',
      launched: 1199,
      specifications: { Storage: '512 GB' },
      offers: {
        excellent: {
          stock: 1,
          note: 'An illustrator’s second unit, kept in a drawer as a reserve and never needed.',
        },
      },
    },
  ],
});
