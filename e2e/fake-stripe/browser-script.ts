import type { BrowserContext } from '@playwright/test';

/** What the page loads as Stripe's script: the few calls the shop makes, with a form of its own and the bank's question. */
const script = `
(() => {
  const api = 'https://api.stripe.com/v1/payment_intents/';
  const add = (parent, tag, attributes, text) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    parent.append(element);
    return element;
  };
  const ask = async (key, id, call, fields) => {
    const answer = await fetch(api + id + '/' + call, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
    return await answer.json();
  };
  const question = () => new Promise((resolve) => {
    const dialog = add(document.body, 'dialog', { 'aria-label': 'Stripe asks for your bank' });
    for (const [label, passed] of [['Complete', true], ['Fail', false]]) {
      add(dialog, 'button', { type: 'button' }, label).onclick = () => { dialog.remove(); resolve(passed); };
    }
    dialog.showModal();
  });
  window.Stripe = Object.assign((key) => ({
    elements: (options) => {
      if (options.paymentMethodTypes) throw new Error('paymentMethodTypes is no longer supported');
      if (options.mode !== 'payment' || !(options.amount > 0)) throw new Error('IntegrationError');
      let input;
      const element = {
        on: (name, act) => { if (name === 'ready') setTimeout(act); return element; },
        mount: (place) => {
          const label = add(place, 'label', {}, 'Card number at Stripe');
          input = add(label, 'input', { inputmode: 'numeric', autocomplete: 'cc-number', class: 'control' });
        },
        destroy: () => {},
      };
      return {
        create: () => element,
        getElement: () => element,
        update: (changes) => Object.assign(options, changes),
        submit: async () => (input && input.value ? {} : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }),
        card: () => input.value,
        amount: () => options.amount,
      };
    },
    confirmPayment: async ({ elements, clientSecret, redirect }) => {
      if (redirect !== 'if_required') throw new Error('IntegrationError');
      const id = clientSecret.split('_secret_')[0];
      let answer = await ask(key, id, 'confirm', { card: elements.card(), client_secret: clientSecret });
      if (answer.status === 'requires_action') {
        answer = await ask(key, id, 'challenge', { passed: String(await question()), client_secret: clientSecret });
        if (answer.status !== 'succeeded') return { error: { type: 'card_error', message: answer.last_payment_error.message } };
      }
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    },
  }), { version: 'endive' });
})();
`;

/** Lets the pages of this context find the fake where they look for Stripe. */
export async function serveFakeStripe(context: BrowserContext, fakeUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
    };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    const answer = await route.fetch({ url: fakeUrl + pathname });
    await route.fulfill({ response: answer, headers: { ...answer.headers(), ...cors } });
  });
}
