/**
 * Product lines of a shop for used electronics, the best-known first; a generator derives models and products.
 */
export type ProductLine = { category: string; brand: string; words: string; price: number };

const lines: Record<string, [brand: string, words: string, price: number][]> = {
  Smartphones: [
    ['Apple', 'iPhone', 620],
    ['Samsung', 'Galaxy S', 480],
    ['Google', 'Pixel', 400],
    ['Samsung', 'Galaxy A', 210],
    ['OnePlus', 'Nord', 260],
    ['Xiaomi', 'Redmi Note', 160],
    ['Motorola', 'Moto G', 130],
    ['Sony', 'Xperia', 390],
    ['Nokia', 'XR', 150],
    ['Fairphone', 'Fairphone', 380],
  ],
  Laptops: [
    ['Apple', 'MacBook', 1100],
    ['Lenovo', 'ThinkPad X', 720],
    ['Dell', 'Latitude', 540],
    ['HP', 'EliteBook', 560],
    ['Dell', 'XPS', 910],
    ['Lenovo', 'IdeaPad', 380],
    ['ASUS', 'ZenBook', 640],
    ['Acer', 'Swift', 430],
    ['Microsoft', 'Surface Laptop', 690],
    ['Framework', 'Laptop', 880],
  ],
  Tablets: [
    ['Apple', 'iPad', 430],
    ['Samsung', 'Galaxy Tab', 320],
    ['Microsoft', 'Surface Go', 350],
    ['Lenovo', 'Tab P', 190],
    ['Amazon', 'Fire HD', 80],
  ],
  'Audio & Headphones': [
    ['Sony', 'WH Headphones', 190],
    ['Apple', 'AirPods', 150],
    ['Bose', 'QuietComfort', 210],
    ['Sennheiser', 'Momentum', 180],
    ['JBL', 'Charge', 90],
    ['Marshall', 'Emberton', 110],
    ['Jabra', 'Elite', 95],
  ],
  Smartwatches: [
    ['Apple', 'Watch Series', 260],
    ['Samsung', 'Galaxy Watch', 170],
    ['Garmin', 'Forerunner', 230],
    ['Fitbit', 'Versa', 90],
    ['Garmin', 'Fenix', 410],
  ],
  'Gaming Consoles': [
    ['Sony', 'PlayStation', 360],
    ['Nintendo', 'Switch', 220],
    ['Microsoft', 'Xbox', 310],
    ['Valve', 'Steam Deck', 370],
  ],
  Cameras: [
    ['Canon', 'EOS', 760],
    ['Sony', 'Alpha', 980],
    ['Nikon', 'Z', 890],
    ['Fujifilm', 'X-T', 820],
    ['GoPro', 'Hero', 210],
    ['Panasonic', 'Lumix', 640],
  ],
  Monitors: [
    ['Dell', 'UltraSharp', 260],
    ['LG', 'UltraFine', 340],
    ['Samsung', 'Odyssey', 310],
    ['BenQ', 'DesignVue', 290],
    ['HP', 'EliteDisplay', 140],
  ],
  'Computer Parts': [
    ['NVIDIA', 'GeForce RTX', 420],
    ['AMD', 'Radeon RX', 310],
    ['Intel', 'Core i', 180],
    ['AMD', 'Ryzen', 190],
    ['Corsair', 'Vengeance', 70],
    ['Western Digital', 'Black SN', 90],
  ],
  Networking: [
    ['Ubiquiti', 'UniFi', 120],
    ['TP-Link', 'Archer', 60],
    ['Netgear', 'Nighthawk', 110],
    ['AVM', 'FRITZ!Box', 130],
  ],
  Accessories: [
    ['Logitech', 'MX Master', 60],
    ['Anker', 'PowerCore', 35],
    ['Apple', 'Magic Keyboard', 80],
    ['Belkin', 'BoostCharge', 30],
    ['Wacom', 'Intuos', 110],
  ],
  'Smart Home': [
    ['Google', 'Nest Hub', 70],
    ['Amazon', 'Echo', 50],
    ['Philips', 'Hue', 60],
    ['Sonos', 'One', 140],
    ['Ring', 'Doorbell', 80],
  ],
};

/** One line of each category in rotation, so that every category has some of the best-known lines. */
export const productLines: ProductLine[] = Array.from({ length: 10 }, (_, turn) =>
  Object.entries(lines).flatMap(([category, of]) => {
    const line = of[turn];
    return line ? [{ category, brand: line[0], words: line[1], price: line[2] }] : [];
  }),
).flat();
