import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { PREVIEW_AGENTS } from '../api/request-headers'
import { xmlText } from '../format/xml'
import { networks, siteUrl } from '../upstream/networks/networks'
import { GUIDES, guideHref } from './guides'
import { pages } from './pages'

const NOT_FOR_CRAWLERS = [
  '/api/',
  ...pages.filter(({ crawlers }) => crawlers === 'closed').map(({ route }) => route.replace(/\[.*/, '')),
  '/*.atom',
  ...[...new Set(pages.flatMap(({ views }) => views))].flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
]

const CACHE = 'public, max-age=3600'

export function answerRobots(): ApiAnswer {
  const text = [
    'User-agent: *',
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    '',
    '# A link that somebody shares has a preview, whatever it leads to.',
    ...PREVIEW_AGENTS.map((agent) => `User-agent: ${agent}`),
    'Disallow: /api/',
    '',
    `Sitemap: ${siteUrl()}/sitemap.xml`,
    '',
  ].join('\n')
  return { content: new Content(text), contentType: 'text/plain; charset=utf-8', cacheControl: CACHE }
}

export function answerSitemap(): ApiAnswer {
  const site = siteUrl()
  const listed = pages.filter(({ crawlers }) => crawlers === 'listed')
  const paths = networks().flatMap(({ name, isDefault }) =>
    listed.map((page) => page.plain(isDefault ? undefined : name)),
  )
  const guides = Object.keys(GUIDES).filter((name) => name !== 'on-call')
  const urls = [...new Set([...paths, ...guides.map((name) => guideHref(name))])].map(
    (path) => `<url><loc>${xmlText(site + path)}</loc></url>\n`,
  )
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
  return { content: new Content(text), contentType: 'application/xml; charset=utf-8', cacheControl: CACHE }
}

/** Lets a browser offer the search in its address bar. */
export function answerOpenSearch(): ApiAnswer {
  const site = xmlText(siteUrl())
  const text = `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Leafscan</ShortName>
<Description>Compressed accounts, tokens and transactions on Solana</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="48" height="48" type="image/x-icon">${site}/favicon.ico</Image>
<Url type="text/html" template="${site}/search?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${site}/opensearch.xml"/>
</OpenSearchDescription>
`
  return { content: new Content(text), contentType: 'application/opensearchdescription+xml', cacheControl: CACHE }
}

const YEAR_MS = 365 * 24 * 3_600_000

/** RFC 9116: stale a year from the start, unless somebody starts it again. */
export function answerSecurity(contact: string): ApiAnswer {
  const expires = new Date(performance.timeOrigin + YEAR_MS).toISOString()
  const canonical = `${siteUrl()}/.well-known/security.txt`
  const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`
  return { content: new Content(text), contentType: 'text/plain; charset=utf-8', cacheControl: CACHE }
}
