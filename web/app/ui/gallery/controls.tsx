import { useState } from 'react';
import { Button, buttonClass } from '../button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../forms/checkbox.tsx';
import { QuantityStepper } from '../forms/quantity-stepper.tsx';
import { Select } from '../forms/select.tsx';
import { StarChoice } from '../forms/star-choice.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { IconButton } from '../icon-button.tsx';
import { Pencil, ShoppingBag, Trash2 } from '../icons/lucide.tsx';
import { Specimen } from './specimen.tsx';

const variants = ['primary', 'secondary', 'outline', 'ghost', 'danger', 'success'] as const;

export function Controls() {
  const [quantity, setQuantity] = useState(2);
  const [stars, setStars] = useState(4);
  return (
    <>
      <Specimen title="Buttons">
        {(['lg', 'md', 'sm'] as const).map((size) => (
          <div key={size} className="flex basis-full flex-wrap gap-3">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {size === 'md' && variant === 'primary' && (
                  <ShoppingBag className="size-4" aria-hidden="true" />
                )}
                {variant}
              </Button>
            ))}
          </div>
        ))}
        {variants.map((variant) => (
          <Button key={variant} variant={variant} loading>
            {variant}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <a href="#buttons" className={buttonClass({ variant: 'outline' })}>
          link as a button
        </a>
        <IconButton label="Edit">
          <Pencil className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton label="Delete" size="sm">
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      </Specimen>
      <Specimen title="Stars">
        <StarChoice label="Your stars" value={stars} onChange={setStars} />
        <StarChoice label="Your stars" value={0} onChange={setStars} error="Choose one to five stars" />
      </Specimen>
      <Specimen title="Fields">
        <div className="grid w-full gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <TextInput label="Email" type="email" required hint="For the receipt and the tracking number." />
          <TextInput label="ZIP code" defaultValue="9021" error="Enter a ZIP code of five digits." />
          <TextInput label="Order number" defaultValue="MJ-7KQ2X9" disabled />
          <Select label="Country" defaultValue="US">
            <option value="US">United States</option>
            <option value="CA">Canada</option>
            <option value="GB">United Kingdom</option>
          </Select>
          <Select label="Sort" error="Choose how to sort.">
            <option>Newest</option>
          </Select>
          <TextArea label="Description" placeholder="What a buyer should know" />
        </div>
        <div className="grid w-full gap-8 sm:grid-cols-3">
          <ChoiceGroup label="Condition">
            <Checkbox label="Like New" aside="12" defaultChecked />
            <Checkbox label="Good" aside="31" />
            <Checkbox label="Fair" aside="0" disabled />
          </ChoiceGroup>
          <ChoiceGroup label="Category">
            <Radio name="gallery-category" label="All categories" defaultChecked />
            <Radio name="gallery-category" label="Laptops" hint="MacBook, ThinkPad, Surface" />
          </ChoiceGroup>
          <Checkbox label="I accept the terms" error="Accept the terms to go on." />
        </div>
      </Specimen>
      <Specimen title="Quantity">
        <QuantityStepper label="Quantity" value={quantity} max={5} onChange={setQuantity} />
        <QuantityStepper label="Small quantity" size="sm" value={quantity} max={5} onChange={setQuantity} />
      </Specimen>
    </>
  );
}
