import { startServer } from './start'

/* The explorer's process: made into one file by scripts/build.mjs, started by scripts/start.mjs. */

await startServer()
