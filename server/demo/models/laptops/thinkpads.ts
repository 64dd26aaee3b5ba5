import type { LaptopShape } from '../../drawings/laptop.ts';
import { buildModel } from '../model.ts';

const thinkpadShape: LaptopShape = {
  kind: 'laptop',
  width: 336.6,
  depth: 232.5,
  radius: 5,
  bezel: { side: 13, top: 14, chin: 27 },
  keyboard: { margin: 25, keys: '#121315', trackpoint: true },
  touchpad: { width: 100, height: 56 },
  hinge: 'pair',
  emblem: 'red-dot',
  thickness: { back: 20, front: 18.6 },
  ports: {
    left: ['usb-c', 'usb-c', 'vent'],
    right: ['lock', 'ethernet', 'hdmi', 'usb-a', 'usb-a', 'sd', 'audio'],
  },
  wallpaperHue: 12,
};

export const thinkpadT480 = buildModel({
  name: 'ThinkPad T480',
  brand: 'Lenovo',
  category: 'Laptops',
  releaseYear: 2018,
  colors: { Black: '#2b2b2d' },
  shape: thinkpadShape,
  about:
    'The last ThinkPad of its line with a battery you can swap while it runs. Memory, drive and battery all change with one screwdriver.',
  features: [
    'Second battery clicks off at the back',
    'Two memory slots',
    'TrackPoint and deep keys',
    'Ethernet, HDMI and SD built in',
    'Runs Windows 11 and Linux',
  ],
  specifications: {
    Display: '14 in IPS, 1920 x 1080, 60 Hz',
    Chip: 'Intel Core i5-8250U',
    Memory: '8 GB DDR4, two slots',
    Storage: '256 GB SSD',
    Battery: '24 Wh built in, 24 Wh removable',
    Ports: 'Thunderbolt 3, USB-C, 2 x USB-A, HDMI, Ethernet, SD, headphones',
    Wireless: 'Wi-Fi 5, Bluetooth 4.1',
    Keyboard: 'US English, backlit',
    Dimensions: '336.6 x 232.5 x 20.0 mm',
    Weight: '1.58 kg',
    Released: 'January 2018',
    Software: 'Launched with Windows 10 Pro; runs Windows 11 Pro',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Black',
      launched: 1129,
      offers: {
        refurbished: {
          stock: 36,
          note: 'Both batteries new, hinge screws tightened, heat paste renewed and the Thunderbolt firmware brought to the version that keeps the port alive.',
        },
        good: {
          stock: 18,
          note: 'Shiny keys and a light ring on the palm rest. Both batteries hold 80% or more, and the drive has 95% of its life left.',
        },
        fair: {
          stock: 9,
          note: 'Scuffed corners and a lid that carries the trace of an inventory tag. The removable battery is new, the built-in one holds 80% or more.',
        },
      },
    },
    {
      configuration: '16 GB 512 GB',
      color: 'Black',
      launched: 1449,
      specifications: { Memory: '16 GB DDR4, two slots', Storage: '512 GB SSD' },
      offers: {
        refurbished: {
          stock: 14,
          note: 'Fitted by us with two matched 8 GB modules and a new NVMe drive, then run overnight under full load.',
        },
        good: {
          stock: 0,
          note: 'Upgraded to 16 GB and a half-terabyte drive with light use. One rubber foot is newer than the rest.',
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
  colors: { Black: '#28292b' },
  shape: {
    ...thinkpadShape,
    width: 315.6,
    depth: 222.5,
    bezel: { side: 4.5, top: 7, chin: 9 },
    keyboard: { margin: 20, keys: '#101112', trackpoint: true, speakers: 'sides' },
    touchpad: { width: 110, height: 52 },
    thickness: { back: 15.4, front: 13.6 },
    ports: { left: ['usb-c', 'usb-c', 'usb-a', 'hdmi'], right: ['lock', 'vent', 'usb-a', 'audio'] },
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
      color: 'Black',
      launched: 1639,
      offers: {
        excellent: {
          stock: 2,
          note: 'Spare machines that never left the cupboard of an office: under 10 charge cycles, coating unmarked, warranty sticker intact.',
        },
        refurbished: {
          stock: 21,
          note: 'From one company fleet: BIOS unlocked, management removed, new TrackPoint cap, battery at 90% or better.',
        },
        good: {
          stock: 13,
          note: 'Palm rest slightly glossy and a sticker shadow on the lid. Firmware passwords cleared and keyboard tested key by key.',
        },
        fair: {
          stock: 0,
          note: 'The soft coating is worn through at the front edge and two rubber feet are replacements. Battery holds at least 80%.',
        },
      },
    },
  ],
});
