FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /shop
# A container without APP_SECRET does not start: its key would lie in the database it protects.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data REQUIRE_APP_SECRET=1
COPY --from=build --chown=node:node /shop /shop
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npm: signals must reach the shop itself, so that it stops cleanly.
CMD ["node", "server/src/boot/main.ts"]
