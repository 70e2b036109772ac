'use client'

import { isSame, useShelf } from '@/components/kept'
import { KeptRow } from '@/components/kept-row'

/** More would push what the network offers out of sight; the menu has all of them. */
const SHOWN = 6

/** What was pinned and visited on this network, once scripts run: the last thing on the page, so that nothing moves. */
export function HomeKept({ network }: { network: string }) {
  const { pinned, recent } = useShelf()
  const here = pinned.filter((kept) => kept.network === network)
  const rest = recent.filter((kept) => kept.network === network && !pinned.some((each) => isSame(each, kept)))
  const shown = [...here, ...rest].slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="kept" className="pt-6">
      <h3 id="kept" className="pb-2 text-sm font-semibold">
        Where you have been
      </h3>
      <ul className="panel divide-y divide-line">
        {shown.map((kept) => (
          <KeptRow key={kept.href} kept={kept} pinned={here.includes(kept)} network={network} />
        ))}
      </ul>
    </section>
  )
}
