import type { Pair } from '@/lib/api/comparison'
import { counted } from '@/lib/format/counted'

/** A comparison that takes longer than a page waits. */
export function Running({ labels, calls, href }: { labels: Pair<string>; calls: Pair<number>; href: string }) {
  return (
    <section className="panel max-w-prose border-s-4 border-s-doubt px-4 py-3">
      <div role="status">
        <h2 className="text-base text-doubt">Comparing…</h2>
        <p className="mt-1 text-sm">
          {`So far ${counted(calls[0], 'request')} to ${labels[0]} and ${counted(calls[1], 'request')} to ${labels[1]}. It goes on for two minutes without this page.`}
        </p>
      </div>
      {/* Loads the page again: the comparison itself is not made twice. */}
      <p className="mt-3">
        <a className="button" href={href} rel="nofollow">
          Show progress
        </a>
      </p>
    </section>
  )
}
