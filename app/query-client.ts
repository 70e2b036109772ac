import { QueryClient } from '@tanstack/react-query'
import type { ProblemError } from '@/lib/rpc/problem'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError
  }
}

/**
 * One per request on the server, one per browser. The explorer's gateway retries and caches, so the browser does
 * neither on its own: rows do not change under the reader unless asked to.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
    },
  })
}
