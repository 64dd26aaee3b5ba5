import type { BrowserContext } from '@playwright/test';

/** Source of the fake stripe.js: the calls the shop makes, a payment form and a 3-D Secure dialog. */
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
      const names = { paypal: 'PayPal at Stripe', klarna: 'Klarna at Stripe' };
      const labels = {};
      const fit = () => {
        for (const [type, label] of Object.entries(labels)) {
          label.hidden = !options.allowedPaymentMethodTypes.includes(type);
          if (label.hidden) label.box.checked = false;
        }
      };
      const redirect = () => Object.keys(labels).find((type) => labels[type].box.checked);
      const element = {
        on: (name, act) => { if (name === 'ready') setTimeout(act); return element; },
        mount: (place) => {
          const label = add(place, 'label', {}, 'Card number at Stripe');
          input = add(label, 'input', { inputmode: 'numeric', autocomplete: 'cc-number', class: 'control' });
          for (const [type, name] of Object.entries(names)) {
            const label = labels[type] = add(place, 'label', {});
            label.box = add(label, 'input', { type: 'checkbox' });
            label.append(name);
          }
          fit();
        },
        destroy: () => {},
      };
      return {
        create: () => element,
        getElement: () => element,
        update: async (changes) => { Object.assign(options, changes); fit(); },
        submit: async () => {
          if (redirect()) return { selectedPaymentMethod: redirect() };
          if (input && input.value) return { selectedPaymentMethod: 'card' };
          return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
        },
        chosen: () => (redirect() ? { redirect: redirect() } : { card: input.value }),
        types: () => options.allowedPaymentMethodTypes.join(),
        amount: () => options.amount,
      };
    },
    confirmPayment: async ({ elements, clientSecret, redirect, confirmParams }) => {
      if (redirect !== 'if_required') throw new Error('IntegrationError');
      const id = clientSecret.split('_secret_')[0];
      const { return_url } = confirmParams;
      const shown = { shows: elements.types(), return_url, client_secret: clientSecret };
      let answer = await ask(key, id, 'confirm', { ...elements.chosen(), ...shown });
      if (answer.return_url) {
        const { redirect } = elements.chosen();
        location.href = 'https://pm-redirects.stripe.com/' + redirect + '/' + id + '#' + encodeURIComponent(JSON.stringify({ key, return_url, clientSecret, redirect }));
        return await new Promise(() => {});
      }
      if (answer.status === 'requires_action') {
        answer = await ask(key, id, 'challenge', { passed: String(await question()), client_secret: clientSecret });
        if (answer.status !== 'succeeded') return { error: { type: 'card_error', message: answer.last_payment_error.message } };
      }
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    },
  }), { version: 'endive' });
})();
`;

/** Approval page of PayPal or Klarna. It redirects to the return URL with the query parameters Stripe adds. */
const approvalPage = (name: string) => `<!doctype html><title>${name}</title><h1>${name}</h1>
<button>Approve</button><button>Cancel</button><button>Wait</button>
<script>
  const { key, return_url, clientSecret, redirect } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const id = clientSecret.split('_secret_')[0];
  const hows = { Approve: ['approve', 'succeeded'], Cancel: ['cancel', 'failed'], Wait: ['processing', 'pending'] };
  for (const button of document.querySelectorAll('button')) button.onclick = async () => {
    const [how, redirect_status] = hows[button.textContent];
    await fetch('https://api.stripe.com/v1/payment_intents/' + id + '/leave', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ how, redirect }),
    });
    const back = new URL(return_url);
    const words = { payment_intent: id, payment_intent_client_secret: clientSecret, redirect_status };
    for (const [name, value] of Object.entries(words)) back.searchParams.set(name, value);
    location.href = back.href;
  };
</script>`;

/** Routes requests for Stripe's script and the pages of PayPal and Klarna to the fake. */
export async function serveFakeStripe(context: BrowserContext, fakeUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await context.route('https://pm-redirects.stripe.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: approvalPage(route.request().url().includes('/klarna/') ? 'Klarna' : 'PayPal'),
    }),
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
