// Builds elements from text, never from markup: names and descriptions of products are data.

/** `make('a', { href: '#/' }, 'Home')`; properties that begin with "on" are listeners. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Amounts in JSON are dollars. */
export const price = (amount) => dollars.format(amount);

const conditions = {
  excellent: 'Like New',
  good: 'Good',
  fair: 'Fair',
  refurbished: 'Certified Refurbished',
};
export const conditionOf = ({ condition }) => conditions[condition] ?? condition;

/** A labelled field of a form. */
export function field(label, name, properties = {}) {
  return make('label', {}, label, make('input', { name, required: true, ...properties }));
}

/** A form whose button waits for its work, and which shows what went wrong. */
export function form(fields, action, submit) {
  const error = make('p', { class: 'error', role: 'alert' });
  const button = make('button', {}, action);
  const element = make(
    'form',
    {
      onsubmit: async (event) => {
        event.preventDefault();
        error.textContent = '';
        button.disabled = true;
        try {
          await submit(Object.fromEntries(new FormData(element)));
        } catch (problem) {
          error.textContent = problem.message;
        } finally {
          button.disabled = false;
        }
      },
    },
    fields,
    error,
    button,
  );
  return element;
}

export function totals(figures) {
  const rows = [
    ['Subtotal', figures.subtotal],
    ['Discount', figures.discount],
    ['Shipping', figures.shipping],
    ['Tax', figures.tax],
    ['Total', figures.total],
  ].filter(([name, amount]) => name !== 'Discount' || amount > 0);
  return make(
    'dl',
    { class: 'totals' },
    rows.flatMap(([name, amount]) => [make('dt', {}, name), make('dd', {}, price(amount))]),
  );
}
