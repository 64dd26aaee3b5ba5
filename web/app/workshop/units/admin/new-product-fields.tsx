import { type Condition, conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { newProduct } from '@reprise/contract/catalog/products/product';
import { readAmount } from '@reprise/contract/typed-number';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { NewCategory } from '../../../catalog/products/admin/new-category.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';

/** Value of the choice between products that adds one. */
export const newProductChoice = 'new';

type NewProduct = ReturnType<typeof useNewProduct>;

/** Product that sells the model of a device, made of model, condition and price. */
export function useNewProduct(unit: Unit | undefined) {
  const [condition, setCondition] = useState<Condition>(unit?.grade?.condition ?? 'good');
  const [price, setPrice] = useState('');
  const [chosen, setCategory] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  // A retry goes on with the product that an earlier press added.
  const added = useRef<string>(undefined);
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const ofModel = categories.data?.find(({ name }) => name === unit?.model.category)?.id;
  const category = chosen || (ofModel ?? '');
  const amount = readAmount(price);
  const save = async () => {
    const { name = '', brand = '', key: modelKey } = unit?.model ?? {};
    const wire = { name, brand, modelKey, condition, category, price: amount, stockCount: 0 };
    if (!added.current) {
      const answer = await api.createProduct({ body: newProduct.parse(wire) }, { idempotencyKey: key });
      added.current = answer.product.id;
    }
    await api.setTracking({ params: { id: added.current }, body: { tracking: 'serial' } });
    return added.current;
  };
  return {
    condition,
    setCondition,
    price,
    setPrice,
    category,
    setCategory,
    categories: categories.data,
    isComplete: typeof amount === 'number' && amount > 0 && category !== '',
    save,
  };
}

export function NewProductFields({ product }: { product: NewProduct }) {
  const { condition, price, category, categories } = product;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Condition"
        value={condition}
        options={conditionLabels}
        onChange={({ target }) => product.setCondition(target.value as Condition)}
      />
      <MoneyInput
        label="Price"
        required
        value={price}
        onChange={({ target }) => product.setPrice(target.value)}
      />
      {categories?.length === 0 ? (
        <div className="sm:col-span-2">
          <NewCategory onAdded={product.setCategory} onCancel={undefined} />
        </div>
      ) : (
        <Select
          label="Category"
          required
          fieldClassName="sm:col-span-2"
          value={category}
          options={categories?.map(({ id, name }) => [id, name])}
          onChange={({ target }) => product.setCategory(target.value)}
        >
          <option value="">Select a category</option>
        </Select>
      )}
      <p className="text-ink-muted text-sm sm:col-span-2">
        The product is tracked by device. Add its description and images under Products later.
      </p>
    </div>
  );
}
