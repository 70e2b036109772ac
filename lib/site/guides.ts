import { type Cluster, helpHref, withCluster } from '../page/address'

/** Files of docs/ that are pages below /help, by the last part of their address: that of the file, but for api.md. */
export const GUIDES: Readonly<Record<string, { title: string; about: string }>> = {
  using: { title: 'Using the pages', about: 'Search, lists, exports, wallets, accounts and sharing.' },
  transactions: {
    title: 'What happened',
    about: 'The sentences that say what a transaction did, and their rules.',
  },
  mints: { title: 'Mints', about: 'Decimals, symbols and names, and when amounts are in base units.' },
  proof: { title: 'Proof', about: 'What a hash proves about an account, and what it does not.' },
  'api-guide': { title: 'API guide', about: 'Operations, exports, feeds, webhooks and their limits.' },
  glossary: { title: 'Glossary', about: 'The terms of pages, API and documents.' },
  'on-call': { title: 'On call', about: 'What verdicts and alerts mean, and what to do.' },
}

export function guideNamed(name: string) {
  return Object.hasOwn(GUIDES, name) ? (GUIDES[name] ?? null) : null
}

export function guideHref(name: string, cluster?: Cluster): string {
  return withCluster(`${helpHref()}/${name}`, cluster)
}

/** Links from guide to guide lead to their pages, on the same network. */
export function withGuideLinks(markdown: string, cluster: Cluster): string {
  return markdown.replace(/\]\(([\w-]+)\.md(#[^)\s]*)?\)/g, (link, file, anchor = '') => {
    const name = file === 'api' ? 'api-guide' : file
    return guideNamed(name) ? `](${guideHref(name, cluster)}${anchor})` : link
  })
}
