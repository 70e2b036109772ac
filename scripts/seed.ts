/**
 * What every random choice of a test follows from. Fixed, so that a commit fails or passes for a reason; `npm run
 * test:nightly` draws another one each night and prints it, and TEST_SEED repeats that night.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_123)
