import { TINY } from '../world/still-world'
import type { Mode } from './ask-all'
import type { ComparedAnswer } from './compared-answer'
import { type Answers, readTable, type Table } from './table'

/** What is answered otherwise than before, and meant so. */
interface Change {
  /** Why it is meant. */
  why: string
  /** True for the answers that it is about. */
  about(request: string, before: ComparedAnswer): boolean
  /** What is seen now. */
  now(before: ComparedAnswer, request: string): ComparedAnswer
}

const LENGTH = 'content-length: of the body'

const has = ({ headers }: ComparedAnswer, start: string) => headers.some((line) => line.startsWith(start))

/** True for what may have scripts. */
const hasPagePolicy = (answer: ComparedAnswer) => has(answer, "content-security-policy: default-src 'none'; script-src")

function withLength(answer: ComparedAnswer): ComparedAnswer {
  return withHeaders(answer, ['transfer-encoding:', LENGTH], [LENGTH])
}

/** Other headers: those that begin so are gone, these are there. */
function withHeaders(answer: ComparedAnswer, gone: readonly string[], there: readonly string[]): ComparedAnswer {
  const remaining = answer.headers.filter((line) => !gone.some((start) => line.startsWith(start)))
  return { ...answer, headers: [...remaining, ...there].sort() }
}

/** Led to another page. */
function redirected(before: ComparedAnswer, to: string): ComparedAnswer {
  const answer = withHeaders(
    before,
    ['cache-control:', 'content-security-policy:', 'content-type:', 'link:', 'vary:'],
    ["content-security-policy: default-src 'none'; frame-ancestors 'none'", `location: ${to}`, `refresh: 0;url=${to}`],
  )
  return { ...answer, status: 308, body: 'some bytes' }
}

const PLAIN_IN_PERCENT = /^GET \/(?:%6fwner\/\{tiny\}|lates%74\?limit=10)$/

/** Answers of the indexer as they were received: below an operation, or in its name. */
const RECEIVED = /^GET \/api\/v1\/\w+(\/|%2F)received(?:$|\?)/

/** What is answered as where there never was anything. */
function asNowhere(before: Answers): Change {
  return {
    why: 'the indexer’s answers as they were received have no address any more',
    about: (request) => RECEIVED.test(request),
    now(seen, request) {
      const isBelow = RECEIVED.exec(request)?.[1] === '/'
      return before.get(`GET /api/v1/${isBelow ? 'getIndexerSlot/more' : 'getEverything'}`) ?? seen
    },
  }
}

/** Requests with a cursor from before there were signatures, by how they begin, and what they are answered as. */
const WITH_OLDER_CURSOR = [
  ['GET /latest?', 'GET /latest?limit=10'],
  ['GET /owner/', 'GET /owner/{sixty}?limit=10 | Accept: text/html'],
  ['GET /delegate/', 'GET /delegate/{delegate}?limit=10'],
  ['GET /api/', 'GET /api/v1/getCompressedAccountsByOwner?owner={sixty}&cursor=nonsense'],
] as const

function withoutOlderCursors(before: Answers): Change {
  const likeOf = (request: string) =>
    request.includes('cursor={old cursor of ') ? WITH_OLDER_CURSOR.find(([start]) => request.startsWith(start)) : null
  return {
    why: 'a cursor from before there were signatures is none: a link opens at the first page, the API refuses it',
    about: (request) => Boolean(likeOf(request)),
    now: (seen, request) => before.get(likeOf(request)?.[1] ?? '') ?? seen,
  }
}

const IN_BOTH: readonly Change[] = [
  {
    why: 'what an address holds is on the page of the wallet: the search leads there',
    about: (request, before) => request.startsWith('GET /search?q={') && has(before, 'location: /owner/'),
    now: (before) => ({
      ...before,
      headers: before.headers.map((line) => line.replace(/^location: \/owner\//, 'location: /wallet/')),
    }),
  },
  {
    why: 'health is on METRICS_PORT as well, answered by a thread of its own',
    about: (request) => /^@GET \/(?:healthz|readyz)$/.test(request),
    now: (before, request) =>
      request === '@GET /healthz'
        ? { ...before, status: 200, body: 'ok\n' }
        : {
            ...withHeaders(before, ['content-type:'], ['content-type: application/json']),
            status: 200,
            body: '{status: string, draining: boolean, checks: {config: string, history: string}}',
          },
  },
  {
    why: 'METRICS_PORT says what is there',
    about: (_, { body }) => body === 'Only /metrics is here.\n',
    now: (before) => ({ ...before, body: 'Available here: /metrics, /debug, /debug.json, /healthz, /readyz.\n' }),
  },
  {
    why: 'METRICS_PORT takes HEAD as GET, and says so where it refuses a method',
    about: (request) => /^@(?:HEAD|POST|OPTIONS) \/metrics$/.test(request),
    now: (before, request) =>
      request.startsWith('@HEAD ')
        ? { ...withHeaders(before, ['allow:', 'content-type:'], [METRICS_TYPE, METRICS_POLICY]), status: 200 }
        : {
            ...withHeaders(before, ['allow:'], ['allow: GET, HEAD']),
            body: before.body.replace('Only GET', 'Use GET or HEAD'),
          },
  },
  {
    why: 'what METRICS_PORT reports may have a style of its own, and nothing else',
    about: (request) => request.startsWith('@GET /metrics') && !request.startsWith('@GET /metrics/'),
    now: (before) => withHeaders(before, [], [METRICS_POLICY]),
  },
  {
    why: 'an entry whose time nobody knows was published at none',
    about: (request) => request === 'GET /owner/{owner}.atom?cluster=reset',
    now: (before) => ({ ...before, body: before.body.replace('50 × published, ', '') }),
  },
  {
    why: 'an address with something around it leads to what was meant',
    about: (request) => /^GET \/owner\/\{tiny\}%(?:20|2eatom)$/.test(request),
    now: (before, request) => redirected(before, `/owner/${TINY}${request.endsWith('atom') ? '.atom' : ''}`),
  },
  {
    why: 'an address whose letters need not be spelt in percent leads to its plain spelling',
    about: (request) => PLAIN_IN_PERCENT.test(request),
    now: (before, request) =>
      redirected(before, decodeURIComponent(request.slice('GET '.length)).replace('{tiny}', TINY)),
  },
  {
    why: 'degraded is a verdict, in the file of the history too',
    about: (request) => request.startsWith('GET /api/v1/status/history'),
    now: (before) => ({
      ...before,
      body: before.body
        .replace('{ok: number, behind', '{ok: number, degraded: number, behind')
        .replace(/^21 lines(.*# seconds ok)/, '22 lines$1 # seconds degraded'),
    }),
  },
  {
    why: 'an indexer whose slot went back is behind, by as many slots',
    about: (request) => /^GET \/api\/v1\/(?:status|health)\?(?:strict=1&)?cluster=reset$/.test(request),
    now: (before, request) => {
      const body = before.body
        .replace('lag: null, trend', 'lag: number, trend')
        .replace('lag: null, checkedAt', 'lag: number, checkedAt')
        .replace(/(?<=indexer:lag: \[1 × \{componentType: string, time: string, )/, 'observedValue: number, ')
        .replace(SAMPLES, SAMPLES_OF_BOTH)
      if (!request.includes('strict=1')) return { ...before, body }
      const answer = withHeaders(before, ['cache-control:', 'etag:'], ['cache-control: no-store'])
      return { ...answer, status: 503, body }
    },
  },
  {
    why: 'checks ask what no reader asks: every operation has figures',
    about: (request) => request.startsWith('GET /api/v1/status'),
    now: (before) => ({ ...before, body: before.body.replace(OPERATIONS, FIGURES) }),
  },
  {
    why: 'a preflight of an export is that of every answer of the API: any origin may read',
    about: (request) => /^OPTIONS \/api\/v1\/\w+\/export/.test(request),
    now: (before) =>
      withHeaders(
        before,
        ['cross-origin-resource-policy:'],
        [
          'access-control-allow-headers: If-None-Match, X-Request-Id',
          'access-control-allow-methods: GET, HEAD, OPTIONS',
          'access-control-allow-origin: *',
          'access-control-expose-headers: Age, Cache-Status, ETag, Retry-After, X-Request-Id',
          'access-control-max-age: 86400',
          'cross-origin-resource-policy: cross-origin',
        ],
      ),
  },
]

/** The checks of a status whose lag is not known in any of them, and where it is known in some. */
const SAMPLES = 'samples: [25 × {at: string, slot: number, latencyMs: number, says: string, lag: null, text: string}]'
const SAMPLES_OF_BOTH = `${SAMPLES.slice(0, -1)} | {at: string, slot: number, latencyMs: number, says: string, lag: number, text: string}]`

/** The operations of a status, in whichever form: which were asked depends on the number of checks. */
const OPERATIONS = /operations: \[6 × .*\](?=, windowSeconds)/
const FIGURES = 'operations: [6 × figures]'

const OF_TOKEN_ACCOUNTS = /^GET \/api\/v1\/getCompressedTokenAccountsByDelegate\/export/

const METRICS_TYPE = 'content-type: text/plain; version=0.0.4; charset=utf-8'
const METRICS_POLICY =
  "content-security-policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

const IN_FILES: readonly Change[] = [
  {
    why: 'a file of token accounts says behind each what its extension data say, and its amount in tokens',
    about: (request) => OF_TOKEN_ACCOUNTS.test(request),
    now: (before) => ({
      ...before,
      body: before.body
        .replace(
          /(?<=account\.slotCreated)/,
          ',delegated_amount,withheld_transfer_fee,is_ata,decimals,amount_in_tokens',
        )
        .replaceAll(
          'tlv: null}',
          'tlv: null}, delegated_amount: number, withheld_transfer_fee: null, is_ata: null, decimals: null, amount_in_tokens: null',
        ),
    }),
  },
]

const IN_REMARKS: readonly Change[] = [
  {
    why: 'remarks of a CSV file hold nothing that needs quotes',
    about: (_, { body }) => body.includes('"# '),
    now: (before) => ({
      ...before,
      body: before.body
        .replace(
          `"# integers of more than 15 digits, and texts that look like numbers or formulas, begin with '"`,
          '# texts that look like numbers or dates or formulas are behind an apostrophe',
        )
        .replaceAll('"# ', '# '),
    }),
  },
]

/** Words that files and METRICS_PORT had before, and have now. */
const WORDS = [
  ['# oldest look ', '# oldest check '],
  ['# seconds without a sample ', '# seconds without data '],
  ['# goes on at cursor ', '# continues at cursor '],
] as const

const IN_WORDS: readonly Change[] = WORDS.map(([then, now]) => ({
  why: `words: ${now.trim()}`,
  about: (_, { body }) => body.includes(then),
  now: (before) => ({ ...before, body: before.body.replace(then, now) }),
}))

/** Rows of the test world that come first among some, before their hashes were made of what they hold and since. */
const FIRST_ROW = [
  'N3NhTUwMN9QRP7KgnGBo6nghUPhSHdRmtw5Y9Xzqouz',
  'KQrEPQy1CyQakFzi27AuLDExbTnUMw9zjTidu4PKDTd',
] as const

/** A token account without data, where others that have some follow, in whichever form. */
const ROW_WITHOUT_DATA =
  /\{account: \{hash: string, address: null, data: null,[^}]*\}, tokenData: \{[^}]*\}[^}]*\} (?:\| )?(?=\{account:)/

const IN_ROWS: readonly Change[] = [
  {
    why: 'the test world has a network of an indexer that lies: three more addresses in the site map',
    about: (request) => request === 'GET /sitemap.xml',
    now: (before) => ({ ...before, body: before.body.replaceAll('43 × ', '46 × ') }),
  },
  {
    why: 'rows of the test world make their hashes, so that another one is first',
    about: (_, { body }) => body.includes(FIRST_ROW[0]),
    now: (before) => ({ ...before, body: before.body.replaceAll(...FIRST_ROW) }),
  },
  {
    why: 'token accounts of the test world all have the data that make their hashes',
    about: (_, { body }) => ROW_WITHOUT_DATA.test(body),
    now: (before) => ({ ...before, body: before.body.replace(ROW_WITHOUT_DATA, '') }),
  },
]

const VARY = 'vary: Accept-Encoding'

/** Files whose length has passed the bound from which on files are packed. */
const IN_LENGTH: readonly Change[] = [
  {
    why: 'robots.txt names wallets too, and is long enough to be packed',
    about: (request, before) =>
      /^(?:GET|HEAD) \/robots\.txt(?:$|[? ])/.test(request) && before.status < 400 && !has(before, VARY),
    now: (before) => withHeaders(before, [VARY], [VARY]),
  },
]

const PUBLIC = [
  'access-control-allow-origin: *',
  'access-control-expose-headers: Age, Cache-Status, ETag, Retry-After, X-Request-Id',
  'cross-origin-resource-policy: cross-origin',
]

/** Addresses that files and route handlers have, whatever is there. */
const FILE =
  /^[A-Z]+ (?:https?:\/\/[^/]+)?\/(?:api\/|preview\/|(?:healthz|readyz|icon\.svg|badge\.svg|badge\.json|robots\.txt|sitemap\.xml)(?:$|[? |])|[^ ?]*\.atom(?:$|[? |]))/

/** True for what can be read as a request to the explorer. */
const isOurs = (request: string, before: ComparedAnswer) => !/^@|Expect: nonsense/.test(request) && has(before, 'date')

const PAGE_POLICY: Readonly<Record<Mode, string>> = {
  production:
    "content-security-policy: default-src 'none'; script-src 'self' 'nonce-*' 'strict-dynamic'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  development:
    "content-security-policy: default-src 'none'; script-src 'self' 'nonce-*' 'strict-dynamic' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; img-src 'self' data:; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
}

const AS_PAGES =
  /^GET \/(?:l%61test|delegate\/\{delegate\}|tx\/\{signature\}|nowhere|help)\.atom|^GET \/_next\/static\/.*package\.json/

/** Answered by the framework's own tools in development, which it gives the policy of a page. */
const DEVELOPMENT_TOOLS = /^GET \/(?:__nextjs_|favicon\.ico)/

/** What every answer has from the moment on that it is begun, and what the framework does by itself. */
const asBegun = (mode: Mode): Change[] => [
  {
    why: 'every answer has an id',
    about: (request, before) =>
      isOurs(request, before) &&
      !has(before, 'x-request-id') &&
      !(mode === 'development' && request.startsWith('GET /__nextjs_')),
    now: (before) => withHeaders(before, [], ['x-request-id: *']),
  },
  {
    why: 'what is for machines may be read from anywhere, be it a refusal',
    about: (request, before) => isOurs(request, before) && FILE.test(request),
    now: (before) => withHeaders(before, [...PUBLIC, 'cross-origin-resource-policy: same-origin'], PUBLIC),
  },
  {
    why: 'a page is packed with gzip, or not at all, and in development as the framework packs',
    about: (request, before) => hasPagePolicy(before) && request.includes('| Accept-Encoding: '),
    now(before, request) {
      const packed = /Accept-Encoding: (?:.*\bgzip(?!;q=0)|\*)/.test(request)
      const deflated = mode === 'development' && request.endsWith('deflate') && 'content-encoding: deflate'
      return withHeaders(
        before,
        ['content-encoding:'],
        packed ? ['content-encoding: gzip'] : deflated ? [deflated] : [],
      )
    },
  },
  {
    why: 'a navigation has the policy of a page',
    about: (request, { status }) =>
      (mode === 'development' && DEVELOPMENT_TOOLS.test(request)) ||
      (request.includes('| RSC: 1') && status !== 308 && !FILE.test(request)),
    now: (before) => withHeaders(before, ['content-security-policy:'], [PAGE_POLICY[mode]]),
  },
  {
    why: 'what is no file though it is spelt as one has the policy of a page, and comes as the framework writes it',
    about: (request) => AS_PAGES.test(request),
    now: (before) =>
      withHeaders(
        before,
        ['content-security-policy:', 'content-length:'],
        [PAGE_POLICY[mode], 'transfer-encoding: chunked'],
      ),
  },
  {
    why: 'the sheets of a page are files of the build',
    about: (_, before) => hasPagePolicy(before),
    now: ({ headers, ...before }) => ({ ...before, headers: headers.map((line) => line.replace(" 'sha256-*'", '')) }),
  },
]

const IN_PRODUCTION: readonly Change[] = [
  {
    why: 'a page is sent whole, with its length',
    about: (request, before) =>
      !request.startsWith('HEAD ') && has(before, 'content-type: text/html') && hasPagePolicy(before),
    now: withLength,
  },
  {
    why: 'health and problems with an export say how long they are, as every answer to a machine',
    about: (request, before) =>
      /^(?:GET|HEAD) \/(?:healthz|readyz)(?:$|[? ])/.test(request) ||
      (/^GET \/api\/v1\/\w+\/export/.test(request) && has(before, 'content-type: application/problem+json')),
    now: withLength,
  },
]

/** Addresses of everything that is no page. */
const MACHINE =
  /^[A-Z]+ (?:https?:\/\/[^/]+)?\/(?:api\/v1\/|badge\.|healthz|readyz|icon\.svg|robots\.txt|sitemap\.xml|preview\/|\S*\.atom)/

/** What every request must be answered now, with the changes that are about none. */
export function expectedNow(mode: Mode): { answers: Answers; idle: string[] } {
  const table = readTable()
  const inBoth = (before: Answers) => [
    otherLimits(before),
    asNowhere(before),
    withoutOlderCursors(before),
    ...IN_BOTH,
    ...IN_ROWS,
    ...IN_FILES,
    ...IN_REMARKS,
    ...IN_WORDS,
    ...IN_LENGTH,
    withoutCondition(before),
  ]
  const production = changed(table.production, [
    ...inBoth(table.production),
    ...IN_PRODUCTION,
    ...asBegun('production'),
  ])
  if (mode === 'production') return production
  return changed(table.development, [...inBoth(table.development), ...asBegun('development'), asIn(production.answers)])
}

/** Requests for 7 rows, which were refused. */
const SEVEN_ROWS = /^(GET \/(?:latest\?|api\/v1\/getCompressedAccountsByOwner\?owner=\{sixty\}&)limit=)7$/

function otherLimits(before: Answers): Change {
  return {
    why: 'a page has any number of rows from 1 to 1,000',
    about: (request) => SEVEN_ROWS.test(request),
    now(seen, request) {
      const ten = before.get(request.replace(SEVEN_ROWS, (_, start) => `${start}10`)) ?? seen
      const headers = ten.headers.map((line) => line.replace('leafscan; hit;', 'leafscan; fwd=miss;'))
      return { ...ten, headers, body: ten.body.replace('[10 × ', '[7 × ') }
    },
  }
}

function withoutCondition(before: Answers): Change {
  return {
    why: 'a condition for writes is not read of files either; the framework answered 500 in production',
    about: (request) => request === 'GET {script} | If-Match: "other"',
    now: (seen) => before.get('GET {script}') ?? seen,
  }
}

function asIn(production: Answers): Change {
  return {
    why: 'what is answered to machines is the same in development and production',
    // An upgrade is taken in development alone, for reloading.
    about: (request, before) =>
      MACHINE.test(request) && !has(before, 'content-type: text/html') && !request.includes('Upgrade:'),
    now: (before, request) => production.get(request) ?? before,
  }
}

function changed(before: Table[Mode], changes: readonly Change[]): { answers: Answers; idle: string[] } {
  const idle = new Set(changes.map(({ why }) => why))
  const now = (request: string, seen: ComparedAnswer) =>
    changes.reduce((last, change) => {
      if (!change.about(request, last)) return last
      idle.delete(change.why)
      return change.now(last, request)
    }, seen)
  return { answers: new Map(Array.from(before, ([request, seen]) => [request, now(request, seen)])), idle: [...idle] }
}

/** What is seen otherwise than it must be, in a few lines for each request. */
export function differences(expected: Answers, seen: Answers): string[] {
  return Array.from(new Set([...expected.keys(), ...seen.keys()])).flatMap((request) => {
    const wanted = linesOf(withoutHints(expected.get(request)))
    const actual = linesOf(withoutHints(withoutAdditions(seen.get(request))))
    const missing = wanted.filter((line) => !actual.includes(line)).map((line) => `  - ${line}`)
    const surplus = actual.filter((line) => !wanted.includes(line)).map((line) => `  + ${line}`)
    return missing.length + surplus.length === 0 ? [] : [[request, ...missing, ...surplus].join('\n')]
  })
}

/** Without what the framework tells browsers and platforms by itself: no reader relies on that. */
function withoutHints(answer: ComparedAnswer | undefined): ComparedAnswer | undefined {
  if (!answer) return answer
  const headers = answer.headers
    .map((line) => line.replace(/(?<=^vary: )(?:(?:rsc|next-[a-z-]+)(?:, |$))+/i, ''))
    .filter((line) => !/^(?:link: <\/_next\/|x-nextjs-|vary: $)/.test(line))
  return { ...answer, headers }
}

/** Without the members that answers have gained: who read the others still can. docs/api.md. */
function withoutAdditions(seen: ComparedAnswer | undefined): ComparedAnswer | undefined {
  if (!seen) return seen
  const body = [META_ADDITIONS, STATUS_ADDITIONS, NOTE_ADDITIONS, HISTORY_ADDITIONS].reduce(
    (text, additions) => text.replace(additions, '$1'),
    withoutNewRemarks(seen.body).replaceAll(TOTALS, ''),
  )
  return { ...seen, body: body.replace(OPERATIONS, FIGURES) }
}

/** What the rows of a file come to: at its end, and in marks. */
const TOTALS = /, totals: \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g

/** Remarks that CSV files have gained. */
const NEW_REMARKS =
  / # (?:columns|totals of|total lamports|total of mint|cells that a SUM leaves out|a number of more than)[^#;]*(?= #|;)/g

function withoutNewRemarks(body: string): string {
  const count = body.match(NEW_REMARKS)?.length ?? 0
  return body.replaceAll(NEW_REMARKS, '').replace(/^\d+(?= lines: # )/, (lines) => String(Number(lines) - count))
}

const STATUS_ADDITIONS =
  /(standstill: \w+, )nextBlock: null, degradations: \[0 × \], pending: null, standingSince: null, chain: null, replaced: null, /
const NOTE_ADDITIONS = /(\], )maintenance: null, acknowledged: null, /
const HISTORY_ADDITIONS = /(\], )incidents: \[0 × \], notes: \[0 × \], /

const META_ADDITIONS =
  /(meta: \{.*?)(?:total: number, )?(?:rowsBefore: number, )?(?:sum: \{(?:[^{}]|\{[^{}]*\})*\}, )?(?=state: string)/

function linesOf(seen: ComparedAnswer | undefined): string[] {
  return seen ? [`status ${seen.status}`, ...seen.headers, `body ${seen.body}`] : ['not in the list of requests']
}
