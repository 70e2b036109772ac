import { Shell } from '@/components/frame/shell'
import { InvalidNotice } from '@/components/notices/invalid-notice'
import type { InvalidParam } from '@/lib/api/problem'
import type { Network } from '@/lib/gateway/networks'
import { door } from '@/lib/server/door'
import { homeHref } from '@/lib/urls/links'
import { shownNetwork } from './load'

/** A whole page for a malformed URL; proxy.ts has set the status 400 from the same check. */
export async function InvalidPage({
  invalid,
  network = door().networkNamed(undefined),
  query = '',
}: {
  invalid: readonly InvalidParam[]
  network?: Network | null
  /** What stood in the URL, for the search box: nothing that was typed is lost. */
  query?: string
}) {
  if (!network) return null
  return (
    <Shell
      network={shownNetwork(network, homeHref)}
      status={await door().statusOf(network, 0)}
      query={query}
      showsData={false}
    >
      <InvalidNotice invalid={invalid} />
    </Shell>
  )
}
