import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { Link } from '@/components/ui/link'
import { aroundHref, incidentHref, statusHref } from '@/lib/status/address'
import { loadStatus } from '@/lib/status/api'
import { lookUpIncident } from '@/lib/status/incident-api'
import { incidentCause, incidentTitle } from '@/lib/status/incident-words'
import { incidentPage } from '@/lib/status/page'
import { networkNamed, siteUrl } from '@/lib/upstream/networks/networks'
import { buildMetadata, pageMetadata } from '../../../../lib/site/head'
import { oncePerRequest, shownNetwork } from '../../../../lib/site/load'
import { openPage, type PageInput } from '../../../../lib/site/open-page'
import { InvalidPage } from '../../../invalid-page'
import * as words from '../../words-server'
import { IncidentReport } from './incident-report'

export const dynamic = 'force-dynamic'

const find = (id: string) => oncePerRequest(`incident ${id}`, async () => lookUpIncident(id))

const headWithoutRecord = pageMetadata(incidentPage)

export async function generateMetadata(input: PageInput): Promise<Metadata> {
  const opened = await openPage(incidentPage, input)
  const found = opened.ok ? await find(opened.url.id) : null
  if (!found?.ok) return headWithoutRecord(input)
  const { incident } = found
  const about = { title: incidentTitle(incident), description: incidentCause(incident), index: false }
  return buildMetadata(about, { canonical: incidentHref(incident.id) })
}

/** An incident as a document, for a post-mortem. */
export default async function IncidentPage(input: PageInput) {
  const opened = await openPage(incidentPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { id } = opened.url
  const found = await find(id)
  const named = found.ok ? found.incident.network : found.at?.network
  // The id decides, whatever `cluster` says.
  const on = (named && networkNamed(named)) || opened.network
  const network = shownNetwork(on, (cluster) => statusHref(cluster))
  return (
    <Shell network={network} status={await loadStatus(on)} showsData={false}>
      <PageHead kind="Incident" title={found.ok ? `Incident on ${on.name}` : words.noIncident}>
        {found.ok && (
          <bdi dir="ltr" className="id">
            {id}
          </bdi>
        )}
      </PageHead>
      {found.ok ? (
        <IncidentReport initial={found.incident} cluster={network.cluster} siteUrl={siteUrl()} />
      ) : (
        <div className="panel max-w-3xl space-y-2 px-4 py-3 text-sm">
          <p className="wrap-anywhere">{found.detail}</p>
          <p>
            {found.at ? (
              <Link href={aroundHref(network.cluster, { fromMs: found.at.firstBeganMs, toMs: found.at.firstBeganMs })}>
                {words.statusThen}
              </Link>
            ) : (
              <Link href={statusHref(network.cluster, { range: '90d' })}>{words.allIncidents}</Link>
            )}
          </p>
        </div>
      )}
    </Shell>
  )
}
