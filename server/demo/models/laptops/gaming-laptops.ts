import type { LaptopShape } from '../../drawings/laptop.ts';
import { buildModel } from '../model.ts';

const gamingShape: LaptopShape = {
  kind: 'laptop',
  width: 312,
  depth: 227,
  radius: 6,
  bezel: { side: 5.2, top: 8.5, chin: 15 },
  keyboard: { margin: 14, keys: '#3a3c40' },
  touchpad: { width: 130, height: 79 },
  hinge: 'pair',
  emblem: 'plate',
  thickness: { back: 19.5, front: 17.4 },
  ports: {
    left: ['barrel', 'hdmi', 'usb-c', 'audio', 'vent'],
    right: ['vent', 'microsd', 'usb-c', 'usb-a', 'usb-a'],
  },
  wallpaperHue: 305,
};

export const zephyrusG14 = buildModel({
  name: 'ROG Zephyrus G14 GA402',
  brand: 'Asus',
  category: 'Laptops',
  releaseYear: 2022,
  colors: { 'Moonlight White': '#e3e4e6', 'Eclipse Gray': '#5a5c60' },
  shape: (color) => ({
    ...gamingShape,
    keyboard: { margin: 14, keys: color === 'Moonlight White' ? '#c3c6cb' : '#2c2d31', speakers: 'above' },
    dottedLid: true,
  }),
  about:
    'A gaming machine that passes for a writer’s laptop until the thousands of lights in its lid come on. All-AMD, cool on the lap at a desk’s pace.',
  features: [
    'AniMe Matrix LEDs in the lid',
    '144 Hz 16:10 display',
    'Radeon RX 6700S with 8 GB',
    'Charges over USB-C as well',
    'Vapour chamber cooling',
  ],
  specifications: {
    Display: '14 in IPS, 1920 x 1200, 144 Hz',
    Chip: 'AMD Ryzen 9 6900HS, Radeon RX 6700S',
    Memory: '16 GB DDR5',
    Storage: '1 TB SSD',
    Battery: '76 Wh',
    Ports: '2 x USB-C, 2 x USB-A, HDMI 2.0b, microSD, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    Keyboard: 'US English, backlit',
    Dimensions: '312.0 x 227.0 x 19.5 mm',
    Weight: '1.72 kg',
    Released: 'March 2022',
    Software: 'Windows 11 Home',
  },
  variants: [
    {
      configuration: '16 GB 1 TB',
      color: 'Moonlight White',
      launched: 1649,
      offers: {
        excellent: {
          stock: 2,
          note: 'Bought for one project and sold after it: lid lights complete, white without yellowing, fan hours in two digits.',
        },
        refurbished: {
          stock: 6,
          note: 'Both fans replaced, liquid metal renewed by hand, every light of the lid counted in a test pattern.',
        },
        good: {
          stock: 4,
          note: 'A yellowish tint at the palm rest and light scuffs below. Holds its clock through an hour of our stress test.',
        },
      },
    },
    {
      configuration: '16 GB 1 TB',
      color: 'Eclipse Gray',
      launched: 1649,
      offers: {
        good: {
          stock: 3,
          note: 'Gray takes wear better: some shine on the WASD keys and that is nearly all. Battery at 84% or better.',
        },
        fair: {
          stock: 1,
          note: 'A handful of dark spots in the lid matrix and a cracked foot that we replaced. Frame rates are those of a new one.',
        },
      },
    },
  ],
});

export const blade14 = buildModel({
  name: 'Blade 14 RTX 3060',
  brand: 'Razer',
  category: 'Laptops',
  releaseYear: 2021,
  colors: { Black: '#1f2021' },
  shape: {
    ...gamingShape,
    width: 319.7,
    depth: 220,
    radius: 4,
    bezel: { side: 4.9, top: 8.5, chin: 20 },
    keyboard: { margin: 27, well: '#1e7a33', keys: '#101113', speakers: 'sides' },
    touchpad: { width: 131, height: 82 },
    hinge: 'bar',
    emblem: 'green-waves',
    thickness: { back: 16.8, front: 16 },
    ports: { left: ['barrel', 'usb-a', 'usb-c', 'audio'], right: ['lock', 'hdmi', 'usb-c', 'usb-a'] },
    wallpaperHue: 140,
  },
  about:
    'Milled from one block of aluminum and thinner than most office laptops, with a desktop-class Ryzen and a full-power graphics chip inside.',
  features: [
    '14-inch 144 Hz display',
    'GeForce RTX 3060 with 6 GB',
    'Per-key lighting',
    'Glass touchpad',
    'Windows Hello camera',
  ],
  specifications: {
    Display: '14 in IPS, 1920 x 1080, 144 Hz',
    Chip: 'AMD Ryzen 9 5900HX, GeForce RTX 3060',
    Memory: '16 GB DDR4',
    Storage: '1 TB SSD',
    Battery: '61.6 Wh',
    Ports: '2 x USB-C, 2 x USB-A, HDMI 2.1, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    Keyboard: 'US English, lit key by key',
    Dimensions: '319.7 x 220.0 x 16.8 mm',
    Weight: '1.78 kg',
    Released: 'June 2021',
    Software: 'Launched with Windows 10 Home; runs Windows 11 Home',
  },
  variants: [
    {
      configuration: '16 GB 1 TB',
      color: 'Black',
      launched: 1799,
      offers: {
        refurbished: {
          stock: 5,
          note: 'New battery without exception, because the old ones swell; vapour chamber repasted and every key light checked.',
        },
        good: {
          stock: 7,
          note: 'Fingerprints wipe off, the thin bright line on the front edge does not. The battery is new, the fans are original and quiet.',
        },
        fair: {
          stock: 2,
          note: 'Bare metal at two corners and a faint dark spot at the display’s edge. It has a new battery and a tested charger.',
        },
      },
    },
  ],
});
