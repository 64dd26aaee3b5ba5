import type { PhoneShape } from '../../drawings/phone.ts';
import { buildModel } from '../model.ts';

const plainShape: PhoneShape = {
  kind: 'phone',
  width: 75.8,
  height: 164.3,
  thickness: 9.15,
  radius: 10.5,
  bezel: 1.5,
  front: 'punch-hole',
  camera: 'edge-circle',
  leftButtons: [],
  rightButtons: [
    [44, 20],
    [70, 11],
  ],
  wallpaperHue: 150,
};

export const onePlus12 = buildModel({
  name: 'OnePlus 12',
  brand: 'OnePlus',
  category: 'Smartphones',
  releaseYear: 2024,
  colors: { 'Flowy Emerald': '#4d8271', 'Silky Black': '#292a2d' },
  shape: { ...plainShape, leftButtons: [[36, 9]] },
  about:
    'Full from empty in about half an hour with its own charger, and the large battery then lasts well into a second day.',
  features: [
    '6.82-inch 120 Hz display, 4500 nits at its peak',
    '5,400 mAh with 100 W charging (80 W in the US)',
    '64 MP telephoto, 3x',
    'Alert slider',
    'Wireless charging at 50 W',
  ],
  specifications: {
    Display: '6.82 in AMOLED, 3168 x 1440, 1-120 Hz',
    Chip: 'Qualcomm Snapdragon 8 Gen 3',
    Memory: '12 GB',
    Storage: '256 GB',
    'Rear cameras': '50 MP wide, 48 MP ultra-wide, 64 MP telephoto 3x',
    'Front camera': '32 MP',
    Battery: '5,400 mAh',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: '5G, Wi-Fi 7, Bluetooth 5.4, NFC',
    'Water resistance': 'IP65',
    Dimensions: '164.3 x 75.8 x 9.15 mm',
    Weight: '220 g',
    Released: 'January 2024',
    Software: 'Launched with Android 14; four Android upgrades, security updates into 2029',
  },
  variants: [
    {
      configuration: '12 GB 256 GB',
      color: 'Flowy Emerald',
      launched: 799,
      offers: {
        refurbished: {
          stock: 8,
          note: 'Both halves of the battery measured and replaced together, the slider cleaned, and an 80 W charger packed with it.',
        },
        good: {
          stock: 6,
          note: 'The curved glass has a scratch or two near its edge, visible on white. Charger and cable are included.',
        },
      },
    },
    {
      configuration: '16 GB 512 GB',
      color: 'Silky Black',
      launched: 899,
      specifications: { Memory: '16 GB', Storage: '512 GB' },
      offers: {
        excellent: {
          stock: 2,
          note: 'More memory than most laptops here, out of a box that was opened for inspection and nothing else.',
        },
        good: {
          stock: 5,
          note: 'Matte black with polished patches where fingers rest; front glass clean, both speakers tested at full volume.',
        },
        fair: {
          stock: 1,
          note: 'A long mark on the back and wear on the ring of the cameras. It charges at full speed, which we measured.',
        },
      },
    },
  ],
});

export const fairphone4 = buildModel({
  name: 'Fairphone 4',
  brand: 'Fairphone',
  category: 'Smartphones',
  releaseYear: 2021,
  colors: { Gray: '#4c4f53', Green: '#a9bda4' },
  shape: {
    ...plainShape,
    width: 75.5,
    height: 162,
    thickness: 10.5,
    radius: 9,
    bezel: 3.1,
    front: 'drop',
    camera: 'triangle',
    rightButtons: [
      [44, 19],
      [70, 12],
    ],
    wallpaperHue: 120,
  },
  about:
    'Made to be repaired at the kitchen table: eight modules, standard screws, and a battery that you lift out with a fingernail.',
  features: [
    'Battery changes without tools',
    'Spare parts sold by the maker',
    'microSD up to 2 TB',
    'Two 48 MP rear cameras',
  ],
  specifications: {
    Display: '6.3 in LCD, 2340 x 1080, 60 Hz',
    Chip: 'Qualcomm Snapdragon 750G',
    Memory: '6 GB',
    Storage: '128 GB, microSD',
    'Rear cameras': '48 MP wide, 48 MP ultra-wide',
    'Front camera': '25 MP',
    Battery: '3,905 mAh, removable',
    Connector: 'USB-C (5 Gb/s)',
    Wireless: '5G, Wi-Fi 5, Bluetooth 5.1, NFC',
    'Water resistance': 'IP54',
    Dimensions: '162 x 75.5 x 10.5 mm',
    Weight: '225 g',
    Released: 'October 2021',
    Software: 'Launched with Android 11; maker’s updates until the end of 2026',
  },
  variants: [
    {
      configuration: '6 GB 128 GB',
      color: 'Gray',
      launched: 599,
      offers: {
        refurbished: {
          stock: 11,
          note: 'Whatever was tired has been exchanged: always the battery, often the port, now and then the loudspeaker.',
        },
        good: {
          stock: 7,
          note: 'The back cover is new, since it costs little; the frame below carries light marks from its first years.',
        },
        fair: {
          stock: 4,
          note: 'Scratched glass and a cover with history, both of which you can replace yourself whenever you like.',
        },
      },
    },
    {
      configuration: '8 GB 256 GB',
      color: 'Green',
      launched: 679,
      specifications: { Memory: '8 GB', Storage: '256 GB, microSD' },
      offers: {
        excellent: {
          stock: 0,
          note: 'The larger version, hardly used. We kept its second battery in the box.',
        },
      },
    },
  ],
});

export const nothingPhone2 = buildModel({
  name: 'Phone (2)',
  brand: 'Nothing',
  category: 'Smartphones',
  releaseYear: 2023,
  colors: { White: '#e4e6e7', 'Dark Gray': '#54575c' },
  shape: {
    ...plainShape,
    width: 76.4,
    height: 162.1,
    thickness: 8.6,
    radius: 10.5,
    bezel: 1.9,
    camera: 'glyphs',
    leftButtons: [
      [44, 10],
      [56, 10],
    ],
    rightButtons: [[49, 13]],
    frame: '#a7abb0',
    wallpaperHue: 250,
  },
  about:
    'A calm Android with a back that lights up: strips of light show a timer, a delivery or who is calling while the display stays down.',
  features: [
    'Light strips on the back that apps can use',
    '6.7-inch display at 1 to 120 Hz',
    'Two 50 MP rear cameras',
    'Wireless charging',
  ],
  specifications: {
    Display: '6.7 in OLED, 2412 x 1080, 1-120 Hz',
    Chip: 'Qualcomm Snapdragon 8+ Gen 1',
    Memory: '12 GB',
    Storage: '256 GB',
    'Rear cameras': '50 MP wide, 50 MP ultra-wide',
    'Front camera': '32 MP',
    Battery: '4,700 mAh',
    Connector: 'USB-C (USB 2)',
    Wireless: '5G, Wi-Fi 6, Bluetooth 5.3, NFC',
    'Water resistance': 'IP54',
    Dimensions: '162.1 x 76.4 x 8.6 mm',
    Weight: '201 g',
    Released: 'July 2023',
    Software: 'Launched with Android 13; three Android upgrades, security updates into 2027',
  },
  variants: [
    {
      configuration: '12 GB 256 GB',
      color: 'White',
      launched: 699,
      offers: {
        excellent: {
          stock: 2,
          note: 'Every one of the 33 light zones shines at the same level, and nobody had peeled the film from the back.',
        },
        good: {
          stock: 9,
          note: 'No dust below the clear glass, which is the thing to look for. Hairlines on the rail, battery at 87% or better.',
        },
      },
    },
    {
      configuration: '8 GB 128 GB',
      color: 'Dark Gray',
      launched: 599,
      specifications: { Memory: '8 GB', Storage: '128 GB' },
      offers: {
        refurbished: {
          stock: 6,
          note: 'Opened, cleaned of lint under the glass, closed with new seals, and each strip of light measured.',
        },
        fair: {
          stock: 2,
          note: 'One segment of the large ring is dimmer than its neighbors and the rail is scuffed; the rest is in order.',
        },
      },
    },
  ],
});

export const xperia1V = buildModel({
  name: 'Xperia 1 V',
  brand: 'Sony',
  category: 'Smartphones',
  releaseYear: 2023,
  colors: { Black: '#25272a', 'Khaki Green': '#636858' },
  shape: {
    ...plainShape,
    width: 71,
    height: 165,
    thickness: 8.3,
    radius: 7,
    bezel: 1.5,
    forehead: 6,
    front: 'plain',
    camera: 'slim-column',
    rightButtons: [
      [42, 20],
      [71, 13],
      [126, 8],
    ],
    wallpaperHue: 200,
  },
  about:
    'For people who photograph and film with buttons: a shutter key, a headphone jack, a memory card, and no hole in the display.',
  features: [
    '6.5-inch 4K display, 120 Hz',
    'True optical zoom from 85 to 125 mm',
    'Two-stage shutter button',
    'Headphone jack and microSD',
    'Stereo speakers at the front',
  ],
  specifications: {
    Display: '6.5 in OLED, 3840 x 1644, 120 Hz',
    Chip: 'Qualcomm Snapdragon 8 Gen 2',
    Memory: '12 GB',
    Storage: '256 GB, microSD',
    'Rear cameras': '48 MP wide, 12 MP ultra-wide, 12 MP telephoto 3.5-5.2x',
    'Front camera': '12 MP',
    Battery: '5,000 mAh',
    Connector: 'USB-C, 3.5 mm audio',
    Wireless: '5G, Wi-Fi 6E, Bluetooth 5.3, NFC',
    'Water resistance': 'IP65 and IP68',
    Dimensions: '165 x 71 x 8.3 mm',
    Weight: '187 g',
    Released: 'July 2023',
    Software: 'Launched with Android 13; two Android upgrades, security updates until 2026',
  },
  variants: [
    {
      configuration: '256 GB',
      color: 'Black',
      launched: 1399,
      offers: {
        refurbished: {
          stock: 3,
          note: 'The shutter key is tested for both of its stages, the zoom run through its whole travel, and the battery is new.',
        },
        good: {
          stock: 4,
          note: 'The grooved rail has lost a little paint at the lower end. Jack, card slot and both front speakers are checked.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Khaki Green',
      launched: 1399,
      offers: {
        good: {
          stock: 1,
          note: 'Sony sold this green in few countries. Its ribbed back is clean and there is one mark below the headphone jack.',
        },
      },
    },
  ],
});
