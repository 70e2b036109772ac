import { xmlText } from '../../format/xml'
import type { Diagnostics, GuardState, NetworkState } from './diagnostics'

const STYLE =
  ':root{color-scheme:light dark}body{font:14px/1.4 system-ui,sans-serif;margin:1.5rem auto;max-width:76rem;padding:0 1rem}' +
  'h1{font-size:1.3rem}h2{font-size:1.1rem;margin:2rem 0 .3rem;border-top:1px solid #8888;padding-top:.8rem}' +
  'h3{font-size:1rem;margin:1rem 0 .2rem}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.15rem .9rem .15rem 0}' +
  'thead th{border-bottom:1px solid #8888}tbody th{font-weight:500}td{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}' +
  '.scroll{overflow-x:auto}.scroll td,.scroll th{white-space:nowrap}.scroll td:last-child{white-space:normal;min-width:14rem}'

export function debugPage(state: Diagnostics): string {
  const body = [
    '<h1>Leafscan diagnostics</h1>',
    `<p>As of ${text(state.at)}. Reload for newer values. Also as <a href="/debug.json">JSON</a>; see <a href="/metrics">metrics</a>.</p>`,
    ...processPart(state),
    ...cachePart(state),
    ...state.networks.flatMap(networkPart),
  ].join('\n')
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Leafscan diagnostics</title><style>${STYLE}</style></head><body><main>\n${body}\n</main></body></html>\n`
}

function processPart({ process: own, build, traces }: Diagnostics): string[] {
  const { current, lastMinute } = own.eventLoopDelay
  const delay = (of: typeof current) => `median ${of.p50Ms} ms, 99 % within ${of.p99Ms} ms, longest ${of.maxMs} ms`
  const { rss, heapUsed, heapTotal, external } = own.memoryBytes
  const pages = Object.entries(own.pages).map(([size, { running, waiting, refused }]): Fact => {
    return [`Pages (${size})`, `${running} being rendered, ${waiting} waiting, ${refused} refused so far`]
  })
  return [
    '<h2>Process</h2>',
    facts([
      ['Build', `${build.version}, commit ${build.commit.slice(0, 8)}, Node ${build.node}, Next.js ${build.next}`],
      ['Running for', seconds(own.uptimeSeconds * 1_000)],
      ['State', own.stuck ? 'stuck' : own.draining ? 'about to stop' : 'in service'],
      ['Event loop delay', delay(current)],
      ['in the minute before', lastMinute ? delay(lastMinute) : 'not measured yet'],
      [
        'Memory',
        `${megabytes(rss)} resident; heap ${megabytes(heapUsed)} of ${megabytes(heapTotal)}; external ${megabytes(external)}`,
      ],
      ['Requests in flight', String(own.inFlight)],
      ...pages,
      [
        'Traces',
        traces ? `${traces.waiting} spans waiting, ${traces.exported} exported, ${traces.dropped} dropped` : 'off',
      ],
    ]),
  ]
}

function cachePart({ cache: { entries, bytes, inFlight, evictions } }: Diagnostics): string[] {
  return [
    '<h2>Cache</h2>',
    facts([
      ['Entries', `${entries}, about ${megabytes(bytes)}`],
      ['Being loaded', String(inFlight)],
      ['Evicted', `${evictions.full} for room, ${evictions.reset} after a rollback, ${evictions.refuted} contradicted`],
    ]),
  ]
}

function networkPart(state: NetworkState): string[] {
  const { network, embedded, form, verdict, summary, slot, checks, operations, chainNodes } = state
  const { intervalMs, nextInMs, running, inDoubt } = checks
  return [
    `<h2>${text(network)}: ${text(verdict)}</h2>`,
    `<p>${text(summary)}</p>`,
    facts([
      ['Indexer', embedded ? 'the embedded one' : 'a remote one'],
      ['Form of requests', `${form.is ?? 'not known yet'}${form.set ? ', by INDEXER_PATH' : ''}`],
      ['Slot', slot === null ? 'not known' : String(slot)],
      [
        'Checks',
        `every ${seconds(intervalMs)}, ${running ? 'one is running' : nextInMs === null ? 'none planned' : `next in ${seconds(nextInMs)}`}${inDoubt ? '; the verdict is in doubt' : ''}`,
      ],
    ]),
    '<h3>What holds requests back</h3>',
    table(
      [
        'To',
        'Breaker',
        'Pause after 429',
        'Next by its headers',
        'In flight',
        'Waiting',
        'Plan',
        'Tokens',
        'Cached answers stay fresh',
      ],
      [
        ['indexer', ...guards(state)],
        ...chainNodes.map((node) => [`chain node ${node.node} (${node.identity})`, ...guards(node)]),
      ],
    ),
    '<h3>Last checks</h3>',
    table(
      ['At', 'Says', 'Slot', 'Lag', 'Took', 'In words'],
      checks.last.map(({ at, says, slot: seen, lag, latencyMs, text: words }) => {
        return [at, says, String(seen ?? '–'), String(lag ?? '–'), `${Math.round(latencyMs)} ms`, words]
      }),
    ),
    '<h3>Requests by operation, last five minutes</h3>',
    table(
      ['Operation', 'Requests', 'Failed', 'With 429', 'Median', '95 % within', 'Last', 'Last error'],
      operations.map(({ method, calls, failed, rateLimited, medianMs, p95Ms, last, lastError }) => [
        method,
        ...[calls, failed, rateLimited].map(String),
        ...[medianMs, p95Ms].map((ms) => (ms === null ? '–' : `${ms} ms`)),
        last ? `${last.outcome}, ${last.at}` : '–',
        lastError ? `${lastError.outcome}, ${lastError.at}: ${lastError.text}` : '–',
      ]),
    ),
  ]
}

function guards({ breaker, pauseMs, paceMs, queue, plan }: GuardState): string[] {
  const held = breaker.heldBackMs > 0 ? `, ${seconds(breaker.heldBackMs)} left` : ''
  return [
    `${breaker.state}${held}${breaker.reason === null ? '' : ` (${breaker.reason})`}`,
    pauseMs > 0 ? seconds(pauseMs) : 'none',
    paceMs > 0 ? `in ${seconds(paceMs)}` : 'now',
    String(queue.inFlight),
    String(queue.waiting),
    plan ? `${rounded(plan.requestsPerSecond)} a second` : 'none',
    plan ? rounded(plan.tokens) : '–',
    plan && plan.freshnessFactor > 1 ? `${rounded(plan.freshnessFactor)} times as long` : 'as usual',
  ]
}

type Fact = [name: string, value: string]

function facts(rows: readonly Fact[]): string {
  const lines = rows.map(([name, value]) => `<tr><th scope="row">${text(name)}</th><td>${text(value)}</td></tr>`)
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None yet.</p>'
  const head = heads.map((name) => `<th scope="col">${text(name)}</th>`).join('')
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`)
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

const text = (value: string) => xmlText(value)
const rounded = (value: number) => String(Math.round(value * 100) / 100)
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
const seconds = (ms: number) => `${rounded(ms / 1_000)} s`
