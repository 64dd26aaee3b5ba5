# Both can be replaced by images of one's own, such as those of a mirror.
ARG BUILD_BASE=node:24-bookworm-slim
# C libraries and certificates, and nothing to log in to: no shell, no package manager.
ARG BASE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_BASE} AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY extensions/kit/package.json extensions/kit/
COPY extensions/back-market/package.json extensions/back-market/
COPY extensions/easypost/package.json extensions/easypost/
COPY extensions/ebay/package.json extensions/ebay/
COPY extensions/mollie/package.json extensions/mollie/
COPY extensions/opensearch/package.json extensions/opensearch/
COPY extensions/shopify/package.json extensions/shopify/
COPY extensions/stripe-tax/package.json extensions/stripe-tax/
COPY extensions/woocommerce/package.json extensions/woocommerce/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci
COPY . .
RUN npm run build
# Leaves out what a running shop does not need: tools, the packaged Node, sources of the web app, types, source maps.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf package-lock.json e2e web/app web/public node_modules/node-linux-* node_modules/node-darwin-* node_modules/node-bin-* \
  && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete \
  && find contract extensions server -name node_modules -prune -o -name '*.test.ts' -exec rm {} + \
  && mkdir -p /data node_modules/.cache && chown 65532 node_modules/.cache
# With `--build-arg TELEMETRY=1` the image can send traces and error reports, and is 59 MB larger.
ARG TELEMETRY=
RUN [ -z "$TELEMETRY" ] || npm ci --prefix telemetry
# A start fills the cache of compiled sources, which cannot be written later: the container is read-only. Node reads a
# cache only as the user that wrote it.
USER 65532:65532
RUN export DATA_DIR=/tmp/data DEMO=0 NODE_ENV=production && { node server/start.js & pid=$!; } \
  && until node -e "fetch('http://127.0.0.1:3000').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; do \
    kill -0 $pid && sleep 1 || exit 1; done \
  && kill $pid && wait $pid && rm -rf /tmp/data && chmod -R a+rX node_modules/.cache

FROM ${BASE}
WORKDIR /shop
# A container without APP_SECRET does not start: its key would lie in the database it protects.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data REQUIRE_APP_SECRET=1
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build --chown=0:0 /shop /shop
USER 65532:65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npm: signals must reach the shop itself, so that it stops cleanly.
CMD ["node", "server/start.js"]
