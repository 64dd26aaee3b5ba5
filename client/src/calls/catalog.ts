import { catalogEndpoints } from '@reprise/contract/catalog/catalog';
import { type Call, defineCall } from '../define-call.ts';

/** Matching products with facet counts: `GET /products` */
export const listProducts: Call<typeof catalogEndpoints.listProducts> = /* @__PURE__ */ defineCall(catalogEndpoints.listProducts);

/** The same list with what a card shows of each product: `GET /product-cards` */
export const listProductCards: Call<typeof catalogEndpoints.listProductCards> = /* @__PURE__ */ defineCall(catalogEndpoints.listProductCards);

/** One product by id or slug, with its ladder, its family and four related products: `GET /products/:id` */
export const getProduct: Call<typeof catalogEndpoints.getProduct> = /* @__PURE__ */ defineCall(catalogEndpoints.getProduct);

/** Add a product; an Idempotency-Key adds it once per administrator within 24 hours: `POST /products` */
export const createProduct: Call<typeof catalogEndpoints.createProduct> = /* @__PURE__ */ defineCall(catalogEndpoints.createProduct);

/** Edit a product; its SKU never changes: `PUT /products/:id` */
export const updateProduct: Call<typeof catalogEndpoints.updateProduct> = /* @__PURE__ */ defineCall(catalogEndpoints.updateProduct);

/** Delete a product; orders keep their own copy: `DELETE /products/:id` */
export const deleteProduct: Call<typeof catalogEndpoints.deleteProduct> = /* @__PURE__ */ defineCall(catalogEndpoints.deleteProduct);

/** Stock movements of a product, newest first: `GET /products/:id/stock-movements` */
export const listStockMovements: Call<typeof catalogEndpoints.listStockMovements> = /* @__PURE__ */ defineCall(catalogEndpoints.listStockMovements);

/** Adjust stock by a difference, with a note: `POST /products/:id/stock-movements` */
export const adjustStock: Call<typeof catalogEndpoints.adjustStock> = /* @__PURE__ */ defineCall(catalogEndpoints.adjustStock);

/** All categories with their product counts: `GET /categories` */
export const listCategories: Call<typeof catalogEndpoints.listCategories> = /* @__PURE__ */ defineCall(catalogEndpoints.listCategories);

/** One category by id or slug: `GET /categories/:id` */
export const getCategory: Call<typeof catalogEndpoints.getCategory> = /* @__PURE__ */ defineCall(catalogEndpoints.getCategory);

/** One category by slug: `GET /categories/slug/:slug` */
export const getCategoryBySlug: Call<typeof catalogEndpoints.getCategoryBySlug> = /* @__PURE__ */ defineCall(catalogEndpoints.getCategoryBySlug);

/** Add a category; its slug comes from the name: `POST /categories` */
export const createCategory: Call<typeof catalogEndpoints.createCategory> = /* @__PURE__ */ defineCall(catalogEndpoints.createCategory);

/** Edit a category: `PUT /categories/:id` */
export const updateCategory: Call<typeof catalogEndpoints.updateCategory> = /* @__PURE__ */ defineCall(catalogEndpoints.updateCategory);

/** Delete a category; its products remain without a category: `DELETE /categories/:id` */
export const deleteCategory: Call<typeof catalogEndpoints.deleteCategory> = /* @__PURE__ */ defineCall(catalogEndpoints.deleteCategory);

/** Products, brands and categories that match the query: `GET /search/suggestions` */
export const searchSuggestions: Call<typeof catalogEndpoints.searchSuggestions> = /* @__PURE__ */ defineCall(catalogEndpoints.searchSuggestions);
