import { cents } from '@reprise/contract/money';
import { Badge } from '../badge.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { Card } from '../card.tsx';
import { DataTable } from '../data-table.tsx';
import { IconButton } from '../icon-button.tsx';
import { Package, Pencil } from '../icons/lucide.tsx';
import { Pagination } from '../pagination.tsx';
import { LargePrice, Price } from '../price.tsx';
import { Rating } from '../rating.tsx';
import { StatCard } from '../stat-card.tsx';
import { StatusDot } from '../status-dot.tsx';
import { Tabs } from '../tabs.tsx';
import { Specimen } from './specimen.tsx';

const rows = [
  ['MJ-7KQ2X9', 'Grace Hopper', 'New York, 10001', 'delivered', 'good', '$1,299.00'],
  ['MJ-4TPL8M', 'Ada Lovelace', 'London, NW1', 'shipped', 'primary', '$429.00'],
  ['MJ-9WCH3B', 'Alan Turing', 'Toronto, M5V', 'pending', 'warn', '$88.50'],
  ['MJ-2RDF6N', 'Edsger Dijkstra', 'Austin, 78701', 'cancelled', 'bad', '$214.91'],
] as const;

export function Figures() {
  return (
    <>
      <Specimen title="Prices and stars">
        <Price of={{ price: cents(42900), originalPrice: cents(69900), newPriceDate: '2021-09' }} />
        <Price of={{ price: cents(42900), originalPrice: cents(69900), formerPrice: cents(47900) }} />
        <Price of={{ price: cents(42900), originalPrice: null }} from />
        <Price of={{ price: cents(8850), originalPrice: null }} isSmall />
        <LargePrice of={{ price: cents(129999), originalPrice: cents(169900), newPriceDate: 'today' }} />
        <Rating value={4.3} count={12} />
        <Rating value={5} />
        <Rating value={0} count={0} />
      </Specimen>
      <Specimen title="Badges and states">
        {(['neutral', 'primary', 'accent', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {(['neutral', 'primary', 'good', 'warn', 'bad'] as const).map((tone) => (
          <StatusDot key={tone} tone={tone}>
            {tone}
          </StatusDot>
        ))}
      </Specimen>
      <Specimen title="Ways">
        <div className="grid w-full gap-6">
          <Breadcrumb
            steps={[
              { label: 'Home', to: '/' },
              { label: 'Laptops', to: '/products' },
              { label: 'MacBook Air M2' },
            ]}
          />
          <Pagination page={5} pages={9} hrefFor={(page) => `?page=${page}`} />
          <Tabs
            label="Product details"
            tabs={[
              { id: 'description', label: 'Description', content: 'A light laptop with a fanless body.' },
              { id: 'specifications', label: 'Specifications', content: '8 GB, 256 GB, 13.6 inch.' },
              { id: 'reviews', label: 'Reviews', content: 'Twelve people said what they think.' },
            ]}
          />
        </div>
      </Specimen>
      <Specimen title="Back office">
        <dl className="grid w-full grid-cols-2 gap-3 lg:grid-cols-4">
          <StatCard label="Total products" value="128" Icon={Package} />
          <StatCard label="In stock" value="112" hint="16 sold out" />
          <StatCard label="Revenue, 30 days" value="$41,209.40" hint="12 % above the 30 days before" />
          <StatCard label="Low stock" value="7" />
        </dl>
        <div className="w-full">
          <OrdersTable />
        </div>
        <Card title="Recent orders" action={<Badge>5</Badge>} className="w-full max-w-md">
          Content of a card.
        </Card>
      </Specimen>
    </>
  );
}

function OrdersTable() {
  return (
    <DataTable caption="Orders">
      <thead>
        <tr>
          {['Order', 'Customer', 'Place', 'Status'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" className="number">
            Total
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([number, name, place, status, tone, total]) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            <td>{name}</td>
            <td>{place}</td>
            <td>
              <StatusDot tone={tone}>{status}</StatusDot>
            </td>
            <td className="number">{total}</td>
            <td className="number">
              <IconButton label={`Edit ${number}`} size="sm">
                <Pencil className="size-4" aria-hidden="true" />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
