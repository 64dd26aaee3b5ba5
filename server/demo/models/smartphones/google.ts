import type { PhoneShape } from '../../drawings/phone.ts';
import { buildModel } from '../model.ts';

const pixel8Shape: PhoneShape = {
  kind: 'phone',
  width: 70.8,
  height: 150.5,
  thickness: 8.9,
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
};

export const pixel8 = buildModel({
  name: 'Pixel 8',
  brand: 'Google',
  category: 'Smartphones',
  releaseYear: 2023,
  colors: { Hazel: '#b9c1b1', Obsidian: '#34373c' },
  shape: pixel8Shape,
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
      color: 'Hazel',
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
      color: 'Obsidian',
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

export const pixel9 = buildModel({
  name: 'Pixel 9',
  brand: 'Google',
  category: 'Smartphones',
  releaseYear: 2024,
  colors: { Peony: '#ee8aa3', Wintergreen: '#c2d3bb', Porcelain: '#ece6dc' },
  shape: {
    ...pixel8Shape,
    width: 72,
    height: 152.8,
    thickness: 8.5,
    radius: 12.5,
    bezel: 1.8,
    camera: 'floating-bar',
    wallpaperHue: 5,
  },
  about:
    'Flat sides, a display that is easy to read at noon, and cameras that need no thought. Google looks after it until August 2031.',
  features: [
    '6.3-inch 120 Hz display, 2700 nits at its peak',
    '50 MP wide and 48 MP ultra-wide cameras',
    'Fingerprint reader that uses ultrasound',
    '12 GB of memory',
    'Satellite SOS',
  ],
  specifications: {
    Display: '6.3 in OLED, 2424 x 1080, 60-120 Hz',
    Chip: 'Google Tensor G4',
    Memory: '12 GB',
    Storage: '128 GB',
    'Rear cameras': '50 MP wide, 48 MP ultra-wide',
    'Front camera': '10.5 MP',
    Battery: '4,700 mAh',
    Connector: 'USB-C (10 Gb/s)',
    Wireless: '5G, Wi-Fi 7, Bluetooth 5.3, NFC',
    'Water resistance': 'IP68',
    Dimensions: '152.8 x 72.0 x 8.5 mm',
    Weight: '198 g',
    Released: 'August 2024',
    Software: 'Launched with Android 14; updates until August 2031',
  },
  variants: [
    {
      configuration: '128 GB',
      color: 'Peony',
      launched: 799,
      offers: {
        excellent: {
          stock: 4,
          note: 'Carrier demonstration stock that was never switched on by a customer, with its SIM tool still sealed.',
        },
        refurbished: {
          stock: 16,
          note: 'Cells below 90% are exchanged, the camera bar gets new glass if it has one scratch, and both speakers are swept for rattles.',
        },
        good: {
          stock: 12,
          note: 'The satin rail shows tiny silver dots on the lower corners. The display and the camera glass have none.',
        },
      },
    },
    {
      configuration: '256 GB',
      color: 'Wintergreen',
      launched: 899,
      specifications: { Storage: '256 GB' },
      offers: {
        refurbished: {
          stock: 5,
          note: 'The quiet green with double storage, in a body that was rebuilt around a new battery and new adhesive.',
        },
      },
    },
    {
      configuration: '128 GB',
      color: 'Porcelain',
      launched: 799,
      offers: {
        fair: {
          stock: 3,
          note: 'Dark rub marks on the white rail do not come off, and a fine scratch runs across the middle of the display.',
        },
      },
    },
  ],
});
