# The mock as a small image: Node, the built package and its few dependencies, run as an unprivileged user.
#
#   docker build -t agent-work-mock .
#   docker run --rm -p 4010:4010 agent-work-mock
#   docker run --rm -p 4010:4010 -v "$PWD/agent-work-mock.yaml:/work/agent-work-mock.yaml:ro" agent-work-mock

ARG NODE_VERSION=24.21.0
# Where the images of Node come from.
ARG NODE_IMAGE=node

FROM ${NODE_IMAGE}:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY scripts/node-runtime/package.json scripts/node-runtime/
# Without scripts, because what they read comes after the packages.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY openapi openapi
COPY platform platform
COPY mock mock
COPY conformance conformance
COPY cli cli
COPY flags flags
COPY twin twin
COPY watch watch
COPY docs docs
COPY CONTRIBUTING.md ./
RUN npm run build

FROM ${NODE_IMAGE}:${NODE_VERSION}-bookworm-slim AS dependencies
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --omit=peer --workspaces=false --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}:${NODE_VERSION}-alpine
LABEL org.opencontainers.image.title="agent-work-mock" \
      org.opencontainers.image.description="The Agent Work Service on your machine" \
      org.opencontainers.image.licenses="MIT"
# A variable wins over the settings file, so the port stays the one that is published and checked below.
ENV NODE_ENV=production \
    AGENT_WORK_MOCK_HOST=0.0.0.0 \
    AGENT_WORK_MOCK_PORT=4010 \
    AGENT_WORK_MOCK_LOG=json
COPY --from=dependencies /src/node_modules /app/node_modules
COPY --from=build /src/dist /app/dist
COPY package.json LICENSE scripts/healthcheck.js /app/
# The folder where the mock looks for its settings file.
WORKDIR /work
# For --keep on a volume: a new volume gets the owner of this folder.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4010
# Whatever port a flag of the container or a variable sets.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "/app/healthcheck.js"]
ENTRYPOINT ["node", "/app/dist/bin/agent-work.js", "mock"]
