import type { AdminProduct } from '@reprise/contract/catalog/catalog-admin';
import { type ConditionOffer, editedProduct, newProduct } from '@reprise/contract/catalog/product';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../admin-ui/error-message.ts';
import { api } from '../../../api/browser-api.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { ProductForm } from './product-form.tsx';
import {
  newProductValues,
  type ProductFormValues,
  valuesOfProduct,
  valuesOfSibling,
  wireOfProduct,
} from './product-form-values.ts';
import { ProductLinks, Siblings } from './product-siblings.tsx';

/** `adding` is the value of the search param: "product" for a blank form, or the id of a product to copy. */
export function AddProductDialog({ adding, onClose }: { adding: string | null; onClose: () => void }) {
  return (
    <Modal open={adding !== null} onClose={onClose} title="Add New Product" size="lg">
      {adding === 'product' && <AddProducts onClose={onClose} />}
      {adding !== null && adding !== 'product' && (
        <Loaded key={adding} productId={adding}>
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
        </Loaded>
      )}
    </Modal>
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
    mutationFn: (values: ProductFormValues) =>
      api.createProduct(
        {
          body: { ...newProduct.parse(wireOfProduct(values)), ...(sibling && { siblingOf: sibling.id }) },
        },
        { idempotencyKey },
      ),
    onSuccess: () => {
      notify('success', 'Product added successfully!');
      void queries.invalidateQueries();
    },
  });
  const save = (values: ProductFormValues) => saving.mutateAsync(values);
  return (
    <ProductForm
      schema={newProduct}
      defaultValues={defaultValues}
      submitLabel="Add Product"
      onSave={(values) => save(values).then(onClose)}
      {...(onNext && {
        onSaveAndNext: (values: ProductFormValues) => save(values).then(() => onNext(values)),
      })}
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

function addFailure(error: unknown): string {
  if (problemCodeOf(error) === 'IDEMPOTENCY_KEY_REUSED')
    return 'This product was already added, as you first sent it. Close this form and edit it in the list.';
  return messageOf(error, 'Failed to add product');
}

type EditProductDialogProps = {
  productId: string | null;
  onClose: () => void;
  onDuplicate: (productId: string) => void;
  onStock: (productId: string) => void;
};

export function EditProductDialog({ productId, onClose, onDuplicate, onStock }: EditProductDialogProps) {
  return (
    <Modal open={productId !== null} onClose={onClose} title="Edit Product" size="lg">
      {productId !== null && (
        <Loaded key={productId} productId={productId}>
          {({ product, siblings, reload }) => (
            <EditProduct
              key={product.version}
              product={product}
              siblings={siblings}
              onReload={reload}
              onClose={onClose}
              onDuplicate={() => onDuplicate(product.id)}
              onStock={() => onStock(product.id)}
            />
          )}
        </Loaded>
      )}
    </Modal>
  );
}

type LoadedProduct = { product: AdminProduct; siblings: ConditionOffer[]; reload: () => void };

/** Loads the product fresh, because the save is checked against its stock and version. */
function Loaded({
  productId,
  children,
}: {
  productId: string;
  children: (loaded: LoadedProduct) => ReactNode;
}) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['product-form', productId],
    queryFn: () => api.getAdminProduct({ params: { id: productId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  if (error) {
    return (
      <ErrorState title="This product could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error, 'The shop did not respond.')}
      </ErrorState>
    );
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <div className="grid h-[60vh] place-items-center text-ink-muted text-xl">
        <Spinner label="Loading" />
      </div>
    );
  }
  return children({ ...data, reload: () => void refetch() });
}

type EditProductProps = {
  product: AdminProduct;
  siblings: ConditionOffer[];
  onReload: () => void;
  onClose: () => void;
  onDuplicate: () => void;
  onStock: () => void;
};

function EditProduct(props: EditProductProps) {
  const { product, siblings, onReload, onClose, onDuplicate, onStock } = props;
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ values, version }: { values: ProductFormValues; version: number }) =>
      api.updateProduct({
        params: { id: product.id },
        body: {
          ...editedProduct.parse(wireOfProduct(values)),
          stockBase: product.stockCount,
          version,
        },
      }),
    onSuccess: () => {
      notify('success', 'Product updated successfully!');
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'product-form' });
      onClose();
    },
  });
  const conflict = problemCodeOf(saving.error) === 'EDIT_CONFLICT' ? (saving.error as Problem) : null;
  // Once the user chooses to overwrite, their version is the one to overwrite.
  const latestVersion = Number(conflict?.details?.version);
  return (
    <ProductForm
      schema={editedProduct}
      defaultValues={valuesOfProduct(product)}
      sku={product.sku}
      submitLabel="Save Changes"
      onSave={(values) => saving.mutateAsync({ values, version: product.version })}
      failure={
        conflict ? (
          <EditConflict product={product} message={conflict.message} onReload={onReload} />
        ) : (
          saving.error && messageOf(saving.error, 'Failed to update product')
        )
      }
      {...(conflict && {
        overwrite: (values: ProductFormValues) => saving.mutateAsync({ values, version: latestVersion }),
      })}
      onCancel={onClose}
      published={{ product, ladder: siblings }}
      introduction={<ProductLinks product={product} onStock={onStock} />}
      siblings={<Siblings product={product} siblings={siblings} onDuplicate={onDuplicate} />}
    />
  );
}
