'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import type { Pair } from '@/lib/compare/contract'
import { callsSoFar } from './words'

const AGAIN_S = 2

export function ComparisonRunning({ labels, calls }: { labels: Pair<string>; calls: Pair<number> }) {
  const router = useRouter()
  const [asking, start] = useTransition()
  useEffect(() => {
    if (asking) return
    const timer = setInterval(() => navigator.onLine && start(() => router.refresh()), AGAIN_S * 1_000)
    return () => clearInterval(timer)
  }, [asking, router])
  return (
    <section className="panel max-w-prose border-s-4 border-s-doubt px-4 py-3">
      <h2 role="status" className="text-base text-doubt">
        Comparing…
      </h2>
      <p className="mt-1 text-sm">{callsSoFar(labels, calls)}</p>
      <noscript>
        <meta httpEquiv="refresh" content={String(AGAIN_S)} />
      </noscript>
    </section>
  )
}
