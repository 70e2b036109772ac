import { UNLISTED_MESSAGE, type UpstreamError } from '../../protocol/rpc/failure'

/* Filters all messages of indexers: gateways may repeat keys in any spelling, so only known messages pass. */

const FIELD = '(?:params|owner|delegate|mint|hash|cursor|limit|filters|dataSlice|offset|length|memcmp|bytes)'

/** Words of the embedded indexer's messages about its store. */
const WORD =
  '(?:another|process|the|store|disk|database|of|to|in|is|no|not|or|does|has|be|cannot|written|writes|fails|full|lost|left|' +
  'short|memory|connections?|takes|shutting|down|starting|answer|time)'

const REPLY = [
  'error -?\\d{1,6}(?: with HTTP \\d{3})?',
  'HTTP \\d{3}',
  'null',
  'no answer(?: within \\d{1,3} s)?',
  'no connection(?: \\([A-Z_]{3,20}\\))?',
  'an answer that is (?:no JSON-RPC|cut or no JSON|no hash)',
  'an answer without a result',
  'the node did not record the (?:inner instructions|loaded addresses) of transaction [1-9A-HJ-NP-Za-km-z]{64,88}',
  'a block of another slot, whose parent is slot \\d{1,20}',
].join('|')

const SAID = `\\((?:getSlot|getBlock|getGenesisHash): (?:${REPLY})`

/** Of getIndexerHealth of other indexers and of gateways; not about a lag. Compared as a whole. */
const NOT_READY = new Set([
  'Indexer is not ready',
  'Indexer not ready',
  'Node is not ready',
  'Service unavailable',
  'Service Unavailable',
  'Temporarily unavailable',
])

export function isNotReady(message: string): boolean {
  return NOT_READY.has(message)
}

/** The first match wins, so longer messages come first. */
const KNOWN = new RegExp(
  `^(?:${[
    // facts/photon-wire.md 2 and 3
    'Too many connections\\. Please try again later\\.',
    'Parse error|Invalid request|Invalid params|Method not found|(?:Request|Response) is too big|Internal error',
    // facts/photon-wire.md 4 and 11: Photon, Solana's own nodes, and gateways before an indexer
    `Node is behind \\d{1,20} slots: waiting for slot \\d{1,20} ${SAID}(?:; block \\d{1,20} names it as its parent)?\\)`,
    'Node is (?:behind|unhealthy)(?: by)?(?: \\d{1,20} slots?)?',
    'Record Not Found(?:: Account not found|: Base account not found for token account)?',
    'Validation Error: Too many filters(?:\\. The maximum number of filters allowed is \\d{1,20})?',
    'Validation Error: Filter instance cannot be null',
    'Validation Error: Invalid cursor(?: length\\. Expected \\d{1,20}\\. Received \\d{1,20}\\.)?',
    'Validation Error|Invalid Public Key|Internal server error',
    `missing field \`${FIELD}\`(?: at line 1 column \\d{1,20})?`,
    '(?:String is the wrong size|Invalid Base58 string|Invalid hash input) at line 1 column \\d{1,20}',
    'invalid type: null, expected a sequence at line 1 column \\d{1,20}',
    'unknown field |invalid type: |invalid value: ',
    'rate limited|max usage reached|Too many requests(?: for a specific RPC call)?|invalid api key provided',
    `Ingestion stopped: (?:${WORD}(?: ${WORD}){0,12}(?![^]))?`,
    'The store is damaged: restore a snapshot, or start with a new store',
    'The Solana node does not answer, so the lag is not known',
    `The Solana node does not say its newest slot ${SAID}\\), so the lag is not known`,
    `params: missing field \`${FIELD}\``,
    'params: unknown field ',
    `${FIELD}: `,
  ].join('|')})`,
)

const MAX_CHARS = 1_000

const MAX_CODE = 99_999

export function withKnownMessage({ code, message }: UpstreamError): UpstreamError {
  return {
    code: Number.isInteger(code) && Math.abs(code) <= MAX_CODE ? code : 0,
    message: filterMessage(message),
  }
}

export function filterMessage(message: string): string {
  const text = message.slice(0, MAX_CHARS).trim()
  if (NOT_READY.has(text.replace(/\.$/, ''))) return text.replace(/\.$/, '')
  const [known] = KNOWN.exec(text) ?? []
  if (known === undefined) return UNLISTED_MESSAGE
  return known.length < text.length ? `${known}…` : known
}
