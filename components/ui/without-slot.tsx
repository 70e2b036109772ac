import type { Problem } from '@/lib/api/problem'

export function WithoutSlot({ problem, href }: { problem: Problem; href: string }) {
  if (problem.code !== 'slot_not_reached') return null
  return (
    <p className="mt-2 text-sm">
      <a href={href} rel="nofollow">
        Show anyway
      </a>
      : what the indexer has now.
    </p>
  )
}
