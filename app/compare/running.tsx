'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import type { Pair } from '@/lib/compare/contract'
import { formatCount } from '@/lib/format/numbers'

const AGAIN_S = 2

export function ComparisonRunning({ labels, calls }: { labels: Pair<string>; calls: Pair<number> }) {
  const router = useRouter()
  const [asking, start] = useTransition()
  useEffect(() => {
    if (asking) return
    const timer = setInterval(() => start(() => router.refresh()), AGAIN_S * 1_000)
    return () => clearInterval(timer)
  }, [asking, router])
  return (
    <section className="panel max-w-prose border-s-4 border-s-doubt px-4 py-3">
      <h2 role="status" className="text-base text-doubt">
        Comparing…
      </h2>
      <p className="mt-1 text-sm">
        {`So far ${formatCount(calls[0], 'request')} to ${labels[0]} and ${formatCount(calls[1], 'request')} to ${labels[1]}. It goes on while this page is open.`}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={String(AGAIN_S)} />
      </noscript>
    </section>
  )
}
