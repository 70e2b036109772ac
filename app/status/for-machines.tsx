import { CopyButton } from '@/components/ui/identifier'
import { ALL_NETWORKS } from '@/lib/status/all-networks'
import * as words from './words-server'

export function MachineLinks({
  network,
  isDefault,
  siteUrl,
  hasOthers = false,
}: {
  network: string
  isDefault: boolean
  siteUrl: string
  hasOthers?: boolean
}) {
  const cluster = isDefault ? '' : new URLSearchParams({ cluster: network }).toString()
  const only = cluster && `?${cluster}`
  const monitor = `${siteUrl}/api/v1/health?strict=1${cluster && `&${cluster}`}`
  const badge = `[![Indexer](${siteUrl}/badge.svg${only})](${siteUrl}/status${only})`
  return (
    <section aria-labelledby="machines">
      <h2 id="machines" className="pb-2 text-base">
        Integrations
      </h2>
      <div className="panel divide-y divide-line">
        <Snippet what="monitor URL" title="Uptime monitor" text={monitor}>
          {words.monitor(network === ALL_NETWORKS, hasOthers)}
        </Snippet>
        <Snippet what="badge" title="Markdown badge" text={badge}>
          {words.badge}
        </Snippet>
        <Snippet what="feed URL" title="Atom feed" text={`${siteUrl}/status.atom${only}`}>
          {words.feed}
        </Snippet>
        <Snippet what="API URL" title="JSON API" text={`${siteUrl}/api/v1/status${only}`}>
          {words.api}
        </Snippet>
      </div>
    </section>
  )
}

function Snippet({
  title,
  what,
  text,
  children,
}: {
  title: string
  what: string
  text: string
  children: React.ReactNode
}) {
  return (
    <div className="grid gap-x-6 gap-y-1 p-3 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <div className="flex items-center gap-1">
          <h3 className="text-sm">{title}</h3>
          <CopyButton text={text} what={what} />
        </div>
        <p className="text-xs text-muted">{children}</p>
      </div>
      <pre className="whitespace-pre-wrap wrap-anywhere rounded bg-sunken p-2 font-mono text-xs">{text}</pre>
    </div>
  )
}
