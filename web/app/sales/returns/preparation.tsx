const usual = [
  'Save your photos and files elsewhere: we erase every device.',
  'Sign out of your accounts (iCloud, Google, Samsung, Microsoft) and remove the device from them. We cannot refund a device that is locked to an account.',
  'Take out SIM and memory cards, and delete an eSIM.',
  'Reset it to its factory settings, if it still turns on.',
  'Put in everything that came with it: cables, charger, box.',
];

/** Steps before a device is sent, in the words of the store if it has its own; data and locks most often delay a refund. */
export function Preparation({ instructions }: { instructions: string }) {
  const own = instructions.split('\n').filter((step) => step.trim() !== '');
  const steps = own.length > 0 ? own : usual;
  return (
    <section className="text-sm [&_li]:pl-1 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:pl-5">
      <h2 className="mb-2 font-semibold text-base">Before you send a device</h2>
      <ol>
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
