/**
 * Seed of all random choices in tests. Fixed, so that results depend on the commit only; `npm run test:nightly` draws and
 * prints another one, and TEST_SEED repeats that run.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_123)
