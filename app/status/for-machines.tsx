import { CopyButton } from '@/components/values/copy-button'

/** What monitors, pages, readers of feeds and Prometheus are given, ready to copy. features.md, "/status". */
export function ForMachines({
  network,
  isDefault,
  siteUrl,
  metricsPort,
}: {
  network: string
  isDefault: boolean
  siteUrl: string
  /** Null: this explorer serves no metrics. */
  metricsPort: number | null
}) {
  const cluster = isDefault ? '' : new URLSearchParams({ cluster: network }).toString()
  const only = cluster && `?${cluster}`
  const monitor = `${siteUrl}/api/v1/health?strict=1${cluster && `&${cluster}`}`
  const badge = `[![Indexer](${siteUrl}/badge.svg${only})](${siteUrl}/status${only})`
  const scrape = `scrape_configs:
  - job_name: leafscan
    static_configs:
      - targets: ['127.0.0.1:${metricsPort}']`
  return (
    <section aria-labelledby="machines">
      <h2 id="machines" className="pb-2 text-base">
        For machines
      </h2>
      <div className="panel divide-y divide-line">
        <Snippet what="monitor URL" title="Uptime monitor" text={monitor}>
          200 only while the verdict is ok, else 503. It asks the indexer nothing of its own.
        </Snippet>
        <Snippet what="badge" title="Badge in Markdown" text={badge}>
          State and slot, for a README or a dashboard.
        </Snippet>
        <Snippet what="feed URL" title="Atom feed" text={`${siteUrl}/status.atom${only}`}>
          An entry for each change of the verdict.
        </Snippet>
        {metricsPort === null ? (
          <p className="p-3 text-sm text-muted">
            Prometheus: this explorer was started without metrics (METRICS_PORT is empty).
          </p>
        ) : (
          <Snippet what="scrape configuration" title="Prometheus" text={scrape}>
            Metrics are served on the explorer’s own machine. Rules and a dashboard are in the folder deploy.
          </Snippet>
        )}
        <Snippet what="API URL" title="State as JSON" text={`${siteUrl}/api/v1/status${only}`}>
          What this page knows; /api/v1/status/history has the past.
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
