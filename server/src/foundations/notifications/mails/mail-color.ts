const minContrast = 4.5;

/** Returns the color, darkened until white text on it reaches a contrast of 4.5 (WCAG AA). */
export function readableUnderWhite(hex: string): string {
  const channels = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  for (let share = 1; share > 0; share -= 0.02) {
    const shade = channels.map((channel) => Math.round(channel * share));
    if (contrastWithWhite(shade) >= minContrast) return toHex(shade);
  }
  return '#000000';
}

function contrastWithWhite(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear);
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toHex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
