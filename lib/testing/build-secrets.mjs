/** In the environment of a suite's build, so that a test can search the output for it. */
export const BUILD_CANARY = 'built5d1ecanary'

/** Every setting that may hold a secret. design.md 4.2. */
export const BUILD_SECRETS = {
  INDEXER_URL: `https://user:${BUILD_CANARY}@indexer.example/${BUILD_CANARY}?api-key=${BUILD_CANARY}`,
  CHAIN_URL: `https://chain.example/?api-key=${BUILD_CANARY}`,
  LEDGER: `https://node.example/?api-key=${BUILD_CANARY}`,
  DATABASE_URL: `postgres://user:${BUILD_CANARY}@database.example/leafscan`,
  ALERT_WEBHOOK: `https://hooks.example/${BUILD_CANARY}`,
  CURSOR_KEY: `${BUILD_CANARY}-${BUILD_CANARY}`,
}
