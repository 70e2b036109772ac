import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { guideHref } from '@/lib/site/guides'
import { type ApiHelp, apiHelp } from '@/lib/site/openapi/help'
import { apiHelpPage } from '@/lib/site/static-pages'
import { loadStatus } from '@/lib/status/api'
import { pageMetadata } from '../../../lib/site/head'
import { shownNetwork } from '../../../lib/site/load'
import { openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { Contents } from '../contents'

export const generateMetadata = pageMetadata(apiHelpPage)

/** The OpenAPI document for people. */
export default async function ApiHelpPage(input: PageInput) {
  const opened = await openPage(apiHelpPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network, cluster } = opened
  const routes = apiHelp(cluster)
  return (
    <Shell
      network={shownNetwork(network, (other) => guideHref('api', other))}
      status={await loadStatus(network)}
      showsData={false}
    >
      <PageHead kind="Help" title="API">
        <p>
          Public, without keys, by GET. Also for programs: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>{' '}
          (OpenAPI 3.1).
        </p>
      </PageHead>
      <div className="gap-x-12 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Contents parts={routes.map(({ path }) => ({ id: path, title: path.replace('/api/v1/', '') }))} />
        <div className="max-w-[52rem] space-y-4 text-sm">
          {routes.map((route) => (
            <Route key={route.path} {...route} />
          ))}
        </div>
      </div>
    </Shell>
  )
}

function Route({ path, about, request, params, answers, example }: ApiHelp) {
  return (
    <section aria-labelledby={path} className="panel space-y-2 p-3">
      <h2 id={path} className="id scroll-mt-6 wrap-anywhere text-base">
        {path}
      </h2>
      <p>
        <span>{about}</span>.
      </p>
      <p>
        <code className="wrap-anywhere rounded bg-sunken px-1 font-mono text-xs">{request}</code>
        <button type="button" className="copy" data-copy={request} aria-label="Copy request" title="Copy request" />
      </p>
      {params.length > 0 && (
        <dl className="space-y-1">
          {params.map(({ name, required, values, about }) => (
            <div key={name}>
              <dt className="inline">
                <span className="id">{name}</span>
                {required && <span> (required)</span>}
              </dt>
              <dd className="inline text-muted">
                {' '}
                <span>{about}</span>
                {values && (
                  <span className="wrap-anywhere">
                    {' '}
                    (<span>{values}</span>)
                  </span>
                )}
                .
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-muted">
        Answers: <span>{answers}</span>
      </p>
      <details>
        <summary>Example</summary>
        <pre className="whitespace-pre-wrap wrap-anywhere rounded bg-sunken p-2 font-mono text-xs">{example}</pre>
      </details>
    </section>
  )
}
