import PoliciesScreen from '../../catalog/return-policies/admin/policies-screen.tsx';
import { ReturnSettingsSection } from '../../sales/returns/admin/return-settings-form.tsx';

/** Policies of returns, then their days, address and instructions. */
export default function ReturnsScreen() {
  return (
    <>
      <PoliciesScreen />
      <section className="mt-10 max-w-lg border-line border-t pt-8">
        <h2 className="mb-6 text-lg">Days and address</h2>
        <ReturnSettingsSection />
      </section>
    </>
  );
}
