import { catalogAdminEndpoints } from '@reprise/contract/catalog/catalog-admin';
import { type Call, defineCall } from '../define-call.ts';

/** Products for the back office, archived ones or drafts on request; counted up to 10000: `GET /products/admin/all` */
export const listAdminProducts: Call<typeof catalogAdminEndpoints.listAdminProducts> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.listAdminProducts);

/** Ids of the matching products, at most 10000: `GET /products/admin/ids` */
export const listProductIds: Call<typeof catalogAdminEndpoints.listProductIds> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.listProductIds);

/** Numbers of products on sale, in stock, low, sold out, incomplete, archived and in draft: `GET /products/admin/stats` */
export const getProductStats: Call<typeof catalogAdminEndpoints.getProductStats> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.getProductStats);

/** Brands by name, at most 500: `GET /products/admin/brands` */
export const listBrands: Call<typeof catalogAdminEndpoints.listBrands> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.listBrands);

/** Up to 8 products for an order by phone, by SKU prefix or the search of the storefront: `GET /products/admin/to-order` */
export const findProductsToOrder: Call<typeof catalogAdminEndpoints.findProductsToOrder> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.findProductsToOrder);

/** One product, archived, draft or on sale, with its sale and its siblings in other conditions: `GET /products/admin/one/:id` */
export const getAdminProduct: Call<typeof catalogAdminEndpoints.getAdminProduct> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.getAdminProduct);

/** Change up to 100 products in one transaction; a dry run returns the effects: `POST /products/admin/bulk` */
export const bulkEditProducts: Call<typeof catalogAdminEndpoints.bulkEditProducts> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.bulkEditProducts);

/** Undo a bulk edit, except for products edited since: `POST /products/admin/restore` */
export const restoreProducts: Call<typeof catalogAdminEndpoints.restoreProducts> = /* @__PURE__ */ defineCall(catalogAdminEndpoints.restoreProducts);
