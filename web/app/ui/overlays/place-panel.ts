const gap = 4;
const edge = 8;

/** Places the panel below its button, or above it where the window ends, and inside the window. */
export function placePanel(panel: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = bottom + gap;
  const fitsBelow = below + height <= window.innerHeight - edge;
  panel.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`;
  panel.style.top = `${fitsBelow ? below : Math.max(edge, top - gap - height)}px`;
}
