'use client'

import type { ReactNode } from 'react'
import { Asks } from '@/components/notices/asks'
import { Failure } from '@/components/notices/failure'
import type { MethodName } from '@/lib/rpc/methods'
import type { UsedAnswer } from './use-answer'

/**
 * What stands in place of rows that were never seen. The notice that came with the page stays while the problem is of
 * its kind, so that a failure which repeats itself is not announced again.
 */
export function NoAnswer({ used, failed }: { used: UsedAnswer<MethodName>; failed: ReactNode }) {
  const { problem, asking, refresh, initialProblem } = used
  if (!problem) return null
  if (problem.code !== initialProblem?.code) return <Failure problem={problem} asking={asking} onRetry={refresh} />
  return <Asks asker={{ problem, asking, onRetry: refresh }}>{failed}</Asks>
}

/** Says above rows of an earlier answer why there is no newer one. */
export function KeptAnswer({ used: { problem, asking, refresh } }: { used: UsedAnswer<MethodName> }) {
  if (!problem) return null
  return (
    <div className="pb-4">
      <Failure problem={problem} rowsShown asking={asking} onRetry={refresh} />
    </div>
  )
}
