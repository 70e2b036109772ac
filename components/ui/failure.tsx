'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { ProblemError } from '@/lib/api/problem'
import { lazyModule } from './lazy-module'
import { RetryProvider } from './retry-context'
import type { StateNotice } from './state-notice'

/** Loaded on the first failure after page load: pages that fail earlier carry the server's notice. */
const useNotice = lazyModule(() => import('./state-notice'))

export function Failure({
  asking,
  onRetry,
  ...notice
}: ComponentProps<typeof StateNotice> & { asking: boolean; onRetry(): void }) {
  const { module, failed } = useNotice(true)
  const { problem } = notice
  // The explorer cannot serve the notice's code either.
  if (!module) return failed && <p className="panel px-4 py-3" role="alert">{`${problem.title}. ${problem.detail}`}</p>
  return (
    <RetryProvider retrier={{ problem, asking, onRetry }}>
      <module.StateNotice {...notice} />
    </RetryProvider>
  )
}

/** Above the last good data, which stay. */
export function NotNewer({
  query: { error, isFetching, refetch },
  note,
}: {
  query: Pick<UseQueryResult<unknown, ProblemError>, 'error' | 'isFetching' | 'refetch'>
  note: string
}) {
  if (!error) return null
  return <Failure problem={error.problem} rowsShown note={note} asking={isFetching} onRetry={() => void refetch()} />
}
