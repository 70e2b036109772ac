import type { ReactNode } from 'react'
import { findLabelled } from '@/components/reader/labelled'
import { LabelRow, SavedPageRow } from '@/components/reader/saved-page-row'
import { useSavedPages } from '@/components/reader/saved-pages'
import type { Cluster } from '@/lib/page/address'

export interface YourPagesProps {
  query: string
  network: string
  cluster: Cluster
  /** What the server found. */
  children: ReactNode
  /** True: it found nothing, which a label makes untrue. */
  isUnknown: boolean
}

export function YourPagesList({ query, network, cluster, children, isUnknown }: YourPagesProps) {
  const saved = useSavedPages()
  const { pages, others } = findLabelled(query, saved, network)
  if (pages.length + others.length === 0) return children
  return (
    <>
      <section aria-labelledby="your-pages">
        <h2 id="your-pages" className="mt-4 text-base">
          Your labels and watched pages
        </h2>
        <ul className="panel mt-2 max-w-3xl divide-y divide-line">
          {pages.map((page) => (
            <SavedPageRow key={page.href} page={page} watched={saved.watched.includes(page)} network={network} />
          ))}
          {others.map((each) => (
            <LabelRow key={each[0]} of={each} cluster={cluster} />
          ))}
        </ul>
      </section>
      {!isUnknown && children}
    </>
  )
}
