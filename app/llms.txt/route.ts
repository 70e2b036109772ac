import { Content } from '@/lib/api/content'
import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { GUIDES, guideHref } from '@/lib/site/guides'
import { configuration } from '@/lib/upstream/networks/networks'
import * as help from '../help/words'

const TOOLS = (site: string) => `- [Tools](${site}/mcp): the API as Model Context Protocol tools, by POST\n`

/** The form of llmstxt.org. */
function llmsText(): string {
  const { siteUrl: site, mcp, networks } = configuration()
  const pages = Object.entries(help.pages).map(([path, about]) =>
    path.includes('<') ? `- \`${site}${path}\`: ${about}\n` : `- [${path}](${site}${path}): ${about}\n`,
  )
  const guides = Object.entries(GUIDES).map(
    ([name, { title, about }]) => `- [${title}](${site}${guideHref(name)}): ${about}\n`,
  )
  return `# Leafscan

> ${help.about}

Networks: ${[...networks.keys()].join(', ')}. Every page and API address takes \`cluster=<network>\`; without it, the first.
Integers are exact: u64 values in JSON exceed 2^53, so parse them as big integers or add \`integers=string\`.
Each list says whether it is complete.

## API

- [OpenAPI document](${site}/api/v1/openapi.json): every route, its parameters and answers
- [Routes](${site}/api/v1): the same as a short list
- [Status](${site}/api/v1/status): health, slot and lag of the indexer
${mcp === 'on' ? TOOLS(site) : ''}
## Pages

- [Search](${site}/search): \`?q=\` takes an address, account hash, signature or link of another explorer
- [Help](${site}/help): searching, filtering, exports, address parameters
${pages.join('')}
## Guides

${guides.join('')}`
}

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/llms.txt', () => ({
  content: new Content(llmsText()),
  contentType: 'text/plain; charset=utf-8',
  cacheControl: 'public, max-age=3600',
}))
