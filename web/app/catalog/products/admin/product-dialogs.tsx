import { completeDraft, editedDraft, newDraft } from '@reprise/contract/catalog/products/drafts';
import { type ConditionOffer, editedProduct, newProduct } from '@reprise/contract/catalog/products/product';
import type { AdminProduct, ListedSale } from '@reprise/contract/catalog/products/products-admin';
import { formatMoney } from '@reprise/contract/money';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadedDialog } from '../../../admin-ui/forms/loaded-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useConditionConfirmation } from './condition-confirmation.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { ProductForm, type SaveAction } from './product-form.tsx';
import {
  newProductValues,
  type ProductFormValues,
  valuesOfProduct,
  valuesOfSibling,
  wireOfProduct,
} from './product-form-values.ts';
import { ProductLinks, Siblings } from './product-siblings.tsx';

type AddProductDialogProps = {
  /** "product" for a blank form, or the id of a product to copy. */
  adding: string;
  onClose: () => void;
};

export function AddProductDialog({ adding, onClose }: AddProductDialogProps) {
  const title = 'Add New Product';
  if (adding === 'product') {
    return (
      <Modal open onClose={onClose} title={title} size="lg">
        <AddProducts onClose={onClose} />
      </Modal>
    );
  }
  return (
    <LoadedDialog {...loadedProduct(adding)} title={title} onClose={onClose}>
      {({ product, siblings }) => (
        <AddProduct
          defaultValues={valuesOfSibling(
            product,
            [product, ...siblings].map(({ condition }) => condition),
          )}
          sibling={product}
          ladder={siblings}
          onClose={onClose}
        />
      )}
    </LoadedDialog>
  );
}

/** Adds products one after the other; the next one starts with what products of a delivery share. */
function AddProducts({ onClose }: { onClose: () => void }) {
  const [{ defaultValues, number }, setNext] = useState({ defaultValues: newProductValues, number: 1 });
  const startNext = ({ brand, category, condition, origin }: ProductFormValues) =>
    setNext({
      defaultValues: { ...newProductValues, brand, category, condition, origin },
      number: number + 1,
    });
  return <AddProduct key={number} defaultValues={defaultValues} onClose={onClose} onNext={startNext} />;
}

type AddProductProps = {
  defaultValues: ProductFormValues;
  /** Product that the form copies, and the existing conditions of its model. */
  sibling?: AdminProduct;
  ladder?: ConditionOffer[];
  onClose: () => void;
  /** Starts the next product after this one was saved. */
  onNext?: (saved: ProductFormValues) => void;
};

function AddProduct({ defaultValues, sibling, ladder = [], onClose, onNext }: AddProductProps) {
  const queries = useQueryClient();
  // One key for the form, so that a retry after a lost response cannot add a second product.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const saving = useMutation({
    mutationFn: ({ values, isDraft }: { values: ProductFormValues; isDraft: boolean }) => {
      const wire = wireOfProduct(values);
      const model = sibling && { siblingOf: sibling.id };
      return isDraft
        ? api.createDraft({ body: { ...newDraft.parse(wire), ...model } }, { idempotencyKey })
        : api.createProduct({ body: { ...newProduct.parse(wire), ...model } }, { idempotencyKey });
    },
    onSuccess: (_, { isDraft }) => {
      notify('success', isDraft ? draftSaved : 'Product added successfully!');
      void queries.invalidateQueries();
    },
  });
  const addProduct = (values: ProductFormValues) => saving.mutateAsync({ values, isDraft: false });
  const whole = { schema: newProduct, needs: 'all fields' } as const;
  const saveDraft = (values: ProductFormValues) =>
    saving.mutateAsync({ values, isDraft: true }).then(onClose);
  const others: SaveAction[] = [
    { label: 'Save as draft', schema: newDraft, needs: 'a name', save: saveDraft },
  ];
  if (onNext) {
    const save = (values: ProductFormValues) => addProduct(values).then(() => onNext(values));
    others.push({ label: 'Save and add another', ...whole, save });
  }
  return (
    <ProductForm
      defaultValues={defaultValues}
      submit={{ label: 'Add Product', ...whole, save: (values) => addProduct(values).then(onClose) }}
      others={others}
      failure={saving.error && addFailure(saving.error)}
      onCancel={onClose}
      published={{ product: null, ladder }}
      {...(sibling && {
        introduction: (
          <p className="mb-5 rounded-control bg-sunken px-3 py-2 text-sm">
            A copy of <b>{sibling.name}</b> in another condition. Both appear in one price ladder. Check
            price, stock and images.
          </p>
        ),
      })}
    />
  );
}

const draftSaved = 'Draft saved. Find it in the list under “Drafts”.';

function addFailure(error: unknown): string {
  if (problemCodeOf(error) === 'IDEMPOTENCY_KEY_REUSED')
    return 'This product was already added, as you first sent it. Close this form and edit it in the list.';
  return messageOf(error, 'Failed to add product');
}

type EditProductDialogProps = {
  productId: string;
  onClose: () => void;
  onDuplicate: (productId: string) => void;
  onStock: (productId: string) => void;
};

export function EditProductDialog({ productId, onClose, onDuplicate, onStock }: EditProductDialogProps) {
  return (
    <LoadedDialog {...loadedProduct(productId)} title="Edit Product" onClose={onClose}>
      {({ product, sale, siblings }, reload) => (
        <EditProduct
          key={product.version}
          product={product}
          sale={sale}
          siblings={siblings}
          onReload={reload}
          onClose={onClose}
          onDuplicate={() => onDuplicate(product.id)}
          onStock={() => onStock(product.id)}
        />
      )}
    </LoadedDialog>
  );
}

/** Loads the product fresh, because the save is checked against its stock and version. */
const loadedProduct = (id: string) =>
  ({
    query: {
      queryKey: ['product-form', id],
      queryFn: () => api.getAdminProduct({ params: { id } }),
    },
    failed: 'This product could not be loaded',
    skeleton: 'h-[60vh]',
    size: 'lg',
  }) as const;

type EditProductProps = {
  product: AdminProduct;
  sale: ListedSale | null;
  siblings: ConditionOffer[];
  onReload: () => void;
  onClose: () => void;
  onDuplicate: () => void;
  onStock: () => void;
};

type EditKind = 'save' | 'draft' | 'publish';
type Edit = { kind: EditKind; values: ProductFormValues; version: number };

const editNotices: Record<EditKind, string> = {
  save: 'Product updated successfully!',
  draft: draftSaved,
  publish: 'Product published. It is in the store now.',
};

function useSaveProduct({ id, stockCount: stockBase }: AdminProduct, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, values, version }: Edit) => {
      const [params, wire, seen] = [{ id }, wireOfProduct(values), { stockBase, version }];
      if (kind === 'draft') return api.updateDraft({ params, body: { ...editedDraft.parse(wire), ...seen } });
      if (kind === 'publish')
        return api.publishDraft({ params, body: { ...completeDraft.parse(wire), ...seen } });
      return api.updateProduct({ params, body: { ...editedProduct.parse(wire), ...seen } });
    },
    onSuccess: (_, { kind }) => {
      notify('success', editNotices[kind]);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'product-form' });
      onClose();
    },
  });
}

function EditProduct(props: EditProductProps) {
  const { product, sale, siblings, onReload, onClose, onDuplicate, onStock } = props;
  const saving = useSaveProduct(product, onClose);
  const condition = useConditionConfirmation(product);
  const conflict = problemCodeOf(saving.error) === 'EDIT_CONFLICT' ? (saving.error as Problem) : null;
  const actions = (version: number): Record<EditKind, SaveAction> => {
    const save = (kind: EditKind) => async (values: ProductFormValues) => {
      if (!(await condition.confirm(values.condition))) throw new Error('The save was called off.');
      await saving.mutateAsync({ kind, values, version });
    };
    const draftLabel = product.isDraft ? 'Save Draft' : 'Set to draft';
    return {
      save: { label: 'Save Changes', schema: editedProduct, needs: 'all fields', save: save('save') },
      draft: { label: draftLabel, schema: editedDraft, needs: 'a name', save: save('draft') },
      publish: { label: 'Publish', schema: completeDraft, needs: 'nothing', save: save('publish') },
    };
  };
  const { save, draft, publish } = actions(product.version);
  // Overwriting must not undo that someone else published the product or made it a draft.
  const canOverwrite = conflict?.details?.isDraft === product.isDraft;
  return (
    <ProductForm
      defaultValues={valuesOfProduct(product)}
      sku={product.sku}
      {...(product.isDraft ? { submit: draft, publish } : { submit: save, others: [draft] })}
      failure={
        conflict ? (
          <EditConflict product={product} message={conflict.message} onReload={onReload} />
        ) : (
          saving.error && messageOf(saving.error, 'Failed to update product')
        )
      }
      // Once the user chooses to overwrite, their version is the one to overwrite.
      overwrite={
        canOverwrite
          ? actions(Number(conflict.details?.version))[saving.variables?.kind ?? 'save']
          : undefined
      }
      onCancel={onClose}
      published={{ product, ladder: siblings }}
      introduction={
        <>
          <ProductLinks product={product} onStock={onStock} />
          {sale && <SaleNote sale={sale} />}
          {condition.dialog}
        </>
      }
      siblings={<Siblings product={product} siblings={siblings} onDuplicate={onDuplicate} />}
    />
  );
}

function SaleNote({ sale: { price, startsAt, endsAt, isRunning } }: { sale: ListedSale }) {
  return (
    <p className="mb-5 rounded-control bg-sunken px-3 py-2 text-sm">
      {isRunning
        ? `A sale runs until ${formatDateTime(endsAt)}. If you change the price, yours stays and the sale ends.`
        : `A sale at ${formatMoney(price)} runs from ${formatDateTime(startsAt)} to ${formatDateTime(endsAt)}.`}
    </p>
  );
}
