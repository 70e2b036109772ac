import { withCanaries } from './upstream/canary'

const SLIPS: Record<string, (url: string) => string> = {
  'no scheme': (url) => url.replace('https://', ''),
  'only its slashes': (url) => url.replace('https:', ''),
  'a letter less': (url) => url.replace('https', 'htps'),
  'another scheme': (url) => url.replace('https', 'wss'),
  'no colon': (url) => url.replace('://', '//'),
  'one slash': (url) => url.replace('://', ':/'),
  'no slash': (url) => url.replace('://', ':'),
  'three slashes': (url) => url.replace('://', ':///'),
  'a semicolon': (url) => url.replace('://', ';//'),
  backslashes: (url) => url.replaceAll('/', '\\'),
  'a blank before it': (url) => ` ${url}`,
  'a blank behind it': (url) => `${url} `,
  'a line feed behind it': (url) => `${url}\n`,
  'a blank inside': (url) => url.replace('?', ' ?'),
  'two with a blank': (url) => `${url} ${url}`,
  'two with a comma': (url) => `${url},${url}`,
  'a comma behind it': (url) => `${url},`,
  'another scheme behind a comma': (url) => `${url},${url.replace('https', 'wss')}`,
  quotes: (url) => `"${url}"`,
  'single quotes': (url) => `'${url}'`,
  'a quote behind it': (url) => `${url}"`,
  'angle brackets': (url) => `<${url}>`,
  'a link of Markdown': (url) => `[node](${url})`,
  'a name and quotes': (url) => `devnet="${url}"`,
  'a name and a blank': (url) => `devnet= ${url}`,
  'a name and a colon': (url) => `devnet: ${url}`,
  'a name that is none': (url) => `my node=${url}`,
  'an empty name': (url) => `=${url}`,
  'no host': (url) => url.replace('indexer.example', ''),
  'a host with a blank': (url) => url.replace('indexer.example', 'indexer example'),
  'a bad port': (url) => url.replace('indexer.example', 'indexer.example:84x'),
  'a port too high': (url) => url.replace('indexer.example', 'indexer.example:84000'),
  'its scheme twice': (url) => `https://${url}`,
  'file: before it': (url) => `file:${url}`,
  'of a database': (url) => url.replace('https', 'postgres').replace('indexer.example', 'indexer.example:84x'),
  'of a database, with one slash': (url) => url.replace('https:/', 'postgres:'),
  'file: and its authority': (url) => url.replace('https://', 'file:'),
  'a user at the wrong place': (url) => `https://indexer.example:${url.slice('https://'.length)}`,
}

const VARIABLES = [
  ...['INDEXER_URL', 'CHAIN_URL', 'LEDGER', 'DATABASE_URL', 'ALERT_WEBHOOK', 'HEARTBEAT_URL', 'SITE_URL', 'DATA_DIR'],
  ...['HOST', 'PORT', 'INDEXER_HOST', 'INDEXER_PATH', 'INDEXER_RATE', 'CHAIN_RATE', 'START_SLOT', 'PROGRAM_IDS'],
  ...['METRICS_PORT', 'METRICS_HOST', 'METRICS_ALLOWED_HOSTS', 'HTTP_PROXY', 'https_proxy'],
]

export function misspeltSettings(): [what: string, env: Record<string, string>][] {
  const url = withCanaries('https://indexer.example')
  return VARIABLES.flatMap((variable) =>
    Object.entries(SLIPS).map(([slip, misspell]): [string, Record<string, string>] => [
      `${variable} with ${slip}`,
      { [variable]: misspell(url) },
    ]),
  )
}
