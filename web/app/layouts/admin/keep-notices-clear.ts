const buttons = ':is(a, button):is(.bg-primary-fill, .bg-bad-fill, .bg-good-fill)';
const gap = 8;

/**
 * Moves the notices down to the first place where they cover no primary button, also when a dialog opens or
 * the page scrolls below them. Returns a function that ends this.
 */
export function keepNoticesClear(): () => void {
  let frame = 0;
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(placeNotices);
  };
  const observer = new MutationObserver(schedule);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['open', 'class'],
  });
  const options = { capture: true, passive: true };
  const events = ['scroll', 'resize', 'transitionend'];
  for (const event of events) window.addEventListener(event, schedule, options);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    for (const event of events) window.removeEventListener(event, schedule, options);
    document.querySelector<HTMLElement>('.toasts')?.style.removeProperty('top');
  };
}

function placeNotices(): void {
  const area = document.querySelector<HTMLElement>('.toasts');
  if (!area?.querySelector('.toast')) return;
  // The area may be stretched; its child is as high as the notices.
  const notices = (area.firstElementChild as HTMLElement).getBoundingClientRect();
  // Buttons behind a modal dialog cannot be pressed.
  const scope = document.querySelector('dialog:modal') ? `dialog:modal ${buttons}` : buttons;
  const obstacles = [...document.querySelectorAll(scope)]
    .map((button) => button.getBoundingClientRect())
    .filter(({ width, left, right }) => width > 0 && left < notices.right + gap && right > notices.left - gap)
    .sort((a, b) => a.top - b.top);
  const start = window.innerWidth < 768 ? 56 : 16;
  let top = start;
  for (const button of obstacles) {
    if (button.top < top + notices.height + gap && button.bottom > top - gap) top = button.bottom + gap;
  }
  area.style.top = `${top + notices.height > window.innerHeight ? start : top}px`;
}
