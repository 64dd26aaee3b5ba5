import type { LaptopShape } from '../../drawings/laptop.ts';
import { buildModel } from '../model.ts';

const slimShape: LaptopShape = {
  kind: 'laptop',
  width: 308,
  depth: 223,
  radius: 6,
  bezel: { side: 11, top: 8.5, chin: 9.5 },
  keyboard: { margin: 20, keys: '#c9cacd', slimTop: true },
  touchpad: { width: 115, height: 77 },
  hinge: 'bar',
  emblem: 'ring',
  thickness: { back: 14, front: 9.5 },
  ports: { left: ['usb-c'], right: ['usb-c'] },
  wallpaperHue: 205,
};

export const xps13 = buildModel({
  name: 'XPS 13 9315',
  brand: 'Dell',
  category: 'Laptops',
  releaseYear: 2022,
  colors: { Sky: '#b4c0cd', Umber: '#5d4440' },
  shape: (color) => ({
    ...slimShape,
    width: 295.4,
    depth: 199.4,
    radius: 7,
    bezel: { side: 3.5, top: 4.8, chin: 5 },
    keyboard: { margin: 10, keys: color === 'Sky' ? '#93a1b0' : '#3f2c29', gapless: true },
    touchpad: { width: 112, height: 65 },
    wallpaperHue: 200,
  }),
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
      color: 'Sky',
      launched: 999,
      offers: {
        refurbished: {
          stock: 9,
          note: 'Fresh thermal paste, quiet fan, new battery where capacity fell below 90%. The USB-C to headphone adapter is included.',
        },
        good: {
          stock: 6,
          note: 'A little shine on the space bar and a faint line on the lid; hinge and both ports are tight.',
        },
      },
    },
    {
      configuration: '16 GB 512 GB',
      color: 'Umber',
      launched: 1249,
      specifications: { Memory: '16 GB LPDDR5', Storage: '512 GB SSD' },
      offers: {
        excellent: {
          stock: 3,
          note: 'The dark red-brown finish, opened once for a demonstration. Both adapters and the 45 W charger are sealed.',
        },
        refurbished: {
          stock: 6,
          note: 'Memory that cannot be added later is already there. Fan replaced, lid repolished, battery at 92% or better.',
        },
        fair: {
          stock: 2,
          note: 'Two chips in the dark coating show bare aluminum at the front corners, and the touchpad is glossy. Battery at 80% or better.',
        },
      },
    },
  ],
});

export const surfaceLaptop5 = buildModel({
  name: 'Surface Laptop 5 13.5',
  brand: 'Microsoft',
  category: 'Laptops',
  releaseYear: 2022,
  colors: { Platinum: '#d2d3d5', Sage: '#a3b09f' },
  shape: (color) => ({
    ...slimShape,
    ...(color === 'Platinum' ? { deck: '#b9b9bc' } : {}),
    keyboard: {
      margin: 20,
      keys: color === 'Platinum' ? '#d6d7d9' : '#94a190',
      slimTop: true,
    },
    emblem: 'squares',
    thickness: { back: 14.5, front: 10 },
    ports: { left: ['usb-c', 'usb-a', 'audio'], right: ['surface'] },
    wallpaperHue: color === 'Platinum' ? 190 : 120,
  }),
  about:
    'A tall 3:2 touch display that shows a third more of a page than a wide one, above a keyboard that is quiet enough for lectures.',
  features: [
    '13.5-inch 3:2 touch display',
    'Windows Hello face sign-in',
    'Thunderbolt 4',
    'Magnetic Surface Connect charging',
  ],
  specifications: {
    Display: '13.5 in IPS touch, 2256 x 1504, 60 Hz',
    Chip: 'Intel Core i5-1235U',
    Memory: '8 GB LPDDR5x',
    Storage: '256 GB SSD',
    Battery: '47.4 Wh, up to 18 hours of typical use',
    Ports: 'Thunderbolt 4, USB-A, Surface Connect, headphones',
    Wireless: 'Wi-Fi 6, Bluetooth 5.1',
    Keyboard: 'US English, backlit',
    Dimensions: '308.0 x 223.0 x 14.5 mm',
    Weight: '1.27 kg',
    Released: 'October 2022',
    Software: 'Windows 11 Home',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Platinum',
      launched: 999,
      offers: {
        excellent: {
          stock: 4,
          note: 'Fabric palm rest without a shadow and the charger’s magnet still in film. Returned by a school that over-ordered.',
        },
        refurbished: {
          stock: 13,
          note: 'The fabric around the keys is cleaned by extraction and dried flat, the fan is dusted and the battery is at 90% or better.',
        },
        good: {
          stock: 10,
          note: 'Two gray shadows where wrists lay on the fabric, which is as clean as cloth of that age gets. The touch display is flawless.',
        },
        fair: {
          stock: 5,
          note: 'The fabric is worn at both front corners and darker in the middle. Keys, ports and the removable SSD pass every test.',
        },
      },
    },
    {
      configuration: '8 GB 512 GB',
      color: 'Sage',
      launched: 1299,
      specifications: { Storage: '512 GB SSD', Weight: '1.29 kg' },
      offers: {
        good: {
          stock: 3,
          note: 'The all-metal version in pale green, easier to keep clean than the fabric one. Some rub marks at the Surface Connect socket.',
        },
      },
    },
  ],
});

export const spectreX360 = buildModel({
  name: 'Spectre x360 14',
  brand: 'HP',
  category: 'Laptops',
  releaseYear: 2021,
  colors: { 'Nightfall Black': '#34312f', 'Poseidon Blue': '#22385c' },
  shape: (color) => ({
    ...slimShape,
    width: 298.4,
    depth: 220.2,
    radius: 3,
    bezel: { side: 6.5, top: 6.5, chin: 8.5 },
    keyboard: {
      margin: 9,
      keys: color === 'Poseidon Blue' ? '#18294a' : '#24211f',
      speakers: 'above',
      slimTop: true,
    },
    touchpad: { width: 115, height: 72 },
    hinge: 'pair',
    cutCorners: color === 'Poseidon Blue' ? '#d3bd86' : '#b78358',
    emblem: 'slashes',
    thickness: { back: 16.9, front: 15.6 },
    ports: { left: ['audio', 'usb-a'], right: ['usb-c', 'usb-c', 'microsd'] },
    wallpaperHue: color === 'Poseidon Blue' ? 240 : 45,
  }),
  about:
    'Folds all the way round into a tablet, and looks like jewellery while it does. The display is tall, the pen comes with it.',
  features: [
    '360-degree hinge',
    '13.5-inch 3:2 touch display',
    'Pen included',
    'Two Thunderbolt 4 ports',
    'Camera shutter on a key',
  ],
  specifications: {
    Display: '13.5 in IPS touch, 1920 x 1280, 60 Hz',
    Chip: 'Intel Core i5-1135G7',
    Memory: '8 GB LPDDR4x',
    Storage: '256 GB SSD',
    Battery: '66 Wh',
    Ports: '2 x Thunderbolt 4, USB-A, microSD, headphones',
    Wireless: 'Wi-Fi 6, Bluetooth 5.0',
    Keyboard: 'US English, backlit',
    Dimensions: '298.4 x 220.2 x 16.9 mm',
    Weight: '1.34 kg',
    Released: 'January 2021',
    Software: 'Launched with Windows 10 Home; runs Windows 11 Home',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Nightfall Black',
      launched: 1199,
      offers: {
        refurbished: {
          stock: 8,
          note: 'Hinges tested through two hundred turns and reset to hold at every angle, pen with a new nib, battery at 90% or better.',
        },
        good: {
          stock: 7,
          note: 'The copper-colored edges have a few bright spots where a sleeve rubbed. Touch and pen respond over the whole surface.',
        },
        fair: {
          stock: 1,
          note: 'One cut corner is blunt from a fall and the black is thin along the front. The hinge holds, the display has no mark.',
        },
      },
    },
    {
      configuration: '16 GB 512 GB',
      color: 'Poseidon Blue',
      launched: 1399,
      specifications: { Chip: 'Intel Core i7-1165G7', Memory: '16 GB LPDDR4x', Storage: '512 GB SSD' },
      offers: {
        excellent: {
          stock: 2,
          note: 'Deep blue with brass-colored edges, shown in a window and never sold. Pen, sleeve and charger are unused.',
        },
        good: {
          stock: 4,
          note: 'The faster i7 with double the memory. Fine lines inside the lid from the keys, and a touchpad that looks new.',
        },
      },
    },
  ],
});

export const framework13 = buildModel({
  name: 'Framework Laptop 13 Ryzen 7040',
  brand: 'Framework',
  category: 'Laptops',
  releaseYear: 2023,
  colors: { Silver: '#c3c5c8' },
  shape: {
    ...slimShape,
    width: 296.6,
    depth: 229,
    radius: 8,
    bezel: { side: 5.6, top: 9, chin: 13.5 },
    keyboard: { margin: 12, keys: '#1b1c1f' },
    touchpad: { width: 115, height: 77 },
    emblem: 'gear',
    thickness: { back: 15.85, front: 14.6 },
    ports: { left: ['usb-c', 'usb-a', 'audio'], right: ['usb-c', 'hdmi'] },
    wallpaperHue: 150,
  },
  about:
    'The laptop made to be refurbished: every part has a number and a price, and the ports are cards that you slide in as you need them.',
  features: [
    'Four exchangeable ports',
    '13.5-inch 3:2 matte display',
    'Memory, SSD and battery replaceable',
    'Switches that cut camera and microphones',
    'Screwdriver included',
  ],
  specifications: {
    Display: '13.5 in IPS, 2256 x 1504, 60 Hz',
    Chip: 'AMD Ryzen 5 7640U',
    Memory: '8 GB DDR5, two slots',
    Storage: '256 GB SSD',
    Battery: '55 Wh',
    Ports: '4 expansion cards: 2 x USB-C, USB-A, HDMI; headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    Keyboard: 'US English, backlit',
    Dimensions: '296.6 x 229.0 x 15.85 mm',
    Weight: '1.3 kg',
    Released: 'September 2023',
    Software: 'Windows 11 Home; Linux supported by the maker',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Silver',
      launched: 1049,
      offers: {
        excellent: {
          stock: 3,
          note: 'Assembled, tried and returned; screws untouched, four cards in their bags.',
        },
        refurbished: {
          stock: 10,
          featured: true,
          note: 'We replaced what measured below new: usually the battery and the hinge set. The sheet in the box lists the part numbers.',
        },
        good: {
          stock: 5,
          note: 'Scratches on the bottom cover, which costs little to change yourself. Hinges are the stiffer second version.',
        },
      },
    },
    {
      configuration: '32 GB 1 TB',
      color: 'Silver',
      launched: 1409,
      specifications: { Memory: '32 GB DDR5, two slots', Storage: '1 TB SSD' },
      offers: {
        refurbished: {
          stock: 2,
          note: 'Filled by us with two 16 GB modules and a new terabyte drive, tested for a night with memory patterns.',
        },
      },
    },
  ],
});

export const chromebookSpin713 = buildModel({
  name: 'Chromebook Spin 713',
  brand: 'Acer',
  category: 'Laptops',
  releaseYear: 2021,
  colors: { 'Steel Gray': '#8f9399' },
  shape: {
    ...slimShape,
    width: 300.6,
    depth: 235,
    radius: 7,
    bezel: { side: 7.6, top: 9.5, chin: 19 },
    keyboard: { margin: 17, keys: '#2a2c30', slimTop: true },
    touchpad: { width: 106, height: 77 },
    hinge: 'pair',
    emblem: 'word',
    thickness: { back: 16.9, front: 16 },
    ports: { left: ['usb-c', 'hdmi', 'usb-a', 'audio'], right: ['usb-c', 'microsd', 'lock'] },
    wallpaperHue: 175,
  },
  about:
    'A Chromebook with a laptop’s processor: forty tabs, Android apps and video calls at once, on a display that turns over for drawing.',
  features: [
    '360-degree hinge',
    '13.5-inch 3:2 touch display',
    'Two Thunderbolt 4 ports',
    'HDMI built in',
    'Starts in seconds',
  ],
  specifications: {
    Display: '13.5 in IPS touch, 2256 x 1504, 60 Hz',
    Chip: 'Intel Core i5-1135G7',
    Memory: '8 GB LPDDR4x',
    Storage: '256 GB SSD',
    Battery: '48 Wh, up to 10 hours',
    Ports: '2 x Thunderbolt 4, USB-A, HDMI, microSD, headphones',
    Wireless: 'Wi-Fi 6, Bluetooth 5.0',
    Keyboard: 'US English, backlit',
    Dimensions: '300.6 x 235.0 x 16.9 mm',
    Weight: '1.45 kg',
    Released: 'May 2021',
    Software: 'ChromeOS with Android and Linux apps',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Steel Gray',
      launched: 699,
      offers: {
        refurbished: {
          stock: 17,
          note: 'Released from its school’s management, reset, and given a new battery where the old one fell below 90%.',
        },
        good: {
          stock: 12,
          note: 'A few scratches on the lid and bright edges at the hinge. Touch works from corner to corner.',
        },
        fair: {
          stock: 0,
          note: 'An engraved number on the bottom and worn lettering on the arrow keys. The battery lasts six hours or more.',
        },
      },
    },
  ],
});
