import { lotEndpoints } from '@reprise/contract/lots/lots';
import { type Call, defineCall, type Download, defineDownload, type Upload, defineUpload } from '../define-call.ts';

/** Suppliers by name: `GET /suppliers` */
export const listSuppliers: Call<typeof lotEndpoints.listSuppliers> = /* @__PURE__ */ defineCall(lotEndpoints.listSuppliers);

/** Add a supplier: `POST /suppliers` */
export const createSupplier: Call<typeof lotEndpoints.createSupplier> = /* @__PURE__ */ defineCall(lotEndpoints.createSupplier);

/** Change a supplier: `PUT /suppliers/:id` */
export const updateSupplier: Call<typeof lotEndpoints.updateSupplier> = /* @__PURE__ */ defineCall(lotEndpoints.updateSupplier);

/** Lots, newest first; amounts only with the permission `costs.see`: `GET /lots` */
export const listLots: Call<typeof lotEndpoints.listLots> = /* @__PURE__ */ defineCall(lotEndpoints.listLots);

/** The 100 newest lots to receive devices into: `GET /lots/open` */
export const listOpenLots: Call<typeof lotEndpoints.listOpenLots> = /* @__PURE__ */ defineCall(lotEndpoints.listOpenLots);

/** Add a lot: what one supplier sends at once: `POST /lots` */
export const createLot: Call<typeof lotEndpoints.createLot> = /* @__PURE__ */ defineCall(lotEndpoints.createLot);

/** A lot by id or number, with declared against actual grades: `GET /lots/:id` */
export const getLot: Call<typeof lotEndpoints.getLot> = /* @__PURE__ */ defineCall(lotEndpoints.getLot);

/** Change a lot; its amount only with the permission `costs.see`, and while it is open: `PUT /lots/:id` */
export const updateLot: Call<typeof lotEndpoints.updateLot> = /* @__PURE__ */ defineCall(lotEndpoints.updateLot);

/** Check of the newest manifest of a lot; changes nothing: `GET /lots/:id/manifest` */
export const getManifest: Call<typeof lotEndpoints.getManifest> = /* @__PURE__ */ defineCall(lotEndpoints.getManifest);

/** Upload the CSV file of the supplier; it is checked without adding devices: `POST /lots/:id/manifest` */
export const sendManifest: Upload<typeof lotEndpoints.sendManifest> = /* @__PURE__ */ defineUpload(lotEndpoints.sendManifest);

/** Say what the columns are; remembered for the supplier: `PUT /lots/:id/manifest/columns` */
export const assignManifestColumns: Call<typeof lotEndpoints.assignManifestColumns> = /* @__PURE__ */ defineCall(lotEndpoints.assignManifestColumns);

/** Say which model words of the supplier stand for; remembered for the supplier: `PUT /lots/:id/manifest/models` */
export const assignManifestModel: Call<typeof lotEndpoints.assignManifestModel> = /* @__PURE__ */ defineCall(lotEndpoints.assignManifestModel);

/** Add an expected device for each good row, all of them or none: `POST /lots/:id/manifest/apply` */
export const applyManifest: Call<typeof lotEndpoints.applyManifest> = /* @__PURE__ */ defineCall(lotEndpoints.applyManifest);

/** Rows that cannot be applied as in the file, each with the reason, to correct and send again: `GET /lots/:id/manifest/rejected` */
export const exportRejectedManifestRows: Download<typeof lotEndpoints.exportRejectedManifestRows> = /* @__PURE__ */ defineDownload(lotEndpoints.exportRejectedManifestRows);

/** Discard the manifest; expected devices remain: `DELETE /lots/:id/manifest` */
export const deleteManifest: Call<typeof lotEndpoints.deleteManifest> = /* @__PURE__ */ defineCall(lotEndpoints.deleteManifest);

/** Costs of a lot: `GET /lots/:id/costs` */
export const getLotCosts: Call<typeof lotEndpoints.getLotCosts> = /* @__PURE__ */ defineCall(lotEndpoints.getLotCosts);

/** Add freight, duty, a fee or a credit; of a closed lot, it is divided among its devices at once: `POST /lots/:id/costs` */
export const addLotCost: Call<typeof lotEndpoints.addLotCost> = /* @__PURE__ */ defineCall(lotEndpoints.addLotCost);

/** Divide the costs among the received devices, once; `dryRun` only computes: `POST /lots/:id/close` */
export const closeLot: Call<typeof lotEndpoints.closeLot> = /* @__PURE__ */ defineCall(lotEndpoints.closeLot);

/** Devices that differ from the manifest or never came, to send to the supplier: `GET /lots/:id/claim-sheet` */
export const exportClaimSheet: Download<typeof lotEndpoints.exportClaimSheet> = /* @__PURE__ */ defineDownload(lotEndpoints.exportClaimSheet);

/** Costs of a device and the price that it was sold for: `GET /units/:id/costs` */
export const getUnitCosts: Call<typeof lotEndpoints.getUnitCosts> = /* @__PURE__ */ defineCall(lotEndpoints.getUnitCosts);
