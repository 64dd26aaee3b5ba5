export const meta = () => [{ title: 'Reprise' }];
export default function HomePage() {
  return <h1>Reprise</h1>;
}
