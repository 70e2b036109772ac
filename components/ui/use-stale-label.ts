import { lazyModule } from './lazy-module'

/** Loaded on demand: most visits see only current responses of one indexer. */
export const useStaleLabel = lazyModule(() => import('./stale-label'))
