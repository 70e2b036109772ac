import { QueryClient } from '@tanstack/react-query'
import type { ProblemError } from '@/lib/api/problem'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError
  }
}

/** Milliseconds before the second attempt where the problem names no time, and as much again at most by chance. */
const RETRY_MS = 1_000

/**
 * One per request on the server, one per browser. What fails and may pass is asked once more, when the problem says or
 * soon; after that its page decides. Rows do not change under the reader because a window gets the focus.
 * facts/reliability.md (b), "UI rules".
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, { problem }) => failures < 1 && problem.retryable,
        retryDelay: (_, { problem }) => problem.retryAfterMs ?? RETRY_MS * (1 + Math.random()),
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
    },
  })
}
