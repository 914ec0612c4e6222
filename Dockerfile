# The mock as a small image: Node, the built package and its few dependencies, run as an unprivileged user.
#
#   docker build -t agent-work-mock .
#   docker run --rm -p 4010:4010 agent-work-mock
#   docker run --rm -p 4010:4010 -v "$PWD/agent-work-mock.yaml:/work/agent-work-mock.yaml:ro" agent-work-mock

ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY scripts/node-runtime/package.json scripts/node-runtime/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY openapi openapi
COPY mock mock
COPY conformance conformance
RUN npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS dependencies
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --omit=peer --workspaces=false --no-audit --no-fund

FROM node:${NODE_VERSION}-alpine
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
COPY package.json LICENSE /app/
# The folder where the mock looks for its settings file.
WORKDIR /work
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.AGENT_WORK_MOCK_PORT}/_mock/ready`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/bin/agent-work-mock.js"]
