import { editedProduct, newProduct, type Product } from '@reprise/contract/catalog';
import { problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { ProductForm } from './product-form.tsx';
import {
  newProductValues,
  type ProductFormValues,
  valuesOfProduct,
  wireOfProduct,
} from './product-form-values.ts';

export function AddProductDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Add New Product" size="lg">
      {open && <AddProduct onClose={onClose} />}
    </Modal>
  );
}

function AddProduct({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (values: ProductFormValues) =>
      api.createProduct({ body: newProduct.parse(wireOfProduct(values)) }),
    onSuccess: () => {
      notify('success', 'Product added successfully!');
      void queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <ProductForm
      schema={newProduct}
      defaultValues={newProductValues}
      submitLabel="Add Product"
      onSave={(values) => saving.mutateAsync(values)}
      error={saving.error}
      failedMessage="Failed to add product"
      onCancel={onClose}
    />
  );
}

export function EditProductDialog({ productId, onClose }: { productId: string | null; onClose: () => void }) {
  return (
    <Modal open={productId !== null} onClose={onClose} title="Edit Product" size="lg">
      {productId !== null && <LoadedProduct key={productId} productId={productId} onClose={onClose} />}
    </Modal>
  );
}

/** Loads the product anew: its stock and edit version are what the save is measured against. */
function LoadedProduct({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['product', productId],
    queryFn: () => api.getAdminProduct({ params: { id: productId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  if (error) {
    return (
      <ErrorState title="This product could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error, 'The shop did not answer.')}
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
  return (
    <EditProduct
      key={data.product.version}
      product={data.product}
      onReload={() => refetch()}
      onClose={onClose}
    />
  );
}

type EditProductProps = { product: Product; onReload: () => void; onClose: () => void };

function EditProduct({ product, onReload, onClose }: EditProductProps) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (values: ProductFormValues) =>
      api.updateProduct({
        params: { id: product.id },
        body: {
          ...editedProduct.parse(wireOfProduct(values)),
          stockBase: product.stockCount,
          version: product.version,
        },
      }),
    onSuccess: () => {
      notify('success', 'Product updated successfully!');
      void queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <ProductForm
      schema={editedProduct}
      defaultValues={valuesOfProduct(product)}
      sku={product.sku}
      submitLabel="Save Changes"
      onSave={(values) => saving.mutateAsync(values)}
      error={saving.error}
      failedMessage="Failed to update product"
      {...(problemCodeOf(saving.error) === 'EDIT_CONFLICT' && { onReload })}
      onCancel={onClose}
    />
  );
}
